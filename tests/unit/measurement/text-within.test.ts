import { expect, test } from 'vitest'
import { textWithin } from '../../../src/measurement/text-within.ts'

/** A body of these chunks, which counts how many of them were read. */
function bodyOf(...texts: string[]) {
  const state = { read: 0 }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const text of texts) {
      state.read += 1
      yield new TextEncoder().encode(text)
    }
  }
  return { body: chunks(), state }
}

test('a body of exactly the limit is read whole', async () => {
  expect(await textWithin(bodyOf('abc', 'dé').body, 6)).toBe('abcdé')
})

test('a body of one byte more gives null, and is read no further', async () => {
  const { body, state } = bodyOf('abc', 'def', 'ghi')
  expect(await textWithin(body, 5)).toBeNull()
  expect(state.read).toBe(2)
})

test('a character that two chunks share is read as one', async () => {
  const bytes = new TextEncoder().encode('é')
  const chunks = (async function* () {
    yield bytes.slice(0, 1)
    yield bytes.slice(1)
  })()
  expect(await textWithin(chunks, 2)).toBe('é')
})

test('no body is an empty text', async () => {
  expect(await textWithin(null, 0)).toBe('')
})
