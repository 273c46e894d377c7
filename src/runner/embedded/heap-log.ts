/**
 * Reads a JVM's heap size from its garbage collection log. This needs no agent and no port, and costs the JVM nothing between two
 * collections.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** Heap after a collection: the bytes in use, and the bytes that the JVM has committed. */
export type HeapReading = { readonly heapUsedBytes: number; readonly heapBytes: number }

/** Number of bytes that are read from the end of the log, which is enough for the last line. */
const tailBytes = 4_096

const unitBytes: Readonly<Record<string, number>> = { B: 1, K: 1_024, M: 1_048_576, G: 1_073_741_824 }

/**
 * Creates a function that reads the last collection from a log that the JVM writes with `-Xlog:gc`. The function
 * returns null before the first collection and if there is no log.
 */
export function createHeapReader(path: string): () => HeapReading | null {
  let readUpTo = 0
  let last: HeapReading | null = null
  return () => {
    const tail = readTail(path, readUpTo)
    if (tail !== null) {
      readUpTo = tail.size
      last = lastHeapOf(tail.text) ?? last
    }
    return last
  }
}

/** Finds the last heap in lines like `[4.2s] GC(7) Pause Young (Allocation Failure) 61M->24M(122M) 3.1ms`. */
export function lastHeapOf(text: string): HeapReading | null {
  const found = [...text.matchAll(/(\d+)([BKMG])->(\d+)([BKMG])\((\d+)([BKMG])\)/g)].at(-1)
  if (found === undefined) return null
  const [, , , used = '', usedUnit = '', whole = '', wholeUnit = ''] = found
  return {
    heapUsedBytes: Number(used) * (unitBytes[usedUnit] ?? 1),
    heapBytes: Number(whole) * (unitBytes[wholeUnit] ?? 1),
  }
}

/** Reads the end of a file. @returns null if the file does not exist or has not grown beyond `readUpTo` bytes */
function readTail(path: string, readUpTo: number): { readonly size: number; readonly text: string } | null {
  let file: number | null = null
  try {
    file = openSync(path, 'r')
    const { size } = fstatSync(file)
    if (size <= readUpTo) return null
    const from = Math.max(0, size - tailBytes)
    const buffer = Buffer.alloc(size - from)
    readSync(file, buffer, 0, buffer.length, from)
    return { size, text: buffer.toString('utf8') }
  } catch {
    // The JVM has not written the log yet, or the cluster's folder is deleted.
    return null
  } finally {
    if (file !== null) closeSync(file)
  }
}
