import { describe, expect, it } from 'vitest'
import type { EndReason, MeasuredRecord } from '../../../src/contracts/run-record.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import { withResult } from '../../../src/workbench/validation/run-end.ts'
import { exampleSample, runningRecord } from './example-run.ts'

const loadSeconds = 5
const running = runningRecord('ended')
const plan = { ...running.plan, durationMs: loadSeconds * 1_000 }

function ended(endReason: EndReason): MeasuredRecord {
  return { ...running, plan, status: endReason === 'plan-complete' ? 'complete' : 'partial', endReason }
}

/** 300 records a second written and read; after the load, seconds without any. */
function secondsOf(count: number): Sample[] {
  return Array.from({ length: count }, (_, second) => {
    const sample = exampleSample(running, second)
    if (second < loadSeconds) return sample
    const producers = sample.producers.map((producer) => {
      return { ...producer, offeredRecords: 0, acceptedRecords: 0, ackedRecords: 0, ackedPayloadBytes: 0, wireBytes: 0 }
    })
    const consumers = sample.consumers.map((group) => ({ ...group, records: 0, payloadBytes: 0, wireBytes: 0 }))
    return { ...sample, producers, consumers }
  })
}

function accountingOf(endReason: EndReason, samples: readonly Sample[]) {
  const { result } = withResult(ended(endReason), samples)
  if (result === null) throw new Error('there is no result')
  return result.accounting
}

describe('the result of a run', () => {
  it('is computed from seconds that are read one after another, as from all of them together', () => {
    const samples = secondsOf(loadSeconds + 3)
    function* oneByOne() {
      yield* samples
    }
    const record = ended('plan-complete')
    expect(withResult(record, oneByOne())).toEqual(withResult(record, samples))
    expect(withResult(record, []), 'without any it stays as it was').toBe(record)
  })
})

describe('the accounting of a run', () => {
  it('has no gap if a worker was killed whose last records were read and never reported', () => {
    // Of the last second the producers' worker told nothing.
    const samples = secondsOf(4).map((sample) => (sample.second < 3 ? sample : { ...sample, producers: [] }))
    for (const endReason of ['worker-crashed', 'app-killed', 'runner-exited'] as const) {
      expect(accountingOf(endReason, samples)).toMatchObject({
        isClosed: true,
        ackedRecords: 900,
        unknownRecords: 300,
        groups: [{ consumedRecords: 1_200, writtenThoughUnknownRecords: 300, lostRecords: 0 }],
      })
    }
    expect(accountingOf('user-abort', samples).isClosed, 'all have told of their last second').toBe(false)
  })

  it('counts nothing as lost that had not been read when the run was stopped in its drain', () => {
    // The group is behind and knows nothing of it.
    const samples = secondsOf(loadSeconds + 2).map((sample) => ({
      ...sample,
      consumers: sample.consumers.map((group) => ({ ...group, records: Math.floor(group.records / 3) })),
    }))
    for (const endReason of ['user-abort', 'broker-lost', 'worker-crashed'] as const) {
      expect(accountingOf(endReason, samples).groups).toMatchObject([{ lostRecords: 0, unreadRecords: 1_000 }])
    }
    expect(accountingOf('plan-complete', samples).groups).toMatchObject([{ lostRecords: 1_000, unreadRecords: 0 }])
  })
})
