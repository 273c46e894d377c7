import { describe, expect, it } from 'vitest'
import { parseConsumerPerfTest } from '../../../../src/measurement/imports/consumer-perf-test.ts'
import { fixture, mebibytes } from './fixture.ts'

function parse(text: string) {
  return parseConsumerPerfTest({ name: 'out.txt', text })
}

describe('the output of kafka-consumer-perf-test', () => {
  it('gives the rate without the time of joining the group', () => {
    const { parts, problems } = parseConsumerPerfTest(fixture('kafka-4.3.1/consumer.txt'))
    expect(problems).toEqual([])
    expect(parts).toMatchObject([
      {
        role: 'consumer',
        line: 2,
        records: 200_415,
        durationMs: 2_388,
        payloadBytes: 97.8589 * 2 ** 20,
        payloadBytesPerSec: 40.9794 * 2 ** 20,
        latencies: [],
        notes: ['Its rate excludes the 1,440 ms that it took to join the group.'],
      },
    ])
  })

  it('computes the white paper’s figure from detailed lines: last total x 1000 / sum of fetch times', () => {
    const output = fixture('kafka-4.3.1/consumer-detailed.txt')
    const rows = output.text.trim().split('\n').slice(1)
    const fetchMs = rows.reduce((sum, row) => sum + Number(row.split(', ')[7]), 0)
    const [part] = parseConsumerPerfTest(output).parts
    expect(part).toMatchObject({ records: 124_992, durationMs: fetchMs, isCutOff: false })
    expect(mebibytes(part?.payloadBytesPerSec)).toBeCloseTo((61.0313 * 1000) / fetchMs, 9)
    expect(part?.windows).toHaveLength(rows.length)
  })

  it('reads decimal commas', () => {
    const [part] = parseConsumerPerfTest(fixture('kafka-4.3.1/consumer-german-locale.txt')).parts
    expect(part).toMatchObject({ records: 100_232, payloadBytesPerSec: 82.1165 * 2 ** 20, durationMs: 596 })
  })

  it('needs no header, and says where a consumer waited in vain', () => {
    const [part] = parseConsumerPerfTest(fixture('kafka-4.3.1/consumer-timeout.txt')).parts
    expect(part?.records).toBe(240_000)
    expect(part?.notes.join()).toContain('ended by its timeout of 3000 ms')
  })

  it('uses the rate with the joining time if the output of an old Kafka has no other', () => {
    const [part] = parse('2017-01-01 10:00:00:000, 2017-01-01 10:00:10:000, 100.0000, 10.0000, 2000, 200.0000\n').parts
    expect(part).toMatchObject({ payloadBytesPerSec: 10 * 2 ** 20, recordsPerSec: 200, durationMs: null })
    expect(part?.notes.join()).toContain('includes the time of joining')
  })

  it('does the same where the fetch time is wrong, as Kafka printed it before 2.6', () => {
    const row = '2020-01-01 10:00:00:000, 2020-01-01 10:00:10:000, 100.0000, 10.0000, 2000, 200.0000'
    const [part] = parse(`${row}, 1585244840000, -1585244830000, -0.0000, -0.0000\n`).parts
    expect(part).toMatchObject({ payloadBytesPerSec: 10 * 2 ** 20, durationMs: null })
  })

  it('tells consumers in one terminal apart by their totals, and knows what is missing before them', () => {
    const { parts, problems } = parseConsumerPerfTest(fixture('white-paper/example-output.txt'))
    expect(problems).toEqual([])
    expect(parts.map(({ records }) => records)).toEqual([751_020, 748_400, 751_082])
    for (const part of parts) {
      expect(part.isCutOff).toBe(true)
      expect(mebibytes(part.payloadBytesPerSec)).toBeCloseTo(24.4, 0)
    }
  })

  const heading = 'start.time, end.time, data.consumed.in.MB, MB.sec, data.consumed.in.nMsg, nMsg.sec'
  const newer = ', rebalance.time.ms, fetch.time.ms, fetch.MB.sec, fetch.nMsg.sec'
  const oldRow = '2017-01-01 10:00:00:000, 2017-01-01 10:00:10:000, 100.0000, 10.0000, 2000, 200.0000'

  it('refuses a row that has another number of columns than its heading, however the heading was broken', () => {
    expect(parse(`${heading}\n${oldRow}\n`).problems).toEqual([])
    for (const wide of [
      heading + newer,
      `${heading},\nrebalance.time.ms, fetch.time.ms,\nfetch.MB.sec, fetch.nMsg.sec`,
    ]) {
      const { problems } = parse(`${wide}\n${oldRow}\n`)
      expect(problems.map(({ message }) => message)).toEqual([
        'expected 10 columns, as in the headings of line 1, found 6',
      ])
    }
  })

  it('refuses totals and rates that are no numbers', () => {
    const { problems } = parse(`${oldRow.replace('2000', 'NaN')}\n${oldRow.replace('200.0000', 'NaN')}\n`)
    expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      expect.stringContaining('1: expected numbers for data.consumed.in.MB and data.consumed.in.nMsg, found'),
      expect.stringContaining('2: expected numbers for MB.sec and nMsg.sec, found'),
    ])
  })

  it('refuses totals of runs at different times, and adds up those of the same time', () => {
    const row = (from: string, to: string) =>
      `2017-01-01 10:${from}:000, 2017-01-01 10:${to}:000, 100.0000, 10.0000, 2000, 200.0000\n`
    const [early, late] = [row('00:00', '00:10'), row('00:10', '00:20')]
    expect(parse(early + row('00:05', '00:15')).problems).toEqual([])
    expect(parse(early + late).problems).toEqual([
      { line: 2, message: expect.stringMatching(/another time than that of line 1; expected one run in a file/) },
    ])
    expect(parse(late + early).problems).toMatchObject([{ line: 2 }])
    expect(parse(early + row('00:05', '00:15') + late).problems).toMatchObject([{ line: 3 }])
  })

  it('names a row with a column too few', () => {
    const { problems } = parse('2026-11-21 02:50:37:618, 2026-11-21 02:50:39:657, 146.4844, 71.8413, 300000\nend\n')
    expect(problems).toMatchObject([{ line: 1 }])
    expect(problems[0]?.message).toContain('expected the columns start.time, end.time')
  })

  it('gives the rate of the white paper’s script, and does not count the lines that it was computed from', () => {
    const detailed = fixture('kafka-4.3.1/consumer-detailed.txt').text
    const { parts, problems } = parse(`${detailed}Consumer: 24.4 MB/sec\nConsumer 2: 12.5 MB/sec\n`)
    expect(problems).toEqual([])
    expect(parts.map(({ records, payloadBytesPerSec }) => [records, mebibytes(payloadBytesPerSec)])).toEqual([
      [null, 24.4],
      [null, 12.5],
    ])
  })

  it('has no rate of intervals without time for fetching, and leaves them out of its periods', () => {
    const row = (records: number, fetchMs: number) =>
      `2026-11-21 10:00:0${records / 1000}:000, 0, ${records / 1000}.0000, 0.0000, ${records}, 0.0000, 0, ${fetchMs}, 1.0000, 1000.0000\n`
    const [idle] = parse(row(1000, 0)).parts
    expect(idle).toMatchObject({ durationMs: null, recordsPerSec: null, payloadBytesPerSec: null, windows: [] })
    const [busy] = parse(row(1000, 1000)).parts
    expect(busy?.windows).toEqual([{ durationMs: 1000, recordsPerSec: 1000, payloadBytesPerSec: 2 ** 20 }])
  })

  it('counts what a consumer read from its first line on, and says what is missing before it', () => {
    // 5,000 records and 5 MiB before the first line, then 1,000 records and 1 MiB in each second.
    const row = (second: number, records: number) =>
      `2026-11-21 10:00:0${second}:000, 0, ${records / 1000}.0000, 1.0000, ${records}, 1000.0000, 200, 800, 1.2500, 1250.0000\n`
    const [part, ...others] = parse(row(1, 6000) + row(2, 7000)).parts
    expect(others).toEqual([])
    expect(part).toMatchObject({ records: 2000, payloadBytes: 2 * 2 ** 20, durationMs: 1600, isCutOff: true, line: 2 })
    expect(part?.notes.at(-1)).toBe(
      'Its first line begins at record 5000. What was printed before is missing and not counted.',
    )
  })

  it('says of a consumer of older Kafka, too, that it waited in vain, and of no other', () => {
    const warning = 'WARNING: Exiting before consuming the expected number of messages: timeout (10000 ms) exceeded.'
    const [idle] = parse(`${warning}\n${oldRow}\n`).parts
    expect(idle?.notes).toHaveLength(2)
    expect(idle?.notes.at(-1)).toBe(
      'A consumer ended by its timeout of 10000 ms without records. Its rate includes that idle time.',
    )
    expect(parse(`${oldRow}\n`).parts[0]?.notes).toHaveLength(1)
  })

  it('leaves out a last line that was cut off, but not a broken line in the middle', () => {
    const cut = '2026-11-21 02:50:37:618, 2026-11-21 02:50:39:657, 146.48'
    expect(parse(`${oldRow}\n${cut}`)).toMatchObject({ parts: [{ records: 2000 }], problems: [] })
    expect(parse(`${cut}\n${oldRow}\n`).problems).toMatchObject([{ line: 1 }])
  })

  it('takes the rate with the joining time where the rate of fetching is no number', () => {
    const [part] = parse(`${oldRow}, 3000, 7000, NaN, NaN\n`).parts
    expect(part).toMatchObject({ recordsPerSec: 200, payloadBytesPerSec: 10 * 2 ** 20, durationMs: null })
    expect(part?.notes).toEqual([
      'Its rate includes the time of joining the group, which this output does not show separately.',
    ])
  })
})
