import { ReadableStream } from 'node:stream/web'
import { expect, test } from 'vitest'
import { textWithin } from '../../../src/measurement/text-within.ts'

/** A signal that never aborts. */
const open = new AbortController().signal

/** A body of these chunks, which counts how many of them were read. */
function bodyOf(...texts: string[]) {
  const state = { read: 0 }
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (const text of texts) {
      state.read += 1
      yield new TextEncoder().encode(text)
    }
  }
  return { body: ReadableStream.from(chunks()), state }
}

test('a body of exactly the limit is read whole', async () => {
  expect(await textWithin(bodyOf('abc', 'dé').body, 6, open)).toBe('abcdé')
})

test('a body of one byte more gives null, and is read no further', async () => {
  const { body, state } = bodyOf('abc', 'def', 'ghi')
  expect(await textWithin(body, 5, open)).toBeNull()
  expect(state.read).toBe(2)
})

test('a character that two chunks share is read as one', async () => {
  const bytes = new TextEncoder().encode('é')
  const chunks = ReadableStream.from([bytes.slice(0, 1), bytes.slice(1)])
  expect(await textWithin(chunks, 2, open)).toBe('é')
})

test('no body is an empty text', async () => {
  expect(await textWithin(null, 0, open)).toBe('')
})

test('a body without an end is cancelled when the signal aborts', async () => {
  const { promise: isCancelled, resolve } = settlable()
  const silent = new ReadableStream<Uint8Array>({ cancel: resolve })
  const controller = new AbortController()
  const read = textWithin(silent, 10, controller.signal)
  controller.abort(new Error('too late'))
  await expect(read).rejects.toThrow('too late')
  expect(await isCancelled).toEqual(new Error('too late'))
})

function settlable() {
  let resolve: (reason: unknown) => void = () => undefined
  const promise = new Promise<unknown>((settle) => {
    resolve = settle
  })
  return { promise, resolve: (reason: unknown) => resolve(reason) }
}
