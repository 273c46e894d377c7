/**
 * Reads the record batches in the log files of a broker, from the disk and not by Kafka's protocol.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { splitBatches } from '../../src/runner/observe/batches/batch-headers.ts'
import { eachRecord } from '../../src/runner/observe/batches/batch-records.ts'
import { decompress } from '../../src/runner/observe/batches/decompress.ts'

/** A batch in a log file. */
export interface LoggedBatch {
  readonly baseOffset: number
  readonly records: number
  /** Size of the whole batch, header included. */
  readonly bytes: Buffer
}

/** Positions in a batch of message format v2: its length, which does not count the first 12 bytes, and its number of records. */
const [lengthAt, lengthPrefixBytes, recordCountAt] = [8, 12, 57]

/** Batches of a partition in the order of the log. A last batch that the broker has not written completely is left out. */
export async function batchesInLog(dataPath: string, topic: string, partition: number): Promise<LoggedBatch[]> {
  const folder = join(dataPath, `${topic}-${partition}`)
  const segments = (await readdir(folder)).filter((name) => name.endsWith('.log')).sort()
  const files = await Promise.all(segments.map((name) => readFile(join(folder, name))))
  return files.flatMap((bytes) => {
    const batches: LoggedBatch[] = []
    let at = 0
    while (at + lengthPrefixBytes <= bytes.length) {
      const end = at + lengthPrefixBytes + bytes.readInt32BE(at + lengthAt)
      if (end > bytes.length) break
      batches.push({
        baseOffset: Number(bytes.readBigInt64BE(at)),
        records: bytes.readInt32BE(at + recordCountAt),
        bytes: bytes.subarray(at, end),
      })
      at = end
    }
    return batches
  })
}

/** Number of records by key. Records without a key are left out. */
export function recordsByKey(batches: readonly LoggedBatch[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { codec, records, recordCount } of batches.flatMap(({ bytes }) => splitBatches(bytes).batches)) {
    const opened = decompress(codec, records)
    eachRecord(opened, recordCount, ({ keyBytes, keyStart }) => {
      if (keyBytes < 0) return
      const key = opened.toString('latin1', keyStart, keyStart + keyBytes)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    })
  }
  return counts
}
