import { describe, expect, it } from 'vitest'
import { parseProducerPerfTest } from '../../../../src/measurement/imports/producer-perf-test.ts'
import { fixture, mebibytes } from './fixture.ts'

function parse(text: string) {
  return parseProducerPerfTest({ name: 'out.txt', text })
}

const total =
  '300000 records sent, 29946.097025 records/sec (14.62 MB/sec), 25.84 ms avg latency, 404.00 ms max latency, 1 ms 50th, 247 ms 95th, 341 ms 99th, 393 ms 99.9th.'
const steady =
  '200000 steady state records sent, 29904.306220 records/sec (14.60 MB/sec), 1.51 ms avg latency, 21.00 ms max latency, 1 ms 50th, 4 ms 95th, 8 ms 99th, 16 ms 99.9th.'
const window = '59943 records sent, 29926.6 records/sec (14.61 MB/sec), 13.6 ms avg latency, 251.0 ms max latency.'

describe('the output of kafka-producer-perf-test', () => {
  it('gives the total, MiB as bytes, with its latencies in microseconds', () => {
    const { parts, problems } = parseProducerPerfTest(fixture('kafka-4.3.1/producer.txt'))
    expect(problems).toEqual([])
    expect(parts).toHaveLength(1)
    expect(parts[0]).toMatchObject({
      role: 'producer',
      line: 9,
      records: 120_000,
      recordsPerSec: 11_660.674376,
      payloadBytesPerSec: 5.69 * 2 ** 20,
      wireBytesPerSec: null,
      isCutOff: false,
      latencies: [
        { kind: 'service', meanUs: 3_491_140, p50Us: 3_593_000, p99Us: 4_714_000, p999Us: 4_732_000, maxUs: 4_735_000 },
      ],
    })
    expect(parts[0]?.durationMs).toBeCloseTo(10_291, 0)
    expect(parts[0]?.windows).toHaveLength(8)
    expect(parts[0]?.windows[1]?.durationMs).toBeCloseTo(1_375, 0)
  })

  it('reads the lines of progress of older versions, whose maximum has no unit', () => {
    const old = window.replace('251.0 ms max', '251.0 max')
    const { parts, problems } = parse(`${old}\n${old}\n${total}\n`)
    expect(problems).toEqual([])
    expect(parts).toHaveLength(1)
    expect(parts[0]?.windows).toHaveLength(2)
    const [cutOff] = parse(`${old}\n`).parts
    expect(cutOff?.latencies).toMatchObject([{ meanUs: 13_600, maxUs: 251_000 }])
  })

  it('takes the steady state where there is one, and says what it leaves out', () => {
    const [part] = parseProducerPerfTest(fixture('kafka-4.3.1/producer-warm-up.txt')).parts
    expect(part).toMatchObject({ records: 60_000, recordsPerSec: 14_326.647564, line: 8 })
    expect(part?.notes.join()).toContain('without 30000 records of warm-up; with them it was 7.57 MiB/s')
  })

  it('passes over the table of --print-metrics', () => {
    const { parts, problems } = parseProducerPerfTest(fixture('kafka-4.3.1/producer-metrics.txt'))
    expect([parts.length, problems]).toEqual([1, []])
    expect(mebibytes(parts[0]?.payloadBytesPerSec)).toBeCloseTo(5.07, 10)
  })

  it('reads decimal commas: Java prints in the language of its machine', () => {
    const [part] = parseProducerPerfTest(fixture('kafka-4.3.1/producer-german-locale.txt')).parts
    expect(part).toMatchObject({ recordsPerSec: 19_792.182088, payloadBytesPerSec: 9.66 * 2 ** 20 })
  })

  it('counts each total of a file as a producer, and the second of one run only once', () => {
    expect(parse(`${total}\n${steady}\n${total}\n`).parts.map(({ records }) => records)).toEqual([200_000, 300_000])
  })

  it('without a total gives the sum of its lines, as cut off and without percentiles', () => {
    const [part] = parse(`${window}\n${window}\n`).parts
    expect(part).toMatchObject({ records: 119_886, isCutOff: true, payloadBytesPerSec: 14.61 * 2 ** 20 })
    expect(part?.latencies).toMatchObject([{ p50Us: null, p99Us: null, maxUs: 251_000 }])
    expect(part?.latencies[0]?.meanUs).toBeCloseTo(13_600, 6)
  })

  it('leaves out a last line that was cut in the middle', () => {
    const { parts, problems } = parse(`${window}\n59943 records sent, 299`)
    expect([parts.length, parts[0]?.isCutOff, problems]).toEqual([1, true, []])
  })

  it('names every line that is not as it should be', () => {
    const { problems } = parse(`300000 records sent, fast\n${window}\n12 records sent, 1 records/sec\n${total}\n`)
    expect(problems.map(({ line }) => line)).toEqual([1, 3])
    expect(problems[0]?.message).toContain('found "300000 records sent, fast"')
  })

  it('notes errors that the tool does not count', () => {
    const failure = 'org.apache.kafka.common.errors.TimeoutException: Expiring 3 record(s)\n\tat java.base/x\n'
    const [part] = parse(`${failure}${failure}${total}\n`).parts
    expect(part?.notes).toEqual([
      'The output holds 2 errors (first TimeoutException); the tool does not count records that failed.',
    ])
  })

  it('refuses a second run that follows the first in the same file, and says at its first line what to do', () => {
    const { text } = fixture('kafka-4.3.1/producer.txt')
    expect(parse(text + text).problems).toEqual([
      { line: 10, message: expect.stringMatching(/after the total in line 9; expected one run in a file.*--repeats/) },
    ])
    const warmUp = fixture('kafka-4.3.1/producer-warm-up.txt').text
    expect(parse(warmUp + text).problems).toMatchObject([{ line: warmUp.trimEnd().split('\n').length + 1 }])
  })

  it('adds up producers that print to one terminal at the same time', () => {
    // Totals of 10 s, lines of 5 s. The second began with the first, or ends after it.
    const line = '149730 records sent, 29946.0 records/sec (14.62 MB/sec), 13.6 ms avg latency, 251.0 ms max latency.\n'
    expect(parse(`${line.repeat(3)}${total}\n${line}${total}\n`).problems).toEqual([])
    expect(parse(`${line.repeat(4)}${total}\n${total}\n`).problems).toEqual([])
    expect(parse(`${line.repeat(2)}${total}\n${line.repeat(2)}${total}\n`).problems).toMatchObject([{ line: 4 }])
  })

  it('leaves out lines of several producers in one terminal, and keeps the total', () => {
    const [part] = parse(`${`${window}\n`.repeat(6)}${total}\n`).parts
    expect(part?.windows).toEqual([])
    expect(part?.notes.join()).toContain('mix several producers')
  })

  it.each([
    ['a rate', total.replace('29946.097025', 'NaN'), 'records/sec'],
    ['a size', total.replace('14.62', 'Infinity'), 'MB/sec'],
    ['a mean latency', total.replace('25.84', 'NaN'), 'avg latency'],
    ['the latency of an interval with records', window.replace('13.6', 'NaN'), 'avg latency'],
  ])('refuses a line in which %s is no number', (_, line, name) => {
    const { problems } = parse(`${line}\n${total}\n`)
    expect(problems).toMatchObject([
      { line: 1, message: expect.stringContaining(`expected numbers for ${name}, found`) },
    ])
  })

  it('refuses the total of a tool that sent no record, and passes over an interval without records', () => {
    const nothing = '0 records sent, 0.000000 records/sec (0.00 MB/sec), NaN ms avg latency, 0.00 ms max latency'
    expect(parse(`${nothing}.\n${total}\n`).problems).toEqual([])
    expect(parse(`${nothing}, 0 ms 50th, 0 ms 95th, 0 ms 99th, 0 ms 99.9th.\n`).problems).toMatchObject([{ line: 1 }])
  })

  it('finds nothing in what another tool printed', () => {
    expect(parse('some text\n1, 2, 3\n')).toEqual({ parts: [], problems: [] })
  })
})
