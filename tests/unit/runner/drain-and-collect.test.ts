import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Sample } from '../../../src/contracts/sample.ts'
import { DrainWatch } from '../../../src/measurement/drain-watch.ts'
import { SampleCollector } from '../../../src/runner/host/sample-collector.ts'
import type { WorkerReport } from '../../../src/runner/host/worker-messages.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

type Counts = { acked?: number; outstanding?: number; read?: number; duplicates?: number; lag?: number | null }

function sampleOf(counts: Counts): Sample {
  return {
    second: 0,
    startedAtEpochMs: 0,
    durationMs: 1_000,
    producers: [
      {
        producerId: 'writers-1',
        offeredRecords: 0,
        acceptedRecords: 0,
        ackedRecords: counts.acked ?? 0,
        rejectedRecords: 0,
        unknownRecords: 0,
        backlogRecords: 0,
        outstandingRecords: counts.outstanding ?? 0,
        queueFullRetries: 0,
        ackedPayloadBytes: 0,
        wireBytes: 0,
        requests: 0,
        ackedRecordsByPartition: {},
        throttleMs: 0,
        roundTripMedianUs: null,
        internalLatencyP99Us: null,
        recordsPerBatch: null,
        serviceHistogram: null,
        responseHistogram: null,
        scheduleDelayHistogram: null,
        errors: {},
      },
    ],
    consumers: [
      {
        groupId: 'headroom-drain-readers-1',
        records: counts.read ?? 0,
        duplicateRecords: counts.duplicates ?? 0,
        payloadBytes: 0,
        wireBytes: 0,
        lagRecords: counts.lag === undefined ? 0 : counts.lag,
        throttleMs: 0,
        rebalances: 1,
        endToEndHistogram: null,
        negativeLatencies: 0,
        errors: {},
      },
    ],
    workers: [],
    brokers: [],
    hostCpu: null,
  }
}

function watchOf(...seconds: Counts[]): DrainWatch {
  const watch = new DrainWatch(smallPlan({ runId: 'drain', groups: 1 }))
  for (const counts of seconds) watch.observe(sampleOf(counts))
  return watch
}

describe('a drain', () => {
  test('is over once all is answered and read, two seconds in a row', () => {
    expect(watchOf({ acked: 10, read: 10 }).isOver).toBe(false)
    expect(watchOf({ acked: 10, read: 10 }, {}).isOver).toBe(true)
  })

  test('waits for records that are unanswered, and for those that are unread', () => {
    expect(watchOf({ acked: 10, read: 10, outstanding: 1 }, { outstanding: 1 }).isOver).toBe(false)
    const behind = watchOf({ acked: 10, read: 7 }, { read: 1 })
    expect([behind.isOver, behind.unreadRecords]).toEqual([false, 2])
  })

  test('does not take a duplicate for a record that is missing', () => {
    expect(watchOf({ acked: 10, read: 10, duplicates: 1 }, {}).isOver).toBe(false)
  })

  test('waits for no client of which nothing is heard any more', () => {
    const watch = watchOf({ acked: 10, read: 7, outstanding: 1 })
    watch.forget({ producerIds: ['writers-1'], groupIds: ['headroom-drain-readers-1'] })
    const silent = { ...sampleOf({}), producers: [], consumers: [] }
    watch.observe(silent)
    watch.observe(silent)
    expect([watch.isOver, watch.outstandingRecords, watch.unreadRecords]).toEqual([true, 0, 0])
  })

  test('gives up on records that were lost, once nothing moves and no lag is left', () => {
    const quiet = [{}, {}, {}, {}]
    expect(watchOf({ acked: 10, read: 8 }, ...quiet).isOver).toBe(true)
    expect(watchOf({ acked: 10, read: 8 }, ...quiet.map(() => ({ lag: 2 }))).isOver).toBe(false)
    expect(watchOf({ acked: 10, read: 8 }, ...quiet.map(() => ({ lag: null }))).isOver).toBe(false)
  })
})

