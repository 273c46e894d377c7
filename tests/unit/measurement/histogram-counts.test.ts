import { deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  encodedHistogram,
  histogramText,
  maxHistogramBytes,
  maxHistogramCounters,
  maxHistogramLength,
} from '../../../src/contracts/encoded-histogram.ts'
import { check } from '../../../src/contracts/parse.ts'
import {
  createLatencyRecorder,
  mergeEncodedHistograms,
  mergeReadableHistograms,
  summariseHistogram,
} from '../../../src/measurement/histogram.ts'
import { highestValueAt, readHistogramCounts } from '../../../src/measurement/histogram-counts.ts'
import { encodeSparse } from '../../../src/workbench/reports/sparse-histogram.ts'
import { readByLibrary } from '../workbench/reports/library-reading.ts'
import { histogramBomb, unwrapped, wrapped } from './histogram-bombs.ts'

const latencyUs = fc.oneof(fc.nat(5_000), fc.nat(4_000_000_000), fc.constantFrom(0, 1_023, 1_024, 2_047, 2_048))

function encode(values: readonly number[]): string {
  const recorder = createLatencyRecorder()
  for (const value of values) recorder.recordUs(value)
  return recorder.takeEncoded() ?? ''
}

/** A real histogram with other bytes inside. */
function changed(change: (inner: Buffer) => Buffer | undefined): string {
  const inner = inflateSync(unwrapped(encode([1, 5, 700, 90_000])))
  return wrapped(deflateSync(change(inner) ?? inner))
}

describe('the counts of a histogram', () => {
  it('are those that the library reads', () => {
    fc.assert(
      fc.property(fc.array(latencyUs, { minLength: 1, maxLength: 80 }), (values) => {
        const encoded = encode(values)
        const theirs = readByLibrary([encoded], [50, 99, 100])
        const ours = summariseHistogram(encoded)
        expect([ours?.p50Us, ours?.p99Us, ours?.maxUs, ours?.meanUs]).toEqual([
          ...(theirs?.valuesUs ?? []),
          theirs?.meanUs,
        ])
        expect(ours?.count).toBe(values.length)
      }),
    )
  })

  it('reach to the largest exact value of a double, with as many counts as the limit allows', () => {
    expect(highestValueAt(maxHistogramCounters - 1)).toBe(Number.MAX_SAFE_INTEGER)
    const read = readHistogramCounts(encode([Number.MAX_SAFE_INTEGER]))
    expect(read).toMatchObject({ indexes: [maxHistogramCounters - 1], counts: [1] })
  })

  it('of the largest possible histogram are within all limits, although it cannot be compressed', () => {
    // Counts of seven bytes that share no pattern; a linear congruence gives the same each time.
    let state = 1
    const counts = new Map<number, number>()
    for (let index = 0; index < maxHistogramCounters; index += 1) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      counts.set(index, 2 ** 41 + state * 8 + (state % 8))
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const encoded = encodeSparse({ counts, highestTrackable: 2n ** 53n - 1n })
    expect(inflateSync(unwrapped(encoded)).length).toBe(maxHistogramBytes)
    expect(histogramText.safeParse(encoded).success).toBe(true)
    const read = readHistogramCounts(encoded)
    // So many records are more than a double counts one by one: only the bounds are asked here.
    expect(Number.isSafeInteger(total)).toBe(false)
    expect(read).toBe('unreadable')
  })

  it.each([
    ['no base64', '!'],
    ['nothing behind the cookie', Buffer.from([0x1c, 0x84, 0x93, 0x14, 0, 0, 0, 0]).toString('base64')],
    ['another cookie', `A${encode([1]).slice(1)}`],
    ['bytes that are not compressed', wrapped(Buffer.from('no histogram'))],
    ['a head that is cut', changed((inner) => inner.subarray(0, 39))],
    ['another cookie inside', changed((inner) => void inner.writeInt32BE(7, 0))],
    ['a length below zero', changed((inner) => void inner.writeInt32BE(-1, 4))],
    ['a length beyond its end', changed((inner) => void inner.writeInt32BE(inner.length - 39, 4))],
    ['other digits', changed((inner) => void inner.writeInt32BE(5, 12))],
    ['another unit', changed((inner) => void inner.writeBigInt64BE(2n, 16))],
    ['a count that does not end', changed((inner) => void inner.writeUInt8(0x80, inner.length - 1))],
    ['more counters than there are', changed((inner) => withPayload(inner, [0xff, 0xff, 0x7f, 2]))],
    ['a count of eight bytes', changed((inner) => withPayload(inner, [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1]))],
  ])('are not read from %s', (_what, encoded) => {
    expect(readHistogramCounts(encoded)).toBe('unreadable')
    expect(mergeReadableHistograms([encoded])).toEqual({ encoded: null, unreadable: 1 })
    expect(() => mergeEncodedHistograms([encoded])).toThrow('cannot be read: it is damaged')
  })
})

function withPayload(inner: Buffer, payload: readonly number[]): Buffer {
  inner.writeInt32BE(payload.length, 4)
  return Buffer.concat([inner.subarray(0, 40), Buffer.from(payload)])
}

describe('a histogram that unpacks to more than the limit', () => {
  it('is refused by its length, with the field', async () => {
    const bomb = await histogramBomb(400_000_000)
    expect(bomb.length).toBeGreaterThan(maxHistogramLength)
    expect(check(encodedHistogram, bomb)).toMatchObject({
      ok: false,
      problems: [
        {
          message: expect.stringContaining(`expected a latency histogram of up to ${maxHistogramLength} characters`),
        },
      ],
    })
    expect(readHistogramCounts(bomb)).toBe('too-large')
    expect(() => summariseHistogram(bomb)).toThrow('it unpacks to more than 315432 bytes')
  })

  it('is refused before it is unpacked, also if its packed length is possible', async () => {
    const bomb = await histogramBomb(300_000_000)
    expect(bomb.length).toBeLessThan(maxHistogramLength)
    const before = process.resourceUsage().maxRSS
    expect(readHistogramCounts(bomb)).toBe('too-large')
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(50_000)
  })

  it('is refused before data after the limit is read', async () => {
    const bomb = unwrapped(await histogramBomb(10_000_000))
    // Cut: unpacked to its end it would be damaged.
    expect(readHistogramCounts(wrapped(bomb.subarray(0, bomb.length / 2)))).toBe('too-large')
  })

  it('is refused one byte above the limit, and read at the limit', async () => {
    expect(readHistogramCounts(await histogramBomb(maxHistogramBytes + 1))).toBe('too-large')
    // As many zeros are more counters than there are.
    expect(readHistogramCounts(await histogramBomb(maxHistogramBytes))).toBe('unreadable')
    expect(readHistogramCounts(await histogramBomb(40 + maxHistogramCounters))).toMatchObject({ indexes: [] })
  })
})
