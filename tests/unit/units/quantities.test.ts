import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalByteRate, formatBinaryByteRate, formatByteRate, parseByteRate } from '../../../src/units/byte-rate.ts'
import { canonicalBytes, formatBinaryBytes, formatBytes, parseBytes } from '../../../src/units/bytes.ts'
import { canonicalCount, formatCount, parseCount } from '../../../src/units/count.ts'
import { canonicalDuration, formatDuration, formatMicroseconds, parseDuration } from '../../../src/units/duration.ts'
import { formatInUnit } from '../../../src/units/in-unit.ts'
import { groupDigits } from '../../../src/units/number-text.ts'
import { formatFactor, formatPercent } from '../../../src/units/ratio.ts'
import type { Reading } from '../../../src/units/reading.ts'
import { canonicalRecordRate, formatRecordRate, parseRecordRate } from '../../../src/units/record-rate.ts'

const outcomeOf = (reading: Reading) => (reading.ok ? reading.value : reading.problem)

describe('parsed quantities', () => {
  it.each([
    ['512', 512],
    ['512 B', 512],
    ['100 MB', 1e8],
    ['100MB', 1e8],
    ['1.2 GiB', 1.2 * 2 ** 30],
    ['16 KiB', 16_384],
    ['16k', 16_000],
    ['16\u2009000 kB', 16e6],
    ["1'048'576", 2 ** 20],
    ['1 048 576.5 B', 1_048_576.5],
    ['1,048,576 bytes', 2 ** 20],
    ['2 TB', 2e12],
    ['5 megabytes', 5e6],
  ])('"%s" is %d bytes', (text, bytes) => {
    expect(outcomeOf(parseBytes(text))).toBe(bytes)
  })

  it.each([
    ['50 MB/s', 5e7],
    ['50MB/s', 5e7],
    ['50 MBps', 5e7],
    ['10 MiB/s', 10 * 2 ** 20],
    ['50 MB per second', 5e7],
    ['0', 0],
    ['2 TB/day', 2e12 / 86_400],
    ['6 GB/h', 6e9 / 3600],
    ['1.5 Gbit/s', 187_500_000],
    ['1.5 Gbps', 187_500_000],
    ['800 Mbps', 1e8],
    ['1 GB/min', 1e9 / 60],
    ['2 TB daily', 2e12 / 86_400],
    ['50 megabytes per second', 5e7],
    ['1 PB/month', 1e15 / (30 * 86_400)],
  ])('"%s" is %d bytes a second', (text, bytesPerSec) => {
    expect(outcomeOf(parseByteRate(text))).toBe(bytesPerSec)
  })

  it.each([
    ['60,000', 60_000],
    ['60 000', 60_000],
    ['60k/s', 60_000],
    ['60k', 60_000],
    ['60,000 records/s', 60_000],
    ['1 record/s', 1],
    ['1.2 million msg/s', 1_200_000],
    ['2.3 M/s', 2_300_000],
    ['500 M events/day', 5e8 / 86_400],
    ['86,400 messages per day', 1],
    ['3 Mrd events daily', 3e9 / 86_400],
    ['3 billion messages a month', 3e9 / (30 * 86_400)],
    ['100 msg/min', 100 / 60],
    ['60.5/s', 60.5],
    ['60.0000/s', 60],
    ['1.234 M/s', 1_234_000],
    ['60 000/s', 60_000],
    [
      '5 krecords/min',
      '"5 krecords/min" is not a rate of records; write it like 60,000 records/s, 60k/s or 500 M events/day.',
    ],
  ])('"%s" is %s records a second', (text, recordsPerSec) => {
    expect(outcomeOf(parseRecordRate(text))).toBe(recordsPerSec)
  })

  it.each([
    ['110s', 110_000],
    ['2 min', 120_000],
    ['11 h', 39_600_000],
    ['7 days', 604_800_000],
    ['1 h 30 min', 5_400_000],
    ['1min50s', 110_000],
    ['1 min, 50 s', 110_000],
    ['1 week 2 d 3 h, 4 min and 5 s 6 ms 7 us', 788_645_006.007],
    ['500 ms', 500],
    ['250 µs', 0.25],
    ['0', 0],
  ])('"%s" is %d ms', (text, ms) => {
    expect(outcomeOf(parseDuration(text))).toBe(ms)
  })

  it.each([
    ['108', 108],
    ['3k', 3000],
    ['4,500', 4500],
    ['1.5 million', 1_500_000],
    ['2.3 M', 2_300_000],
  ])('"%s" is %d things', (text, count) => {
    expect(outcomeOf(parseCount(text))).toBe(count)
  })

  it.each([
    ['12 partitions', 12],
    ['1 Partition', 1],
    ['3k partitions', 3000],
    ['1.5 million partitions', 1_500_000],
    ['4,500partitions', 4500],
    ['12', 12],
  ])('"%s" is %d of what is counted', (text, count) => {
    expect(outcomeOf(parseCount(text, ['partition', 'partitions']))).toBe(count)
  })

  it.each([
    ['12 topics', 'is not a count'],
    ['partitions', 'is not a count'],
    ['12 repartitions', 'is not a count'],
    ['12 partitions partitions', 'is not a count'],
    ['4.500 partitions', 'can mean thousands or decimals'],
    ['2.5 partitions', 'is not a whole number'],
  ])('"%s" is refused where partitions are counted', (text, problem) => {
    expect(outcomeOf(parseCount(text, ['partition', 'partitions']))).toContain(problem)
  })

  it.each([
    [parseBytes, 'ten MB', '"ten MB" is not a size; write it like 512 B, 16 KiB, 100 MB or 1.2 GiB.'],
    [parseBytes, '', 'An empty value is not a size; write it like 512 B, 16 KiB, 100 MB or 1.2 GiB.'],
    [parseBytes, '-5 MB', '"-5 MB" is not a size'],
    [parseBytes, '1,5 MB', '"1,5 MB" has a decimal comma; write 1.5 MB.'],
    [parseByteRate, '12,5 MB/s', '"12,5 MB/s" has a decimal comma; write 12.5 MB/s.'],
    [parseRecordRate, '0,5k/s', '"0,5k/s" has a decimal comma; write 0.5k/s.'],
    [parseDuration, '0,05 s', '"0,05 s" has a decimal comma; write 0.05 s.'],
    [parseBytes, '1,5,2 MB', '"1,5,2 MB" is not a size'],
    [parseCount, '2,5', '"2,5" is not a count'],
    [parseBytes, '1e999 MB', '"1e999 MB" is not a size'],
    [parseBytes, '16.000', '"16.000" can mean thousands or decimals; write it with its unit'],
    [parseBytes, '5 constructor', '"5 constructor" is not a size'],
    [parseByteRate, '50', '"50" has no unit; write it with its unit, like 50 MB/s'],
    [parseByteRate, '50 MB', '"50 MB" is not a rate; write it with its unit, like 50 MB/s'],
    [parseByteRate, '50 mb/s', '"50 mb/s" can mean bytes or bits; write MB/s for bytes or Mbit/s for bits.'],
    [parseByteRate, '50 mbps', '"50 mbps" can mean bytes or bits'],
    [parseByteRate, '50 MB/fortnight', '"50 MB/fortnight" is not a rate'],
    [parseRecordRate, '60 MB/s', '"60 MB/s" is not a rate of records'],
    [parseRecordRate, '60.000/s', '"60.000/s" can mean thousands or decimals; write 60,000 records/s'],
    [parseRecordRate, '1.500', '"1.500" can mean thousands or decimals'],
    [parseCount, '4.500', '"4.500" can mean thousands or decimals'],
    [parseDuration, '110', '"110" has no unit of time; write it like 500 ms, 110 s, 2 min'],
    [parseDuration, '5 parsecs', '"5 parsecs" is not a duration'],
    [parseDuration, '1s1s', '"1s1s" has a unit of time twice, or after a smaller one; write it like 500 ms'],
    [parseDuration, '30 min 1 h', 'has a unit of time twice, or after a smaller one'],
    [parseDuration, '2 m 3 minutes', 'has a unit of time twice'],
    [parseDuration, '1 h and', '"1 h and" is not a duration'],
    [parseDuration, '1 h,', '"1 h," is not a duration'],
    [parseDuration, '1e308 years', 'too large'],
    [parseBytes, '5MB3MB', '"5MB3MB" is not a size'],
    [parseBytes, '1e308 PB', 'too large'],
    [parseByteRate, '1e308 PB/s', 'too large'],
    [parseByteRate, '5 MB/s/s', 'is not a rate'],
    [parseRecordRate, '1e308 bn/s', 'too large'],
    [parseRecordRate, '60 rps per day', '"60 rps per day" is not a rate of records'],
    [parseCount, '9,007,199,254,740,993', '"9,007,199,254,740,993" is too large.'],
    [parseCount, '1e300', 'is too large'],
    [parseCount, '3k3k', 'is not a count'],
    // Some people write the decimals of a thousand, or of a half, after a comma.
    [parseBytes, '1 000,000 MB', 'is not a size'],
    [parseBytes, '1,000 000 MB', 'is not a size'],
    [parseBytes, '0,500 MB', '"0,500 MB" has a decimal comma; write 0.500 MB.'],
    [parseBytes, '0x10 MB', 'is not a size'],
    [parseBytes, '\u0661 MB', 'is not a size'],
    [parseBytes, '\uff15 MB', 'is not a size'],
    [parseBytes, '1\u200b000 MB', 'is not a size'],
    [parseCount, '2.5', '"2.5" is not a whole number.'],
    [parseCount, '3 kB', '"3 kB" is not a count; write it like 108, 4,500 or 3k.'],
  ])('%o refuses "%s"', (parse, text, problem) => {
    expect(outcomeOf(parse(text))).toContain(problem)
  })
})

