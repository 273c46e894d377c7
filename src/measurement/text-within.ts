/**
 * Reads an HTTP body with limits on size and time. The limit on size counts decoded bytes, because a compressed response
 * of a megabyte may expand to gigabytes, and the header Content-Length may be missing.
 */
import { Buffer } from 'node:buffer'

/** What is read of a `ReadableStream`, whose type needs the library of Node or of a page. */
interface ByteStream {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>
    cancel(reason: unknown): Promise<void>
  }
}

/** What is used of an `AbortSignal`. */
interface Signal {
  readonly reason: unknown
  throwIfAborted(): void
  addEventListener(type: 'abort', listener: () => void): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * Reads a body as UTF-8. Returns null, and reads no further, if it has more than `maxBytes`.
 *
 * `signal` is the one that `fetch` got. Node's `fetch` loses it if garbage is collected after the headers have arrived, and
 * would then read a body without an end for ever.
 * @throws the reason of `signal` when it aborts
 */
export async function textWithin(body: ByteStream | null, maxBytes: number, signal: Signal): Promise<string | null> {
  const reader = body?.getReader()
  // Ends the connection too. A read that waits then gets the end of the body.
  const cancel = () => void reader?.cancel(signal.reason).catch(() => undefined)
  signal.addEventListener('abort', cancel)
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    while (reader !== undefined) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      if (done || value === undefined) break
      bytes += value.length
      if (bytes > maxBytes) return null
      chunks.push(value)
    }
    signal.throwIfAborted()
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
