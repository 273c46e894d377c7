/**
 * In-sync sets that a broker made smaller, counted in its log.
 */
import { closeSync, openSync, readSync } from 'node:fs'

/** What Kafka's leader of a partition writes when a follower fell behind: "Shrinking ISR from 1,2,3 to 1,3". */
const shrinkText = 'Shrinking ISR from'

const chunkBytes = 262_144

/** Counts those since the call before, from the log's beginning on; null where there is no log. */
export function createShrinkCounter(path: string): () => number | null {
  let readUpTo = 0
  // A line may be written in two parts.
  let rest = ''
  return () => {
    const grown = readFrom(path, readUpTo)
    if (grown === null) return null
    readUpTo += grown.length
    const lines = (rest + grown.toString('utf8')).split('\n')
    rest = lines.pop() ?? ''
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