describe('formatted quantities', () => {
  it.each([
    [formatByteRate(5e7), '50 MB/s'],
    [formatByteRate(125_512_258), '125.5 MB/s'],
    [formatByteRate(999_999_999), '1 GB/s'],
    [formatByteRate(0), '0 B/s'],
    [formatByteRate(0.0116), '0.012 B/s'],
    [formatBinaryByteRate(0.28), '0.28 B/s'],
    [formatBinaryByteRate(106 * 2 ** 20), '106 MiB/s'],
    [formatBytes(16_384), '16.4 kB'],
    [formatBytes(512), '512 B'],
    [formatBinaryBytes(10.4 * 2 ** 20), '10.4 MiB'],
    [formatBinaryBytes(512), '512 B'],
    [formatRecordRate(60_000), '60,000 records/s'],
    [formatRecordRate(0.0123), '0.012 records/s'],
    [formatRecordRate(1_234_567.8), '1,234,568 records/s'],
    [formatDuration(110_000), '1 min 50 s'],
    [formatDuration(22_000), '22 s'],
    [formatDuration(1500), '1.5 s'],
    [formatDuration(7 * 86_400_000), '7 days'],
    [formatDuration(86_400_000 + 3_600_000 * 2 + 5), '1 day 2 h'],
    [formatDuration(59_999), '1 min'],
    [formatDuration(250), '250 ms'],
    [formatDuration(0), '0 s'],
    [formatMicroseconds(340), '340 µs'],
    [formatMicroseconds(16_880), '16.9 ms'],
    [formatMicroseconds(1_851_000), '1.85 s'],
    [formatPercent(0.04), '4 %'],
    [formatPercent(0.018), '1.8 %'],
    [formatPercent(1.2551), '126 %'],
    [formatPercent(0), '0 %'],
    [formatPercent(0.0001), '< 0.1 %'],
    [formatFactor(3.2), '3.2 times'],
    [formatFactor(0.998), '0.998 times'],
    [formatFactor(1.004), '1.004 times'],
    [formatFactor(1), '1 times'],
    [formatCount(4500), '4,500'],
    [formatInUnit(1, 'partitions'), '1 partition'],
    [formatInUnit(6000, 'partitions'), '6,000 partitions'],
    [formatInUnit(8.14, 'partitions'), '8.1 partitions'],
    [formatInUnit(0.953, 'cores'), '0.95 cores'],
    [formatInUnit(3.048, 'cores'), '3.05 cores'],
    [formatInUnit(15_000, 'requests/s'), '15,000 requests/s'],
    [formatInUnit(5e6, 'bytes/s'), '5 MB/s'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected)
  })

  it('groups digits as the locale en-US does', () => {
    const english = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e15 }), (value) => groupDigits(value) === english.format(value)),
    )
  })
})

