import { beforeEach, describe, expect, it } from 'vitest'
import type { LivePoint } from '../../../src/contracts/validation-progress.ts'
import { createEvents, type Events } from '../../../src/workbench/events.ts'
import { type FollowedValidation, followValidation } from '../../../src/workbench/validation/collect-live-validation.ts'

let events: Events
let live: FollowedValidation
beforeEach(() => {
  events = createEvents((_event, error) => {
    throw error
  })
  live = followValidation(events)
})

function pointAt(second: number, runId = 'r1'): LivePoint {
  return {
    ...{ runId, second, offeredWireBytesPerSec: 10, ingressWireBytesPerSec: 9, egressWireBytesPerSec: 27 },
    ...{ recordsPerSec: 3, throttleMs: 5, responseP99Us: 1000, lagRecords: 0, partitionSkew: 1 },
    ...{ clientCpuCores: 0.2, brokerCpuCores: null },
  }
}

function tellProgress(runId: string, message: string): void {
  events.emit('validation.progress', { runId, phase: 'measuring', message, fraction: 0.5, leftMs: 1_000 })
}

describe('the validation that goes on', () => {
  it('contains the latest event of each kind, every second and every notice', () => {
    // The first words may come before the start is answered.
    events.emit('validation.notice', { runId: 'r1', message: 'Kafka it is.' })
    live.markRequested('r1', { quotaWindowSeconds: 4 })
    for (const second of [0, 1, 2]) events.emit('validation.point', pointAt(second))
    events.emit('validation.notice', { runId: 'r1', message: 'Seconds are missing.' })
    for (const message of ['Burn-in.', 'Measuring.']) tellProgress('r1', message)
    events.emit('validation.preflight', { runId: 'r1', preflight: { checks: [], isPassed: true } })
    const told = live.collected()
    expect(told).toMatchObject({
      runId: 'r1',
      burnInMs: 8_000,
      preview: null,
      progress: { message: 'Measuring.' },
      preflight: { isPassed: true },
      notices: ['Kafka it is.', 'Seconds are missing.'],
    })
    expect(told?.points.map(({ second }) => second)).toEqual([0, 1, 2])
    events.emit('validation.point', pointAt(3))
    expect(told?.points).toHaveLength(3)
    expect(live.collected()?.points).toHaveLength(4)
  })

  it('exists before its first event', () => {
    live.markRequested('r1', {})
    expect(live.collected()).toMatchObject({ runId: 'r1', burnInMs: 22_000, points: [], progress: null })
  })

  it('is gone when it has ended, also if it ended before its start was answered', () => {
    const end = { runId: 'r1', record: null, error: null }
    live.markRequested('r1', {})
    events.emit('validation.ended', end)
    expect(live.collected()).toBeNull()
    events.emit('validation.ended', { ...end, runId: 'r2' })
    live.markRequested('r2', {})
    expect(live.collected()).toBeNull()
  })

  it('is null for a run that was not requested on its own, such as one of a campaign', () => {
    tellProgress('step', 'Measuring.')
    events.emit('validation.point', pointAt(0, 'step'))
    expect(live.collected()).toBeNull()
  })
})
