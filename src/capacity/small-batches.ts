/**
 * Checks whether batches are smaller than those for which a published limit holds.
 */
import { formatBytes } from '../units/bytes.ts'
import { shortSource } from './short-source.ts'
import type { Situation } from './situation.ts'
import { atOnceTrafficAt } from './traffic.ts'

/**
 * Says that batches at the offered load are too small for a limit to hold as published; null if they are not, or no limit
 * names a size.
 */
export function smallBatchesText(situation: Situation): string | null {
  for (const { dimension, leastBatchBytes, source } of situation.publishedLimits.values()) {
    if (leastBatchBytes === undefined) continue
    const bytes = smallestBatchBytes(situation)
    if (bytes >= leastBatchBytes) continue
    return `Its ${dimension} holds for batches of at least ${formatBytes(leastBatchBytes)}, and those of this load have ${formatBytes(bytes)}: it carries less, by an amount that is not published (${shortSource(source)}). Measure it, or let producers fill larger batches.`
  }
  return null
}

/** Mean size of the batches of the topic entry with the smallest; infinite if nothing is sent. */
function smallestBatchBytes(situation: Situation): number {
  let smallest = Number.POSITIVE_INFINITY
  for (const { wireBytesPerSec, batchesPerSec } of atOnceTrafficAt(situation, 1).topics) {
    if (batchesPerSec > 0) smallest = Math.min(smallest, wireBytesPerSec / batchesPerSec)
  }
  return smallest
}
