/**
 * What a codec costs the thread of a producer, for each byte of payload. docs/laws/compression.md has the measurement.
 */
import type { Producer } from '../contracts/workload.ts'

/** A measured kind of value: compressed / plain bytes, and the processor time per payload byte that the codec adds. */
type Compressed = { readonly ratio: number; readonly byteNs: number }

/**
 * Measured with batches of 16 kB and records of 1,000 bytes. `same` is one value again and again, the cheapest case. `json`
 * are lines of JSON that differ.
 */
const measured: Readonly<
  Record<Exclude<Producer['compression'], 'none'>, { readonly same: Compressed; readonly json: Compressed }>
> = {
  gzip: { same: { ratio: 0.056, byteNs: 2.4 }, json: { ratio: 0.271, byteNs: 12.7 } },
  snappy: { same: { ratio: 0.117, byteNs: 0.1 }, json: { ratio: 0.431, byteNs: 1 } },
  lz4: { same: { ratio: 0.077, byteNs: 1.3 }, json: { ratio: 0.422, byteNs: 2.1 } },
  zstd: { same: { ratio: 0.051, byteNs: 2.5 }, json: { ratio: 0.249, byteNs: 4.3 } },
}

/** How a producer compresses: its codec, and bytes after / bytes before. */
export type Compression = Pick<Producer, 'compression' | 'compressionRatio'>

/**
 * Processor time of the codec per payload byte, in ns: interpolated between the two kinds of value by the compression
 * ratio, and never beyond them.
 */
export function compressionByteNs({ compression, compressionRatio }: Compression): number {
  if (compression === 'none') return 0
  const { same, json } = measured[compression]
  const share = (compressionRatio - same.ratio) / (json.ratio - same.ratio)
  return same.byteNs + (json.byteNs - same.byteNs) * Math.min(1, Math.max(0, share))
}
