/**
 * Reads an HTTP body with a size limit. The limit counts decoded bytes, because a compressed response of a megabyte may
 * expand to gigabytes, and the header Content-Length may be missing.
 */
import { Buffer } from 'node:buffer'

/** Reads a body as UTF-8. Returns null, and reads no further, if it has more than `maxBytes`. */
export async function textWithin(body: AsyncIterable<Uint8Array> | null, maxBytes: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
