/**
 * Transactions: what each of them writes and asks for beside its records, and how commits cut batches.
 */
import { startTestBrokers } from '../integration/test-brokers.ts'
import type { Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'

const brokerCount = 3
const partitions = 16

/** Partitions that one transaction writes to, a record each; or that many records to partitions at random. */
const counted = [
  // Brokers compile their code in the first seconds: this one is measured again and not shown.
  { touched: 1, isRandom: false },
  { touched: 1, isRandom: false },
  { touched: 4, isRandom: false },
  { touched: 16, isRandom: false },
  { touched: 16, isRandom: true },
] as const

const perSec = 2_000

/** Transactions of a steady load on one partition. */
const pacedLoads = [
  { transactionMs: 0, lingerMs: 40 },
  { transactionMs: 100, lingerMs: 5 },
  { transactionMs: 100, lingerMs: 40 },
  { transactionMs: 100, lingerMs: 50 },
  { transactionMs: 100, lingerMs: 200 },
  { transactionMs: 20, lingerMs: 40 },
  { transactionMs: 1_000, lingerMs: 40 },
] as const

const settings = { acks: 'all', 'enable.metrics.push': 'false' }

/** Every experiment on transactions, about three minutes. */
export async function measureTransactions(lab: Laboratory): Promise<readonly LawTable[]> {
  const brokers = await startTestBrokers({ brokers: brokerCount })
  try {
    const servers = brokers.bootstrapServers.join(',')
    await lab.client('topic', { servers, topic: 'counted', partitions, replicas: brokerCount })
    await lab.client('topic', { servers, topic: 'paced', replicas: brokerCount })
    return [await countedTable(lab, servers), await pacedTable(lab, servers)]
  } finally {
    await brokers.stop()
  }
}

async function countedTable(lab: Laboratory, servers: string): Promise<LawTable> {
  const rows: string[][] = []
  for (const [index, { touched, isRandom }] of counted.entries()) {
    const load = { servers, topic: 'counted', partitions, touched, random: isRandom ? 1 : 0, count: 100 }
    const found = await lab.client('transactions', {
      ...load,
      ...settings,
      'linger.ms': 0,
      'transactional.id': `c${index}`,
    })
    const { requests = 0, markers = 0, bytes = 0, stateRecords = 0, stateBytes = 0 } = found
    // All records have the same size, so what is left of the bytes is markers.
    const markerBytes = (bytes / brokerCount - touched * recordBatchBytes) / markers
    rows.push([
      isRandom ? `${touched} records at random` : String(touched),
      digits(requests, 3),
      digits(markers, 3),
      digits(markerBytes, 3),
      digits(stateRecords, 3),
      digits(stateBytes / brokerCount, 3),
      ...[found.firstMs, found.laterMs, found.commitMs].map((ms) => digits(ms ?? 0, 2)),
    ])
  }
  return {
    title: `One transaction of records that are waited for, ${partitions} partitions of three replicas, one producer`,
    columns: [
      'partitions written',
      'requests beside its records',
      'markers',
      'bytes of a marker',
      'records of the coordinator',
      'their bytes',
      'first record, ms',
      'last record, ms',
      'commit, ms',
    ],
    rows: rows.slice(1),
  }
}

/** A batch of one record of 1,000 bytes: 61 of header, and 1,009 of record. */
const recordBatchBytes = 1_070

async function pacedTable(lab: Laboratory, servers: string): Promise<LawTable> {
  const rows: string[][] = []
  for (const [index, { transactionMs, lingerMs }] of pacedLoads.entries()) {
    const id = transactionMs === 0 ? {} : { 'transactional.id': `p${index}` }
    const load = { servers, topic: 'paced', perSec, transactionMs }
    const producer = { ...settings, 'linger.ms': lingerMs, 'batch.size': 1_048_576, ...id }
    const { records = 0, commits = 0, requests = 0, commitMs = 0 } = await lab.client('paced', { ...load, ...producer })
    rows.push([
      transactionMs === 0 ? 'none' : String(transactionMs),
      String(lingerMs),
      commits === 0 ? '–' : digits(records / commits, 3),
      digits(records / (requests - commits), 3),
      commits === 0 ? '–' : digits(commitMs, 2),
    ])
  }
  return {
    title: `${perSec.toLocaleString('en-US')} records/s of 200 bytes to one partition of three replicas, one producer, a request for each batch`,
    columns: ['transaction, ms', 'linger, ms', 'records a transaction', 'records a batch', 'commit, ms'],
    rows,
  }
}