describe('the canonical form reads back as the same value', () => {
  const anyValue = fc.oneof(
    fc.double({ min: 0, max: 1e18, noNaN: true }),
    fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
    fc.constantFrom(0, 1, 999, 1000, 1024, 5e7, 1.5e9, 1e-7, 1e21, 0.1 + 0.2),
  )

  it.each([
    ['bytes', canonicalBytes, parseBytes],
    ['bytes/s', canonicalByteRate, parseByteRate],
    ['records/s', canonicalRecordRate, parseRecordRate],
    ['durations', canonicalDuration, parseDuration],
  ] as const)('%s', (_, canonical, parse) => {
    fc.assert(
      fc.property(anyValue, (value) => {
        expect(parse(canonical(value))).toEqual({ ok: true, value })
      }),
    )
  })

  it('counts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), (value) => {
        expect(parseCount(canonicalCount(value))).toEqual({ ok: true, value })
      }),
    )
  })

  it.each([
    [canonicalByteRate(5e7), '50 MB/s'],
    [canonicalByteRate(1234), '1.234 kB/s'],
    [canonicalBytes(16_384), '16.384 kB'],
    [canonicalBytes(512), '512 B'],
    [canonicalRecordRate(60_000), '60,000 records/s'],
    [canonicalDuration(110_000), '1 min 50 s'],
    [canonicalDuration(0.25), '0.25 ms'],
    [canonicalCount(4500), '4,500'],
  ])('%s', (text, expected) => {
    expect(text).toBe(expected)
  })

  // Without a bound of its length, the patterns of units need hours for it.
  it('refuses a number with a million spaces and a sign after it', () => {
    const text = `1 x${' '.repeat(1_000_000)}!`
    for (const parse of [parseBytes, parseByteRate, parseCount, parseDuration, parseRecordRate])
      expect(parse(text).ok).toBe(false)
  })

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const parse of [parseBytes, parseByteRate, parseRecordRate, parseDuration, parseCount]) {
          const reading = parse(text)
          if (reading.ok) expect(reading.value).toBeGreaterThanOrEqual(0)
          else expect(reading.problem).toMatch(/\.$/)
        }
      }),
    )
  })
})
