/**
 * What a limit in bytes/s counts.
 *
 * Kafka's quota on producers counts whole produce requests: record batches and the framing around them. With small
 * records the framing can be as large as the batches. Most vendors do not say what their limits count.
 */
export const countedBytes = ['record-batches', 'whole-requests', 'unknown'] as const
export type CountedBytes = (typeof countedBytes)[number]

/** Returns what a limit in bytes/s counts: `unknown` unless `counts` says it. */
export function countedBytesOf({ counts }: { readonly counts?: string | undefined }): CountedBytes {
  return countedBytes.find((known) => known === counts) ?? 'unknown'
}
