/**
 * Counts in a broker's log how often it shrank a partition's in-sync replica set (ISR).
 */
import { closeSync, openSync, readSync } from 'node:fs'

/** A partition's leader logs, for example, "Shrinking ISR from 1,2,3 to 1,3" when a follower falls behind. */
const shrinkText = 'Shrinking ISR from'

const chunkBytes = 262_144

/**
 * Creates a counter. Each call returns the number of shrinks since the previous call, or null if it cannot read the
 * log.
 */
export function createShrinkCounter(path: string): () => number | null {
  let readUpTo = 0
  // The beginning of a line that the broker had not written completely at the previous call.
  let unfinishedLine = ''
  return () => {
    const added = readFrom(path, readUpTo)
    if (added === null) return null
    readUpTo += added.length
    const lines = (unfinishedLine + added.toString('utf8')).split('\n')
    unfinishedLine = lines.pop() ?? ''
    return lines.filter((line) => line.includes(shrinkText)).length
  }
}

function readFrom(path: string, from: number): Buffer | null {
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    const chunks: Buffer[] = []
    for (let at = from; ; ) {
      const chunk = Buffer.alloc(chunkBytes)
      const read = readSync(file, chunk, 0, chunkBytes, at)
      if (read === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, read))
      at += read
    }
  } catch {
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}
