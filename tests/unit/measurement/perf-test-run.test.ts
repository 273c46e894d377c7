import { describe, expect, it } from 'vitest'
import type { ToolOutput } from '../../../src/contracts/runner-protocol.ts'
import {
  consumerPerfTestArguments,
  perfTestLimits,
  producerPerfTestArguments,
} from '../../../src/measurement/perf-test-arguments.ts'
import { measurePerfTest } from '../../../src/measurement/perf-test-run.ts'
import { consumerOutput, producerOutput, toolVersion } from './perf-test-output.ts'
import { planOf } from './simulated-run.ts'

/** One producer of 1,000 records/s and one group; 3 s windows, 6 s of burn-in, eight windows that count. */
const plan = planOf({ producers: 1, groups: 1, windowSeconds: 3, durationSeconds: 30 })
describe('a run of Kafka’s own tools', () => {
  it('has the rates of the whole windows after the burn-in, and nothing that the tools do not report', () => {
    // Twice the rate in the burn-in: it must not count.
    const outputs = [
      producerOutput((second) => (second < 6 ? 2000 : 1000), { startMs: 0, seconds: 30 }),
      consumerOutput(1000, 30),
    ]
    const run = measurePerfTest(plan, outputs)
    expect(run.windows).toBe(8)
    expect(run.figures.recordsPerSec).toBeCloseTo(1000, 6)
    expect((run.figures.ingressPayloadBytesPerSec ?? 0) / 1_000_000).toBeCloseTo(1, 4)
    expect((run.figures.egressPayloadBytesPerSec ?? 0) / 1_000_000).toBeCloseTo(1, 4)
    expect([run.figures.ingressWireBytesPerSec, run.figures.egressWireBytesPerSec]).toEqual([null, null])
    expect(run.intervals?.recordsPerSec?.mean).toBeCloseTo(1000, 6)
    expect(run.intervals?.ingressWireBytesPerSec).toBeNull()
  })

  it('interpolates between two progress lines', () => {
    // Lines come half a second after the edges of windows: every window has one second of each rate at its edges.
    const outputs = [
      producerOutput((second) => (second % 2 === 0 ? 900 : 1100), { startMs: 500, seconds: 30 }),
      consumerOutput(1000, 31),
    ]
    const run = measurePerfTest(plan, outputs)
    expect(run.windows).toBe(8)
    expect(run.figures.recordsPerSec).toBeCloseTo(1000, 6)
  })

  it('does not need a total, because a producer under a quota may be stopped before its end', () => {
    const outputs = [producerOutput(() => 700, { startMs: 0, seconds: 30, isEnded: false }), consumerOutput(700, 30)]
    const run = measurePerfTest(plan, outputs)
    expect(run.figures.recordsPerSec).toBeCloseTo(700, 6)
    expect(run.parts[0]).toMatchObject({ role: 'producer', isCutOff: true })
    expect(run.parts[0]?.latencies).toMatchObject([{ p99Us: null }])
  })

  it('lets the burn-in begin later if a Java process started slowly', () => {
    const outputs = [
      producerOutput((second) => (second < 6 ? 2000 : 1000), { startMs: 4_500, seconds: 30 }),
      consumerOutput(1000, 35),
    ]
    const run = measurePerfTest(plan, outputs)
    expect(run.windows).toBe(8)
    // It counts from 9 s on: 1.5 s of the producer's own burn-in, half a window, are in it.
    expect(run.figures.recordsPerSec).toBeCloseTo(1000 + (1.5 * 1000) / 24, 6)
    expect(run.notes).toEqual([expect.stringContaining('began to send 4.5 s after the agreed start')])
  })

  it('has the sums of all producers and of all groups', () => {
    const outputs = [
      producerOutput(() => 600, { startMs: 0, seconds: 30 }),
      producerOutput(() => 300, { startMs: 0, seconds: 30 }),
      consumerOutput(900, 30),
      consumerOutput(700, 30),
    ]
    const { figures } = measurePerfTest(plan, outputs)
    expect(figures.recordsPerSec).toBeCloseTo(900, 6)
    expect((figures.ingressPayloadBytesPerSec ?? 0) / 1_000_000).toBeCloseTo(0.9, 4)
    expect((figures.egressPayloadBytesPerSec ?? 0) / 1_000_000).toBeCloseTo(1.6, 4)
  })

  it('ends its windows with the first client that ends, and has no interval if they are too few', () => {
    const outputs = [
      producerOutput((second) => (second < 20 ? 1000 : 4000), { startMs: 0, seconds: 30 }),
      consumerOutput(1000, 20),
    ]
    const run = measurePerfTest(plan, outputs)
    // 6 to 9, 9 to 12, 12 to 15, 15 to 18.
    expect([run.windows, run.intervals]).toEqual([4, null])
    expect(run.figures.recordsPerSec).toBeCloseTo(1000, 6)
  })

  it('counts the burn-in from the agreed start if all processes started within half a quota window', () => {
    const outputs = [
      producerOutput((second) => (second < 6 ? 2000 : 1000), { startMs: 1_000, seconds: 30 }),
      producerOutput(() => 500, { startMs: 200, seconds: 31 }),
      consumerOutput(1000, 31),
    ]
    const run = measurePerfTest(plan, outputs)
    expect(run.windows).toBe(8)
    // One second at twice the rate, from 6 to 7 s, is in them.
    expect(run.figures.recordsPerSec).toBeCloseTo(1500 + 1000 / 24, 6)
    expect(run.notes).toEqual([expect.stringContaining('The last producer began to send 1.0 s after the agreed start')])
  })

  it('takes the records after the last line from a producer’s total', () => {
    const output = producerOutput(() => 1000, { startMs: 0, seconds: 29, isEnded: false })
    const total = {
      atMs: 30_100,
      text: '30000 records sent, 1000.000000 records/sec (0.95 MB/sec), 2.00 ms avg latency, 9.00 ms max latency, 1 ms 50th, 4 ms 95th, 8 ms 99th, 9 ms 99.9th.',
    }
    const consumer = consumerOutput(1000, 30)
    const seven = measurePerfTest(plan, [output, consumer])
    expect([seven.windows, seven.intervals]).toEqual([7, null])
    const whole = measurePerfTest(plan, [{ ...output, lines: [...output.lines, total] }, consumer])
    expect(whole.windows).toBe(8)
    expect(whole.figures.recordsPerSec).toBeCloseTo(1000, 6)
    // The last second is known from the total alone, which has its rate with two digits: 0.95 MiB/s.
    const lastSecond = 30 * 0.95 * 1.048576 - 29 * 1
    expect((whole.figures.ingressPayloadBytesPerSec ?? 0) / 1_000_000).toBeCloseTo((23 + lastSecond) / 24, 4)
  })

  it('counts no window after the planned load, however long the tools go on', () => {
    const outputs = [
      producerOutput((second) => (second < 30 ? 1000 : 4000), { startMs: 0, seconds: 40 }),
      consumerOutput(1000, 40),
    ]
    const run = measurePerfTest(plan, outputs)
    expect(run.windows).toBe(8)
    expect(run.figures.recordsPerSec).toBeCloseTo(1000, 6)
  })

  it('does not let the burn-in begin later if a consumer started slowly, which reads nothing until then', () => {
    const outputs = [
      producerOutput((second) => (second < 6 ? 2000 : 1000), { startMs: 0, seconds: 30 }),
      consumerOutput(1000, 20, 10_500),
    ]
    const run = measurePerfTest(plan, outputs)
    expect(run.windows).toBe(8)
    expect(run.figures.recordsPerSec).toBeCloseTo(1000, 6)
    // It read in 19.5 of the 24 s from 6 s on.
    expect((run.figures.egressPayloadBytesPerSec ?? 0) / 1_000_000).toBeCloseTo(19.5 / 24, 4)
    expect(run.notes).toEqual([expect.stringContaining('began to send 0.0 s after the agreed start')])
  })

  it('has no read rate without consumers, and no written rate without producers', () => {
    const written = measurePerfTest(plan, [producerOutput(() => 1000, { startMs: 0, seconds: 30 })])
    expect([written.windows, written.figures.egressPayloadBytesPerSec]).toEqual([8, null])
    expect(written.intervals?.egressPayloadBytesPerSec).toBeNull()
    const read = measurePerfTest(plan, [consumerOutput(1000, 30)])
    expect([read.windows, read.figures.recordsPerSec, read.figures.ingressPayloadBytesPerSec]).toEqual([8, null, null])
    expect((read.figures.egressPayloadBytesPerSec ?? 0) / 1_000_000).toBeCloseTo(1, 4)
    expect(read.notes).toEqual([])
  })

  it('has no windows if a client printed its totals alone, because nobody knows when it sent what', () => {
    const { lines, ...output } = producerOutput(() => 500, { startMs: 0, seconds: 30 })
    const outputs = [
      producerOutput(() => 1000, { startMs: 0, seconds: 30 }),
      { ...output, lines: lines.slice(-1) },
      consumerOutput(1500, 30),
    ]
    const run = measurePerfTest(plan, outputs)
    expect([run.windows, run.intervals]).toEqual([0, null])
    expect(run.figures.recordsPerSec).toBeCloseTo(1500, 6)
    expect(run.notes).toEqual([expect.stringContaining('began to send 0.0 s after')])
  })

  it('says of a client that printed nothing at all just that', () => {
    const nothing: ToolOutput = { role: 'producer', name: 'p1', version: toolVersion, lines: [], end: null }
    const { figures, windows, notes } = measurePerfTest(plan, [nothing, consumerOutput(1000, 30)])
    expect([figures.egressPayloadBytesPerSec, windows]).toEqual([null, 0])
    expect(notes).toEqual(['The producer p1 printed no figures. Sums without it would be wrong, so none is given.'])
  })

  it('quotes the last line with words of a client that printed no figures, its first 200 characters', () => {
    const quoteOf = (texts: readonly string[]) => {
      const lines = texts.map((text) => ({ atMs: 0, text }))
      const silent: ToolOutput = { role: 'consumer', name: 'g-1', version: toolVersion, lines, end: null }
      return /its last line: (.*)\. Sums without/.exec(measurePerfTest(plan, [silent]).notes.join(' '))?.[1]
    }
    expect(quoteOf(['usage: first', '  Error: no such topic  ', '   ', ''])).toBe('Error: no such topic')
    expect(quoteOf(['x'.repeat(201)])).toBe('x'.repeat(200))
    expect(quoteOf([' ', ''])).toBeUndefined()
  })

  it('gives no sum if a client printed no figures, and says what it printed instead', () => {
    const silent: ToolOutput = {
      role: 'consumer',
      name: 'g-1',
      version: toolVersion,
      lines: [{ atMs: 0, text: 'Error: Could not find or load main class' }],
      end: 'exited with code 1',
    }
    const run = measurePerfTest(plan, [producerOutput(() => 1000, { startMs: 0, seconds: 30 }), silent])
    expect(run.figures.recordsPerSec).toBeNull()
    expect(run.intervals).toBeNull()
    expect(run.notes.join(' ')).toContain(
      'g-1 printed no figures and exited with code 1; its last line: Error: Could not',
    )
  })

  it('gives the tools’ own totals, without an interval, if it is too short for a window', () => {
    const run = measurePerfTest(plan, [producerOutput(() => 1000, { startMs: 0, seconds: 5 })])
    expect([run.windows, run.intervals]).toEqual([0, null])
    expect(run.figures.recordsPerSec).toBeCloseTo(1000, 6)
    expect(run.figures.egressPayloadBytesPerSec).toBeNull()
  })
})

