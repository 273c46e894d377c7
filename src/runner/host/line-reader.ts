/**
 * Splits a byte stream into lines of bounded length.
 */
import { StringDecoder } from 'node:string_decoder'

/** Maximum size of a message. It leaves ample room: a plan with a thousand topics takes 200 kB. */
export const maxLineBytes = 8_000_000

/** A line, or the length of a line that was dropped because it was too long. */
export type Line =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'too-long'; readonly bytes: number }

/** Assembles lines from chunks. The part of a line that it keeps is never longer than the longest permitted line. */
export class LineReader {
  private readonly decoder = new StringDecoder('utf8')
  private readonly limitBytes: number
  private pieces: string[] = []
  private lengthBytes = 0

  constructor(limitBytes = maxLineBytes) {
    this.limitBytes = limitBytes
  }

  /** Adds a chunk. @returns the lines that it completes, without empty lines */
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
