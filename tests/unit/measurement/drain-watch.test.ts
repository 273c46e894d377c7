import { describe, expect, test } from 'vitest'
import type { Sample } from '../../../src/contracts/sample.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { DrainWatch } from '../../../src/measurement/drain-watch.ts'
import { smallPlan } from '../../integration/runner-controller.ts'
import { quietConsumer, quietProducer } from './quiet-samples.ts'
import { simulateRun } from './simulated-run.ts'

type Counts = {
  acked?: number
  outstanding?: number
  read?: number
  duplicates?: number
  /** As the group itself knows it. */
  lag?: number | null
  throttleMs?: number
}

function sampleOf(counts: Counts, second = 0): Sample {
  return {
    second,
    startedAtEpochMs: second * 1_000,
    durationMs: 1_000,
    producers: [
      {
        ...quietProducer,
        producerId: 'writers-1',
        ackedRecords: counts.acked ?? 0,
        outstandingRecords: counts.outstanding ?? 0,
      },
    ],
    consumers: [
      {
        ...quietConsumer,
        groupId: 'headroom-drain-readers-1',
        records: counts.read ?? 0,
        duplicateRecords: counts.duplicates ?? 0,
        lagRecords: counts.lag === undefined ? 0 : counts.lag,
        throttleMs: counts.throttleMs ?? 0,
      },
    ],
    workers: [],
    brokers: [],
    hostCpu: null,
  }
}

const newWatch = () => new DrainWatch(smallPlan({ runId: 'drain', groups: 1 }))

function watchOf(...seconds: Counts[]): DrainWatch {
  const watch = newWatch()
  for (const [second, counts] of seconds.entries()) watch.observe(sampleOf(counts, second))
  return watch
}

/** The lag of the group as it is handed on, second by second. */
function lagsOf(...seconds: Counts[]): (number | null | undefined)[] {
  const watch = newWatch()
  return seconds.map((counts, second) => watch.observe(sampleOf(counts, second)).consumers[0]?.lagRecords)
}

describe('a drain', () => {
  test('is over when everything is acknowledged and read for two consecutive seconds', () => {
    expect(watchOf({ acked: 10, read: 10 }).isOver).toBe(false)
    expect(watchOf({ acked: 10, read: 10 }, {}).isOver).toBe(true)
  })

  test('waits for records without a response, and for unread records', () => {
    expect(watchOf({ acked: 10, read: 10, outstanding: 1 }, { outstanding: 1 }).isOver).toBe(false)
    const behind = watchOf({ acked: 10, read: 7 }, { read: 1 })
    expect([behind.isOver, behind.unreadRecords]).toEqual([false, 2])
  })

  test('does not count a duplicate as a missing record', () => {
    expect(watchOf({ acked: 10, read: 10, duplicates: 1 }, {}).isOver).toBe(false)
  })

  test('does not wait for lost clients', () => {
    const watch = watchOf({ acked: 10, read: 7, outstanding: 1 })
    watch.forget({ producerIds: ['writers-1'], groupIds: ['headroom-drain-readers-1'] })
    const silent = { ...sampleOf({}), producers: [], consumers: [] }
    watch.observe(silent)
    watch.observe(silent)
    expect([watch.isOver, watch.outstandingRecords, watch.unreadRecords]).toEqual([true, 0, 0])
  })

  test('gives up on lost records when there is no progress and no lag', () => {
    const quiet = [{}, {}, {}, {}]
    expect(watchOf({ acked: 10, read: 8 }, ...quiet).isOver).toBe(true)
    expect(watchOf({ acked: 10, read: 8 }, ...quiet.map(() => ({ lag: 2 }))).isOver).toBe(false)
    expect(watchOf({ acked: 10, read: 8 }, ...quiet.map(() => ({ lag: null }))).isOver).toBe(false)
  })

  test('waits for a throttled group, although there is no progress and the group reports no lag', () => {
    const held = [{ acked: 10, read: 2, throttleMs: 6_000 }, {}, {}, {}, {}, {}]
    expect(watchOf(...held).isOver).toBe(false)
    expect(watchOf(...held, { read: 8 }, {}).isOver).toBe(true)
    // It is let go, and nothing more comes.
    expect(watchOf(...held, {}, {}, {}, {}, {}).isOver).toBe(true)
  })
})

describe('the lag of a group', () => {
  test('is what all clients have written and it has not read, whatever it reports itself', () => {
    expect(lagsOf({ acked: 10, read: 10 }, { acked: 10, read: 4 }, { acked: 10, read: 4, duplicates: 1 })).toEqual([
      0, 6, 13,
    ])
    expect(lagsOf({ acked: 10, lag: null })).toEqual([10])
    expect(lagsOf({ acked: 10, read: 9, lag: 40 }), 'others write to the topic').toEqual([40])
  })

  test('is the reported one when there is no progress, so that missing records are lost', () => {
    expect(lagsOf({ acked: 10, read: 8 }, {}, {})).toEqual([2, 2, 0])
    expect(lagsOf({ acked: 10, read: 8, throttleMs: 2_500 }, {}, {}, {}, {}, {})).toEqual([2, 2, 2, 2, 2, 0])
  })

  test('is never 0 for a group that has received nothing yet', () => {
    expect(lagsOf({ acked: 10 }, {}, {}, {})).toEqual([10, 10, 10, 10])
  })

  test('does not change lost groups', () => {
    const watch = newWatch()
    watch.observe(sampleOf({ acked: 10, read: 4 }))
    watch.forget({ producerIds: [], groupIds: ['headroom-drain-readers-1'] })
    expect(watch.observe(sampleOf({ acked: 10, lag: null }, 1)).consumers[0]?.lagRecords).toBeNull()
  })

  test('distinguishes a throttled consumer from one that keeps up, although it reports a lag of 0', () => {
    const { plan, samples } = simulateRun({ readPerSec: 1_800 })
    const blind = samples.map((sample) => ({
      ...sample,
      consumers: sample.consumers.map((group) => ({ ...group, lagRecords: 0, throttleMs: 900 })),
    }))
    const watch = new DrainWatch(plan)
    const counted = blind.map((sample) => watch.observe(sample))
    expect(computeResult(plan, counted).diagnosis).toMatchObject({
      limiter: 'broker-throttle',
      sentence: expect.stringContaining('throttled the consumers'),
    })
    expect(computeResult(plan, counted).accounting.groups[0]).toMatchObject({ lostRecords: 0 })
  })
})
