/**
 * Batches of the load as Kafka's own `DumpLogSegments` reads them from the broker's files: what sampled batches are held to.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogStarts } from './observe-fields-load.ts'

/** A batch of records; markers of transactions are left out. */
export interface DumpedBatch {
  readonly topic: string
  readonly records: number
  readonly bytes: number
  readonly latestEpochMs: number
}

/** Bytes of a batch before its records. */
const headerBytes = 61

/** Log files of the topics on a broker. */
export async function logFilesOf(dataPath: string, topics: readonly string[]): Promise<string[]> {
  const folders = (await readdir(dataPath)).filter((name) => topics.includes(topicOf(name)))
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(join(dataPath, folder))).map((file) => join(dataPath, folder, file))),
  )
  return files.flat().filter((file) => file.endsWith('.log'))
}

/** Reads what the tool printed. Batches before the start of a log, which were removed from it, are left out. */
export function dumpedBatches(printed: string, starts: LogStarts): DumpedBatch[] {
  const batches: DumpedBatch[] = []
  let partition = ''
  for (const line of printed.split('\n')) {
    const file = /^Dumping .*\/([^/]+)\/\d+\.log$/.exec(line)
    if (file !== null) partition = file[1] ?? ''
    const batch =
      /^baseOffset: (\d+) .*count: (\d+) .*isControl: false .*(?:CreateTime|LogAppendTime): (\d+) size: (\d+) /.exec(
        line,
      )
    if (batch === null) continue
    const [baseOffset = 0, records = 0, latestEpochMs = 0, bytes = 0] = batch.slice(1).map(Number)
    if (baseOffset < (starts.get(partition) ?? 0)) continue
    batches.push({ topic: topicOf(partition), records, bytes, latestEpochMs })
  }
  if (batches.length === 0) throw new Error(`DumpLogSegments printed no batches: ${printed.slice(0, 2_000)}`)
  return batches
}

/** The mean batch of a topic up to a time. */
export function meanBatch(batches: readonly DumpedBatch[], topic: string, untilEpochMs: number) {
  const own = batches.filter((batch) => batch.topic === topic && batch.latestEpochMs <= untilEpochMs)
  if (own.length === 0)
    throw new Error(`The log has no batches of ${topic} before ${new Date(untilEpochMs).toISOString()}.`)
  const records = own.reduce((sum, batch) => sum + batch.records, 0)
  const recordBytes = own.reduce((sum, batch) => sum + batch.bytes - headerBytes, 0)
  return { recordsPerBatch: records / own.length, bytesPerRecord: recordBytes / records }
}

function topicOf(partition: string): string {
  return partition.replace(/-\d+$/, '')
}
