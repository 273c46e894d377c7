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
})