describe('a plan as arguments of Kafka’s own tools', () => {
  const [first] = plan.producers
  const [group] = plan.consumerGroups
  if (first === undefined || group === undefined) throw new Error('the plan has no clients')

  it('offers what the plan offers, a third of a record a second included', () => {
    const words = producerPerfTestArguments(plan, { ...first, recordsPerSec: 1000 / 3 })
    expect(words.slice(0, 8)).toEqual([
      ...['--topic', first.topic, '--num-records', '10000', '--record-size', '1000', '--throughput', '333.333'],
    ])
    expect(words).toContain('acks=all')
  })

  it('reads in the plan’s group until it has all records, or until the timeout without records', () => {
    const words = consumerPerfTestArguments(group, { records: 42, idleMs: 7_000 }).join(' ')
    expect(words).toContain(`--group ${group.groupId} --num-records 42 --timeout 7000`)
  })

  it('says what the tools cannot do of it', () => {
    expect(perfTestLimits(plan)).toHaveLength(1)
    const ramp = { ...plan, schedule: { kind: 'ramp', fromFactor: 0, toFactor: 1 } } as const
    const zstd = { ...ramp, producers: [{ ...first, compression: 'zstd' as const }] }
    expect(perfTestLimits(zstd).join(' ')).toMatch(
      /instead of the ramp of this run.*do not compress as the plan states/,
    )
  })
})
