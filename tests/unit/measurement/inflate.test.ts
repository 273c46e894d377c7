import { constants, deflateSync, inflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxHistogramBytes } from '../../../src/contracts/encoded-histogram.ts'
import { mergeReadableHistograms } from '../../../src/measurement/histogram.ts'
import { inflateWithin } from '../../../src/measurement/inflate.ts'
import { wrapped } from './histogram-bombs.ts'

const maxBytes = 20_000

/** Bytes of few and of many values, and such that repeat what came before. */
const data = fc.oneof(
  fc.uint8Array({ maxLength: 2_000 }),
  fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 8_000 }).map((values) => Uint8Array.from(values)),
  fc
    .tuple(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.integer({ min: 1, max: 90 }))
    .map(([piece, times]) =>
      Uint8Array.from({ length: piece.length * times }, (_, at) => piece[at % piece.length] ?? 0),
    ),
)
const packed = fc
  .record({
    data,
    level: fc.integer({ min: 0, max: 9 }),
    strategy: fc.constantFrom(
      constants.Z_DEFAULT_STRATEGY,
      constants.Z_HUFFMAN_ONLY,
      constants.Z_RLE,
      constants.Z_FIXED,
      constants.Z_FILTERED,
    ),
    memLevel: fc.integer({ min: 1, max: 9 }),
    windowBits: fc.integer({ min: 9, max: 15 }),
  })
  .map(({ data: bytes, ...options }) => deflateSync(bytes, options))
/** Where a byte is changed, and to what. */
const change = fc.tuple(fc.nat(1_000_000), fc.nat(255))

/** What zlib makes of it: the bytes, or null. */
function byZlib(bytes: Uint8Array): Uint8Array | null {
  try {
    return new Uint8Array(inflateSync(bytes, { maxOutputLength: maxBytes }))
  } catch {
    return null
  }
}

function ours(bytes: Uint8Array): Uint8Array | null {
  const read = inflateWithin(bytes, maxBytes)
  return typeof read === 'string' ? null : new Uint8Array(read)
}

describe('zlib data', () => {
  it('is unpacked to the bytes that zlib unpacks it to, however it was packed', () => {
    fc.assert(
      fc.property(packed, (bytes) => {
        expect(ours(bytes)).toEqual(byZlib(bytes))
      }),
    )
  })

  it('that is damaged or cut is refused where zlib refuses it', () => {
    const damaged = fc
      .tuple(packed, fc.array(change, { minLength: 1, maxLength: 3 }), fc.option(fc.nat(1_000_000)))
      .map(([bytes, changes, cut]) => {
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        return cut === null ? bytes : bytes.subarray(0, cut % (bytes.length + 1))
      })
    fc.assert(
      fc.property(damaged, (bytes) => {
        expect(ours(bytes)).toEqual(byZlib(bytes))
      }),
    )
  })

  it.each([
    ['at the limit is unpacked', maxBytes, maxBytes],
    ['of one byte more is refused as too large', maxBytes + 1, 'too-large'],
    ['of thousands of times the limit is refused as too large', 60_000_000, 'too-large'],
  ])('%s', (_what, bytes, expected) => {
    const read = inflateWithin(deflateSync(Buffer.alloc(bytes)), maxBytes)
    expect(typeof read === 'string' ? read : read.length).toBe(expected)
  })

  it('of a length that is already read needs no checksum to be too large', () => {
    const bytes = deflateSync(Buffer.alloc(maxBytes + 1))
    expect(inflateWithin(bytes.subarray(0, -4), maxBytes)).toBe('too-large')
  })
})

describe('damaged histograms', () => {
  it('of a whole run file hold no memory, although all of them are read in one turn of the event loop', () => {
    const damaged = wrapped(Buffer.from('789c0000ff', 'hex'))
    expect(inflateWithin(Buffer.from('789c0000ff', 'hex'), maxHistogramBytes)).toBe('unreadable')
    const { external: before } = process.memoryUsage()
    const { unreadable } = mergeReadableHistograms(Array.from({ length: 50_000 }, () => damaged))
    expect(unreadable).toBe(50_000)
    // A stream of Node's zlib would hold 16 kB of each: 800 MB.
    expect(process.memoryUsage().external - before).toBeLessThan(200_000_000)
  })
})
