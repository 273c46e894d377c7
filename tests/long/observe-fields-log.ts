/**
 * Batches of the load as Kafka's own `DumpLogSegments` reads them from the broker's files: what sampled batches are held to.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TimeSpan } from '../../src/contracts/observation.ts'
import type { LogStarts } from './observe-fields-load.ts'

/** A batch of records, or the marker of a transaction. */
export interface DumpedBatch {
  readonly topic: string
  readonly isMarker: boolean
  readonly records: number
  readonly bytes: number
  /** When the broker appended it: the topics have `message.timestamp.type=LogAppendTime`. */
  readonly appendedAtEpochMs: number
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
      /^baseOffset: (\d+) .*count: (\d+) .*isControl: (true|false) .*LogAppendTime: (\d+) size: (\d+) /.exec(line)
    if (batch === null) continue
    const [, baseOffset, records, isControl, appendedAtEpochMs, bytes] = batch
    if (Number(baseOffset) < (starts.get(partition) ?? 0)) continue
    batches.push({
      topic: topicOf(partition),
      isMarker: isControl === 'true',
      records: Number(records),
      bytes: Number(bytes),
      appendedAtEpochMs: Number(appendedAtEpochMs),
    })
  }
  if (batches.length === 0) throw new Error(`DumpLogSegments printed no batches: ${printed.slice(0, 2_000)}`)
  return batches
}

/** The mean batch of a topic up to a time. */
export function meanBatch(batches: readonly DumpedBatch[], topic: string, untilEpochMs: number) {
  const own = batches.filter((batch) => {
    return batch.topic === topic && !batch.isMarker && batch.appendedAtEpochMs <= untilEpochMs
  })
  if (own.length === 0)
    throw new Error(`The log has no batches of ${topic} before ${new Date(untilEpochMs).toISOString()}.`)
  const records = own.reduce((sum, batch) => sum + batch.records, 0)
  const recordBytes = own.reduce((sum, batch) => sum + batch.bytes - headerBytes, 0)
  return { recordsPerBatch: records / own.length, bytesPerRecord: recordBytes / records }
}

/** Records and markers that the brokers appended in a span, per second. */
export function appendedPerSec(batches: readonly DumpedBatch[], { fromEpochMs, toEpochMs }: TimeSpan) {
  const own = batches.filter(({ appendedAtEpochMs: at }) => at > fromEpochMs && at <= toEpochMs)
  const perSec = (isMarker: boolean) => {
    const appended = own.filter((batch) => batch.isMarker === isMarker)
    return (appended.reduce((sum, { records }) => sum + records, 0) * 1_000) / (toEpochMs - fromEpochMs)
  }
  return { records: perSec(false), markers: perSec(true) }
}

const stepMs = 1_000

/**
 * How far the rate of a topic in a span of the same length is from its mean, at most, as a share: what a reading of that
 * length may see although it is exact.
 */
export function largestDeviation(batches: readonly DumpedBatch[], spanMs: number): number {
  const records = batches.filter(({ isMarker }) => !isMarker)
  const times = records.map(({ appendedAtEpochMs }) => appendedAtEpochMs).sort((one, other) => one - other)
  const [begin = 0, end = 0] = [times[0], times.at(-1)]
  const mean = appendedPerSec(records, { fromEpochMs: begin, toEpochMs: end }).records
  let largest = 0
  for (let fromEpochMs = begin; fromEpochMs + spanMs <= end; fromEpochMs += stepMs) {
    const rate = appendedPerSec(records, { fromEpochMs, toEpochMs: fromEpochMs + spanMs }).records
    largest = Math.max(largest, Math.abs(rate / mean - 1))
  }
  return largest
}

function topicOf(partition: string): string {
  return partition.replace(/-\d+$/, '')
}
