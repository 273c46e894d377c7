/**
 * Unpacks zlib data to a bounded size.
 *
 * It uses pako, which hdr-histogram-js depends on anyway. Node's zlib keeps 16 kB and a stream for each failed call until the
 * next turn of the event loop: 200,000 damaged histograms of one run file took 1.8 GB (docs/decisions/inflate.md).
 */
import pako from 'pako'

/** Why data was rejected. `too-large`: it would unpack to more than the limit. `unreadable`: it is no zlib data, or damaged. */
export type InflateFault = 'unreadable' | 'too-large'

/** Most histograms unpack to less, so they fit into one piece. */
const pieceBytes = 16_384
/** Accepts zlib data with the largest window, but no gzip data. */
const zlibWindowBits = 15

/** Ends the unpacking of data that is too large. Thrown and caught in this file only. */
class TooLarge extends Error {}

/** Unpacks zlib data, and rejects it if the result would exceed `maxBytes`. Bytes after its end are ignored. Never throws. */
export function inflateWithin(packed: Uint8Array, maxBytes: number): Uint8Array | InflateFault {
  const inflater = new pako.Inflate({ chunkSize: pieceBytes, windowBits: zlibWindowBits })
  const pieces: Uint8Array[] = []
  let length = 0
  inflater.onData = (piece) => {
    length += piece.length
    if (length > maxBytes) throw new TooLarge()
    pieces.push(piece)
  }
  try {
    // False: this is not marked as the last part, because pako would then accept truncated data as complete.
    inflater.push(packed, false)
  } catch (error) {
    if (error instanceof TooLarge) return 'too-large'
    throw error
  }
  // pako passes a partly filled piece to `onData` only at the end of the data, which truncated data does not reach.
  if (inflater.strm.total_out > maxBytes) return 'too-large'
  return inflater.ended && inflater.err === 0 ? joined(pieces, length) : 'unreadable'
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = pieces
  if (pieces.length === 1 && only !== undefined) return only
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
