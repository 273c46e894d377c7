/**
 * Lines of a byte stream, each bounded.
 */
import { StringDecoder } from 'node:string_decoder'

/** A plan of a thousand topics takes 200 kB: what is longer than this is no message. */
export const longestLineBytes = 8_000_000

/** One line, or that one was too long and is left out. */
export type Line =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'too-long'; readonly bytes: number }

/** Puts pieces of a stream together into lines. Never keeps more than the longest line. */
export class LineReader {
  private readonly decoder = new StringDecoder('utf8')
  private readonly limitBytes: number
  private pieces: string[] = []
  private lengthBytes = 0

  constructor(limitBytes = longestLineBytes) {
    this.limitBytes = limitBytes
  }

  /** The lines that a piece completes; empty ones are left out. */
  push(chunk: Uint8Array): Line[] {
    const lines: Line[] = []
    let from = 0
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, from)) {
      this.append(chunk.subarray(from, at))
      const line = this.finish()
      if (line !== null) lines.push(line)
      from = at + 1
    }
    this.append(chunk.subarray(from))
    return lines
  }

  private append(piece: Uint8Array): void {
    this.lengthBytes += piece.length
    const text = this.decoder.write(piece)
    if (this.lengthBytes > this.limitBytes) this.pieces = []
    else if (text !== '') this.pieces.push(text)
  }

  private finish(): Line | null {
    const text = (this.pieces.join('') + this.decoder.end()).trim()
    const bytes = this.lengthBytes
    this.pieces = []
    this.lengthBytes = 0
    if (bytes > this.limitBytes) return { kind: 'too-long', bytes }
    return text === '' ? null : { kind: 'line', text }
  }
}

const newline = 0x0a
