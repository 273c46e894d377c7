/**
 * The laboratory: `main.ts [LAW] [--record]`. Started by scripts/lab.mjs.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { detectEmbeddedKafka } from '../../src/runner/embedded/availability.ts'
import { measureClients } from './clients-law.ts'
import { measureFlush } from './flush-law.ts'
import { measureIdlePartitions } from './idle-partitions-law.ts'
import { type Laboratory, machineText, openLaboratory } from './laboratory.ts'
import { measureLatency } from './latency-law.ts'
import { type LawRecord, type LawTable, recordMarkdown, withRecord } from './law-record.ts'
import { measureLowLoad } from './low-load-law.ts'
import { measureManyPartitions } from './many-partitions-law.ts'
import { measureProducerBuffer } from './producer-buffer-law.ts'
import { measureReadersBehind } from './readers-behind-law.ts'
import { measureSenders } from './senders-law.ts'
import { measureTransactions } from './transactions-law.ts'
import { measureWaiting } from './waiting-law.ts'

interface Law {
  readonly name: string
  /** What it shows. */
  readonly shows: string
  readonly minutes: number
  readonly measure: (lab: Laboratory) => Promise<readonly LawTable[]>
}

const laws: readonly Law[] = [
  {
    name: 'flush',
    shows: 'flush.messages: syncs of the disk a flush, flushes under way at once, flushes that a request waits for',
    minutes: 4,
    measure: measureFlush,
  },
  {
    name: 'clients',
    shows: 'processor time of a record in clients over librdkafka, in C, Python and JavaScript',
    minutes: 4,
    measure: measureClients,
  },
  {
    name: 'idle-partitions',
    shows: 'partitions of three replicas without records: processor time of replica fetches and requests',
    minutes: 5,
    measure: measureIdlePartitions,
  },
  {
    name: 'latency',
    shows: 'median time to the acknowledgement at low load: linger, acks and replicas',
    minutes: 2,
    measure: measureLatency,
  },
  {
    name: 'low-load',
    shows: 'processor time of a broker on one processor, without load and at a small part of it',
    minutes: 7,
    measure: measureLowLoad,
  },
  {
    name: 'many-partitions',
    shows: 'many partitions with few producers: batches, requests, and processor time of a broker',
    minutes: 7,
    measure: measureManyPartitions,
  },
  {
    name: 'producer-buffer',
    shows: 'a Java producer flat out, whose buffer has few batches for its partitions: records of a batch',
    minutes: 6,
    measure: measureProducerBuffer,
  },
  {
    name: 'readers-behind',
    shows: 'a consumer that reads old data from disk: processor time of a broker, and latency of a producer beside it',
    minutes: 3,
    measure: measureReadersBehind,
  },
  {
    name: 'senders',
    shows: 'synchronous senders: records that share a request, by senders, producers and linger',
    minutes: 2,
    measure: measureSenders,
  },
  {
    name: 'transactions',
    shows: 'transactions: markers, requests and coordinator records of each, and how commits cut batches',
    minutes: 3,
    measure: measureTransactions,
  },
  {
    name: 'waiting',
    shows: 'producers under byte and request quotas: small records without a linger',
    minutes: 4,
    measure: measureWaiting,
  },
]

const pages = join(import.meta.dirname, '../../docs/laws')
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const [wanted] = words
const law = laws.find(({ name }) => name === wanted)
if (law === undefined) {
  if (wanted !== undefined) console.error(`no law is named ${wanted}`)
  for (const { name, shows, minutes } of laws) console.log(`${name}  (about ${minutes} min)  ${shows}`)
  process.exitCode = wanted === undefined ? 0 : 2
} else {
  const record = await recordOf(law)
  console.log(recordMarkdown(record))
  if (process.argv.includes('--record')) keep(record)
}

async function recordOf({ name, measure }: Law): Promise<LawRecord> {
  const kafka = detectEmbeddedKafka()
  if (!kafka.isAvailable) throw new Error(`${kafka.reason} ${kafka.remedy}`)
  const loadBefore = loadavg()[0] ?? 0
  const lab = openLaboratory()
  try {
    const tables = await measure(lab)
    const date = new Date().toISOString().slice(0, 10)
    return { law: name, kafkaVersion: kafka.kafkaVersion, date, machine: machineText(loadBefore), tables }
  } finally {
    lab.close()
  }
}

function keep(record: LawRecord): void {
  writeFileSync(join(pages, 'records', `${record.law}.json`), `${JSON.stringify(record, null, 2)}\n`)
  const page = join(pages, `${record.law}.md`)
  writeFileSync(page, withRecord(readFileSync(page, 'utf8'), record))
}
