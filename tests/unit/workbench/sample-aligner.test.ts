import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ConsumerSample, Sample } from '../../../src/contracts/sample.ts'
import { SampleAligner } from '../../../src/workbench/fleets/sample-aligner.ts'

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

function sampleOf(second: number, hostCpu = 0.5): Sample {
  const worker = {
    workerId: 'producers-1',
    role: 'producer' as const,
    cpuCores: 0.1,
    eventLoopLagMaxMs: 1,
    residentBytes: 1,
  }
  const startedAtEpochMs = 1_000_000 + second * 1000
  return {
    second,
    startedAtEpochMs,
    durationMs: 1000,
    producers: [],
    consumers: [],
    workers: [worker],
    brokers: [],
    hostCpu,
  }
}

/** One part of a group; null: this host does not know its lag yet. */
function groupSample(records: number, lagRecords: number | null): ConsumerSample {
  return {
    groupId: 'g',
    records,
    duplicateRecords: 0,
    payloadBytes: 10 * records,
    wireBytes: 0,
    lagRecords,
    throttleMs: 0,
    rebalances: 0,
    endToEndHistogram: null,
    negativeLatencies: 1,
    errors: { timedOut: 1 },
  }
}

function aligner(hosts: readonly string[], hostsByGroup: ReadonlyMap<string, number> = new Map()) {
  const samples: Sample[] = []
  const missing: string[] = []
  const made = new SampleAligner({
    hosts,
    startMs: 1_000_000,
    hostsByGroup,
    onSample: (sample) => samples.push(sample),
    onMissing: (host, second) => missing.push(`${host} ${second}`),
  })
  const seen = () =>
    samples.map(({ second, workers }) => `${second}: ${workers.map(({ workerId }) => workerId).join(' ')}`)
  return { made, samples, missing, seen }
}

describe('samples of several hosts', () => {
  test('are merged into one per second when all have reported, in any order', () => {
    const { made, samples, seen } = aligner(['a', 'b'])
    made.add('a', sampleOf(0, 0.2))
    made.add('a', sampleOf(1))
    expect(samples).toEqual([])
    made.add('b', sampleOf(0, 0.9))
    expect(seen()).toEqual(['0: a/producers-1 b/producers-1'])
    expect([samples[0]?.hostCpu, samples[0]?.hosts]).toEqual([
      0.9,
      [
        { host: 'a', cpu: 0.2 },
        { host: 'b', cpu: 0.9 },
      ],
    ])
  })

  test('are late by time that has passed, not by a clock that was set', () => {
    const { made, missing, seen } = aligner(['a', 'b'])
    for (let second = 0; second < 4; second += 1) {
      vi.advanceTimersByTime(1_000)
      if (second === 1) vi.setSystemTime(1_060_000)
      made.add('a', sampleOf(second))
      made.add('b', sampleOf(second))
    }
    made.finish()
    expect([seen().length, missing]).toEqual([4, []])
  })

  test('do not wait forever: a late host is named once, and its report is in a later sample', () => {
    const { made, missing, seen } = aligner(['a', 'b'])
    made.add('a', sampleOf(0))
    vi.advanceTimersByTime(3_100)
    expect([seen(), missing]).toEqual([['0: a/producers-1'], ['b 0']])
    made.add('a', sampleOf(1))
    vi.advanceTimersByTime(1_000)
    expect(missing).toEqual(['b 0'])
    made.add('b', sampleOf(0))
    made.add('b', sampleOf(2))
    made.add('a', sampleOf(2))
    expect(seen().at(-1)).toBe('2: b/producers-1 a/producers-1')
  })

  test('do not wait for a lost host, and give the last second that it reported', () => {
    const { made, seen } = aligner(['a', 'b'])
    made.add('b', sampleOf(0))
    made.add('a', sampleOf(0))
    made.add('a', sampleOf(1))
    expect(made.drop('b')).toBe(0)
    expect(seen()).toEqual(['0: b/producers-1 a/producers-1', '1: a/producers-1'])
    expect(made.drop('b')).toBeNull()
  })

  test('add up a group that two hosts read, and its lag if both have reported theirs', () => {
    const { made, samples } = aligner(['a', 'b'], new Map([['g', 2]]))
    const tell = (host: string, second: number, part: ConsumerSample) =>
      made.add(host, { ...sampleOf(second), consumers: [part] })
    tell('a', 0, groupSample(100, 7))
    tell('b', 0, groupSample(50, 5))
    tell('a', 1, groupSample(100, 2))
    tell('b', 1, groupSample(50, null))
    tell('a', 2, groupSample(100, 3))
    made.drop('b')
    expect(samples.map(({ consumers }) => consumers)).toEqual([
      [{ ...groupSample(150, 12), negativeLatencies: 2, errors: { timedOut: 2 } }],
      [{ ...groupSample(150, null), negativeLatencies: 2, errors: { timedOut: 2 } }],
      // Half a lag would look like a small one.
      [groupSample(100, null)],
    ])
  })

  test('of a host that reports two seconds at once are added up, with the later lag', () => {
    const { made, samples } = aligner(['a', 'b'], new Map([['g', 2]]))
    const tell = (host: string, second: number, part: ConsumerSample) =>
      made.add(host, { ...sampleOf(second), consumers: [part] })
    tell('a', 0, groupSample(10, 0))
    vi.advanceTimersByTime(3_100)
    tell('b', 0, groupSample(20, 9))
    tell('b', 1, groupSample(20, 4))
    tell('a', 1, groupSample(10, 1))
    expect(samples.map(({ consumers }) => consumers.map(({ records, lagRecords }) => [records, lagRecords]))).toEqual([
      [[10, null]],
      [[50, 5]],
    ])
  })

  test('are all handed on at the end', () => {
    const { made, seen } = aligner(['a', 'b'])
    made.add('a', sampleOf(0))
    made.add('a', sampleOf(2))
    made.finish()
    expect(seen()).toEqual(['0: a/producers-1', '2: a/producers-1'])
  })
})
