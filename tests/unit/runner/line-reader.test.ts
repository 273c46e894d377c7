import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LineReader } from '../../../src/runner/host/line-reader.ts'

function readAll(chunks: readonly Uint8Array[], limitBytes?: number) {
  const reader = new LineReader(limitBytes)
  return chunks.flatMap((chunk) => reader.push(chunk))
}

describe('the line reader', () => {
  test('finds the same lines wherever the stream is cut, also inside characters of several bytes', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'ß', '漢', '🙂', '"', '{'), maxLength: 12 }), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(words, fc.array(fc.nat(200), { maxLength: 6 }), (lines, cuts) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
        const places = [...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].sort((a, b) => a - b)
        const chunks = places.map((end, index) => bytes.subarray(places[index - 1] ?? 0, end))
        expect(readAll(chunks)).toEqual(lines.filter((line) => line !== '').map((text) => ({ kind: 'line', text })))
      }),
    )
  })

  test('does not return an unfinished line', () => {
    expect(readAll([Buffer.from('{"type":"hel')])).toEqual([])
  })

  test('accepts line ends of Windows', () => {
    expect(readAll([Buffer.from('one\r\ntwo\r\n')])).toEqual([
      { kind: 'line', text: 'one' },
      { kind: 'line', text: 'two' },
    ])
  })

  test('reports a line that is too long and goes on with the next', () => {
    const chunks = [Buffer.from('short\n'), Buffer.alloc(50, 'x'), Buffer.alloc(60, 'x'), Buffer.from('\nafter\n')]
    expect(readAll(chunks, 100)).toEqual([
      { kind: 'line', text: 'short' },
      { kind: 'too-long', bytes: 110 },
      { kind: 'line', text: 'after' },
    ])
  })
})
