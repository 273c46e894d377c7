import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Sample } from '../../../src/contracts/sample.ts'
import { SampleCollector } from '../../../src/runner/host/sample-collector.ts'
import type { WorkerReport } from '../../../src/runner/host/worker-messages.ts'

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

  function newCollector(workerIds: readonly string[], clockOffsetMs = 0): SampleCollector {
    return new SampleCollector({
      workerIds,
      startMs,
      reportedStartMs: startMs - clockOffsetMs,
      sampleHost: () => ({ brokers: [], hostCpu: null }),
      onSample: (sample) => samples.push(sample),
      onFirstLate: (workerId, second) => missing.push(`${workerId} ${second}`),
      onLateTotal: (reports, workers) => late.push(`${reports} of ${workers}`),
      onHung: (workerId, seconds) => silent.push(`${workerId} ${seconds}`),
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

  test('counts the whole time of a first sample of two seconds, whatever this machine’s clock shows', () => {
    const clockOffsetMs = 1_500
    collector.finish()
    collector = newCollector(['a'], clockOffsetMs)
    const reported = (second: number) => {
      const whole = report('a', second)
      return { ...whole, startedAtEpochMs: whole.startedAtEpochMs - clockOffsetMs }
    }
    // Nothing arrives until the first second is overdue, and then both at once.
    vi.advanceTimersByTime(1_800)
    collector.add(reported(0))
    collector.add(reported(1))
    expect(samples.map(({ second, durationMs }) => [second, durationMs])).toEqual([[1, 2_000]])
  })

  test('emits a second as soon as all workers have reported it', () => {
    collector.add(report('a', 0))
    expect(told()).toEqual([])
    collector.add(report('b', 0))
    expect(told()).toEqual(['0:ab'])
  })

  test('waits some time for a late worker, then reports it once and goes on without it', () => {
    collector.add(report('a', 0))
    vi.advanceTimersByTime(1_699)
    expect(told()).toEqual([])
    vi.advanceTimersByTime(2)
    collector.add(report('a', 1))
    vi.advanceTimersByTime(1_000)
    expect([told(), missing]).toEqual([['0:a', '1:a'], ['b 0']])
  })

  test('reports a hung worker once, and no worker that is merely late', () => {
    for (let second = 0; second < 30; second += 1) {
      collector.add(report('a', second))
      if (second === 10) collector.add(report('b', second))
      vi.advanceTimersByTime(1_000)
    }
    vi.advanceTimersByTime(700)
    expect(silent).toEqual(['b 15'])
    expect(missing).toEqual(['b 0'])
  })

  test('counts a late report completely', () => {
    collector.add(report('a', 0))
    vi.advanceTimersByTime(1_701)
    collector.add(report('b', 0))
    collector.add(report('b', 1))
    collector.add(report('a', 1))
    expect(told()).toEqual(['0:a', '1:ba'])
    expect(samples[1]?.workers).toHaveLength(2)
  })

  test('accepts one report for several seconds', () => {
    collector.add(report('a', 2))
    collector.add(report('b', 0))
    collector.add(report('b', 1))
    collector.add(report('b', 2))
    expect(told()).toEqual(['0:b', '1:b', '2:ab'])
    expect(missing).toEqual([])
  })

  test('covers all time exactly once, however late reports are', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(delays, (delaysMs) => {
        collector.finish()
        vi.setSystemTime(startMs)
        samples = []
        collector = newCollector(['a'])
        // A pipe keeps the order of a worker's reports, so no report arrives before an earlier one.
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

  test('reads pending reports before the deadline counts if it was blocked itself', async () => {
    collector.finish()
    vi.useFakeTimers({ now: startMs, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    collector = newCollector(['a'])
    // Timers that are due fire first. Then the event loop reads the pipes.
    vi.advanceTimersByTime(2_500)
    collector.add(report('a', 0))
    await new Promise((resolve) => setImmediate(resolve))
    expect([told(), missing]).toEqual([['0:a'], []])
  })

  test('has no deadlines after workers were told to exit, but still counts their reports', () => {
    collector.add(report('a', 0))
    collector.add(report('b', 0))
    collector.stopWaiting()
    vi.advanceTimersByTime(20_000)
    collector.add(report('a', 1))
    collector.add(report('b', 1))
    collector.finish()
    expect([told(), missing, late, silent]).toEqual([['0:ab', '1:ab'], [], [], []])
  })

  test('reports no worker as late because this machine’s clock is set', () => {
    for (let second = 0; second < 6; second += 1) {
      vi.advanceTimersByTime(1_000)
      if (second === 2) vi.setSystemTime(startMs + 60_000)
      collector.add(report('a', second))
      collector.add(report('b', second))
    }
    expect([told().length, missing, silent]).toEqual([6, [], []])
  })

  test('leaves out a second without any report', () => {
    vi.advanceTimersByTime(1_701)
    collector.add(report('a', 1))
    collector.add(report('b', 1))
    expect([told(), missing]).toEqual([['1:ab'], ['a 0']])
  })

  test('reports the first late report at once and the number of all at the end', () => {
    for (let second = 0; second < 6; second += 1) {
      collector.add(report('a', second))
      vi.advanceTimersByTime(1_000)
      if (second % 2 === 1) collector.add(report('b', second))
    }
    collector.finish()
    expect([missing, late]).toEqual([['b 0'], ['3 of 1']])
  })

  test('reports a single late report once', () => {
    collector.add(report('a', 0))
    vi.advanceTimersByTime(1_701)
    collector.add(report('b', 0))
    collector.finish()
    expect([missing, late]).toEqual([['b 0'], []])
  })

  test('emits all pending reports at the end, and ignores later ones', () => {
    collector.add(report('a', 0))
    collector.add(report('b', 3))
    collector.finish()
    collector.add(report('a', 4))
    expect(told()).toEqual(['0:a', '3:b'])
  })
})