describe('the collector of samples', () => {
  const startMs = 1_000_000
  let samples: Sample[]
  let missing: string[]
  let silent: string[]
  let late: string[]
  let collector: SampleCollector

  beforeEach(() => {
    vi.useFakeTimers({ now: startMs })
    samples = []
    missing = []
    silent = []
    late = []
    collector = newCollector(['a', 'b'])
  })

  function newCollector(workerIds: readonly string[]): SampleCollector {
    return new SampleCollector({
      workerIds,
      startMs,
      hostSecond: () => ({ brokers: [], hostCpu: null }),
      onSample: (sample) => samples.push(sample),
      onMissing: (workerId, second) => missing.push(`${workerId} ${second}`),
      onLate: (reports, workers) => late.push(`${reports} of ${workers}`),
      onSilent: (workerId, seconds) => silent.push(`${workerId} ${seconds}`),
    })
  }

  afterEach(() => {
    collector.finish()
    vi.useRealTimers()
  })

  function report(workerId: string, second: number): WorkerReport {
    return {
      second,
      startedAtEpochMs: startMs + second * 1_000,
      durationMs: 1_000,
      producers: [],
      consumers: [],
      worker: { workerId, role: 'producer', cpuCores: 0, eventLoopLagMaxMs: 0, residentBytes: 0 },
    }
  }

  const told = () =>
    samples.map(({ second, workers }) => `${second}:${workers.map(({ workerId }) => workerId).join('')}`)

  test('hands on a second as soon as all workers have reported it', () => {
    collector.add(report('a', 0))
    expect(told()).toEqual([])
    collector.add(report('b', 0))
    expect(told()).toEqual(['0:ab'])
  })

  test('waits a while for a straggler, then names it once and goes on without it', () => {
    collector.add(report('a', 0))
    vi.advanceTimersByTime(1_699)
    expect(told()).toEqual([])
    vi.advanceTimersByTime(2)
    collector.add(report('a', 1))
    vi.advanceTimersByTime(1_000)
    expect([told(), missing]).toEqual([['0:a', '1:a'], ['b 0']])
  })

  test('tells once that a worker hangs, and does not take one that comes late for it', () => {
    for (let second = 0; second < 30; second += 1) {
      collector.add(report('a', second))
      if (second === 10) collector.add(report('b', second))
      vi.advanceTimersByTime(1_000)
    }
    vi.advanceTimersByTime(700)
    expect(silent).toEqual(['b 15'])
    expect(missing).toEqual(['b 0'])
  })

  test('loses nothing of a report that comes late', () => {
    collector.add(report('a', 0))
    vi.advanceTimersByTime(1_701)
    collector.add(report('b', 0))
    collector.add(report('b', 1))
    collector.add(report('a', 1))
    expect(told()).toEqual(['0:a', '1:ba'])
    expect(samples[1]?.workers).toHaveLength(2)
  })

  test('takes a report that covers several seconds for all of them', () => {
    collector.add(report('a', 2))
    collector.add(report('b', 0))
    collector.add(report('b', 1))
    collector.add(report('b', 2))
    expect(told()).toEqual(['0:b', '1:b', '2:ab'])
    expect(missing).toEqual([])
  })

  test('covers all time once, however late the reports come', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(delays, (delaysMs) => {
        collector.finish()
        vi.setSystemTime(startMs)
        samples = []
        collector = newCollector(['a'])
        // In the order in which a pipe has them: a report never overtakes the one before.
        let arrivesMs = 0
        for (const [second, delayMs] of delaysMs.entries()) {
          const beforeMs = arrivesMs
          arrivesMs = Math.max(arrivesMs, (second + 1) * 1_000 + delayMs)
          vi.advanceTimersByTime(arrivesMs - beforeMs)
          collector.add(report('a', second))
        }
        collector.finish()
        let endMs = startMs
        for (const { startedAtEpochMs, durationMs } of samples) {
          expect(startedAtEpochMs).toBe(endMs)
          endMs += durationMs
        }
        expect(endMs).toBe(startMs + delaysMs.length * 1_000)
      }),
    )
  })

  test('reads what has come before it gives up, where it was held up itself', async () => {
    collector.finish()
    vi.useFakeTimers({ now: startMs, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    collector = newCollector(['a'])
    // Timers that are due come first, then what lies in the pipes.
    vi.advanceTimersByTime(2_500)
    collector.add(report('a', 0))
    await new Promise((resolve) => setImmediate(resolve))
    expect([told(), missing]).toEqual([['0:a'], []])
  })

  test('leaves out a second of which nobody knows anything', () => {
    vi.advanceTimersByTime(1_701)
    collector.add(report('a', 1))
    collector.add(report('b', 1))
    expect([told(), missing]).toEqual([['1:ab'], ['a 0']])
  })

  test('tells of the first late report at once and of all together at the end', () => {
    for (let second = 0; second < 6; second += 1) {
      collector.add(report('a', second))
      vi.advanceTimersByTime(1_000)
      if (second % 2 === 1) collector.add(report('b', second))
    }
    collector.finish()
    expect([missing, late]).toEqual([['b 0'], ['3 of 1']])
  })

  test('tells of one late report once', () => {
    collector.add(report('a', 0))
    vi.advanceTimersByTime(1_701)
    collector.add(report('b', 0))
    collector.finish()
    expect([missing, late]).toEqual([['b 0'], []])
  })

  test('hands on all that is left at the end, and takes nothing more', () => {
    collector.add(report('a', 0))
    collector.add(report('b', 3))
    collector.finish()
    collector.add(report('a', 4))
    expect(told()).toEqual(['0:a', '3:b'])
  })
})
