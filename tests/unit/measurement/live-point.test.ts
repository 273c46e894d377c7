import { describe, expect, it } from 'vitest'
import type { Sample } from '../../../src/contracts/sample.ts'
import { livePoint } from '../../../src/contracts/validation-progress.ts'
import { toLivePoint } from '../../../src/measurement/live-point.ts'
import { type RunShape, simulateRun, wireBytesPerRecord } from './simulated-run.ts'

function pointAt(shape: RunShape, second: number, change: (sample: Sample) => Sample = (sample) => sample) {
  const { plan, samples } = simulateRun(shape)
  const sample = samples[second]
  if (sample === undefined) throw new Error(`no second ${second}`)
  return toLivePoint('run-1', plan, change(sample))
}

describe('a live point', () => {
  it('has the rates of its second', () => {
    const point = pointAt({ groups: 3 }, 5)
    expect(point).toMatchObject({
      runId: 'run-1',
      second: 5,
      ingressWireBytesPerSec: 2000 * wireBytesPerRecord,
      egressWireBytesPerSec: 3 * 2000 * wireBytesPerRecord,
      recordsPerSec: 2000,
      throttleMs: 0,
      responseP99Us: 4001,
      lagRecords: 0,
    })
    expect(livePoint.parse(point)).toEqual(point)
  })

  it('divides by the real length of the second', () => {
    const point = pointAt({}, 5, (sample) => ({ ...sample, durationMs: 2000 }))
    expect(point.recordsPerSec).toBe(1000)
    expect(pointAt({}, 5, (sample) => ({ ...sample, durationMs: 0 })).recordsPerSec).toBe(0)
  })

  it('estimates the wire bytes of offered records: payload and framing', () => {
    // 1,000 bytes, about 10 of record framing and a sixteenth of 61 of the batch.
    expect(pointAt({}, 5).offeredWireBytesPerSec).toBeCloseTo(2000 * (1010 + 61 / 16))
  })

  it('shows the hottest partition and the busiest machine', () => {
    const second = pointAt({}, 5, (sample) => ({
      ...sample,
      workers: [0.25, 0.5].map((cpuCores, index) => ({
        ...{ workerId: `w-${index}`, role: 'producer', cpuCores },
        ...{ eventLoopLagMaxMs: 0, residentBytes: 1 },
      })),
      brokers: [{ brokerId: 1, cpuCores: 0.75, residentBytes: 1 }],
    }))
    expect(second).toMatchObject({ clientCpuCores: 0.5, brokerCpuCores: 0.75 })
    expect(second.partitionSkew).toBeGreaterThanOrEqual(1)
    const nothing = pointAt({}, 5, (sample) => ({ ...sample, producers: [], workers: [], brokers: [] }))
    expect(nothing).toMatchObject({ partitionSkew: null, clientCpuCores: null, brokerCpuCores: null })
  })

  it('shows throttle and lag, and null for what is not known', () => {
    const held = pointAt({ quotaPerSec: 600, burstPerSec: 3000, readPerSec: 100 }, 10)
    expect(held.throttleMs).toBe(900)
    expect(held.lagRecords).toBeGreaterThan(0)
    const { lagRecords, responseP99Us } = pointAt({ isLagKnown: false }, 5, (sample) => ({ ...sample, producers: [] }))
    expect([lagRecords, responseP99Us]).toEqual([null, null])
  })
})
