/**
 * Synchronous senders: how many of their records a request carries, by their number, their producers and the linger.
 */
import { startTestBrokers } from '../integration/test-brokers.ts'
import type { Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'

const inFlight = 5
const largeBatchBytes = 131_072
/** A record of 1,000 bytes in a batch. */
const recordBytes = 1_013

/** A row of the experiment. */
interface Setup {
  readonly senders: number
  readonly isShared: boolean
  readonly lingerMs: number
  /** Left out: large enough for the records of all senders. */
  readonly batchBytes?: number
}

/** Partitions of the topic with keys, four on each broker. */
const keyedPartitions = 12
const brokerCount = 3

/** With keys: each record goes to a partition at random, and all senders share a producer. */
const keyedSetups: readonly Setup[] = [
  { senders: 16, isShared: true, lingerMs: 0 },
  { senders: 64, isShared: true, lingerMs: 0 },
  { senders: 256, isShared: true, lingerMs: 0 },
  { senders: 16, isShared: true, lingerMs: 5 },
  { senders: 64, isShared: true, lingerMs: 5 },
  { senders: 256, isShared: true, lingerMs: 5 },
  { senders: 64, isShared: true, lingerMs: 50 },
  { senders: 64, isShared: true, lingerMs: 50, batchBytes: 2_048 },
]

const setups: readonly Setup[] = [
  // Brokers compile their code in the first seconds: this one is measured again and not shown.
  { senders: 16, isShared: true, lingerMs: 0 },
  { senders: 1, isShared: true, lingerMs: 0 },
  { senders: 4, isShared: true, lingerMs: 0 },
  { senders: 16, isShared: true, lingerMs: 0 },
  { senders: 64, isShared: true, lingerMs: 0 },
  { senders: 256, isShared: true, lingerMs: 0 },
  { senders: 16, isShared: false, lingerMs: 0 },
  { senders: 256, isShared: true, lingerMs: 0, batchBytes: 16_384 },
  { senders: 16, isShared: true, lingerMs: 1 },
  { senders: 64, isShared: true, lingerMs: 1 },
  { senders: 16, isShared: true, lingerMs: 5 },
  { senders: 16, isShared: true, lingerMs: 50 },
]

/** Every experiment on synchronous senders, about three minutes. */
export async function measureSenders(lab: Laboratory): Promise<readonly LawTable[]> {
  const brokers = await startTestBrokers({ brokers: brokerCount })
  try {
    const servers = brokers.bootstrapServers.join(',')
    await lab.client('topic', { servers, topic: 'senders', replicas: brokerCount })
    await lab.client('topic', { servers, topic: 'keyed', partitions: keyedPartitions, replicas: brokerCount })
    const measure = async (setup: Setup, topic: Readonly<Record<string, string | number>>) =>
      lab.client('senders', { servers, senders: setup.senders, ...topic, ...producerOf(setup) })
    const rows: string[][] = []
    for (const setup of setups) rows.push(rowOf(setup, await measure(setup, { topic: 'senders' })))
    const keyedRows: string[][] = []
    const keyed = { topic: 'keyed', partitions: keyedPartitions, keyed: 1 }
    for (const setup of keyedSetups) keyedRows.push(keyedRowOf(setup, await measure(setup, keyed)))
    return [
      {
        title: 'One partition of three replicas, acks=all, at most five requests in flight, records of 1,000 bytes',
        columns: ['senders', 'producer', ...commonColumns],
        rows: rows.slice(1),
      },
      {
        title: `With keys: ${keyedPartitions} partitions on ${brokerCount} brokers, one producer, the rest as above`,
        columns: ['senders', ...commonColumns],
        rows: keyedRows,
      },
    ]
  } finally {
    await brokers.stop()
  }
}

const commonColumns = [
  'linger, ms',
  'batch.size',
  'records/s',
  'mean wait, ms',
  'requests/s',
  'records a request',
  'by the law',
]

function producerOf({ isShared, lingerMs, batchBytes = largeBatchBytes }: Setup) {
  return {
    shared: isShared ? 1 : 0,
    acks: 'all',
    'linger.ms': lingerMs,
    'batch.size': batchBytes,
    'max.in.flight.requests.per.connection': inFlight,
    'enable.metrics.push': 'false',
  }
}

function rowOf(setup: Setup, found: Readonly<Record<string, number>>): string[] {
  const { senders, isShared, batchBytes = largeBatchBytes } = setup
  const ofProducer = isShared ? senders : 1
  const expected = recordsByLaw(setup, ofProducer, Math.floor(batchBytes / recordBytes))
  return [String(senders), isShared ? 'one' : 'each its own', ...commonCells(setup, found, expected)]
}

/** Each broker has a connection with its share of the senders, whose requests hold a batch of each of its partitions. */
function keyedRowOf(setup: Setup, found: Readonly<Record<string, number>>): string[] {
  const { senders, batchBytes = largeBatchBytes } = setup
  const fullRecords = Math.floor(batchBytes / recordBytes) * (keyedPartitions / brokerCount)
  const expected = recordsByLaw(setup, senders / brokerCount, fullRecords)
  return [String(senders), ...commonCells(setup, found, expected)]
}

/** Records a request by the law, of a connection with so many senders. */
function recordsByLaw({ lingerMs }: Setup, senders: number, fullRecords: number): number {
  const underWay = lingerMs === 0 ? Math.min(inFlight, senders) + 1 : 1
  return Math.min(fullRecords, Math.max(1, senders / underWay))
}

function commonCells(setup: Setup, found: Readonly<Record<string, number>>, expected: number): string[] {
  const { lingerMs, batchBytes = largeBatchBytes } = setup
  const { recordsPerSec = 0, requestsPerSec = 0, meanMs = 0 } = found
  return [
    String(lingerMs),
    digits(batchBytes, 6),
    digits(recordsPerSec),
    digits(meanMs),
    digits(requestsPerSec),
    digits(recordsPerSec / requestsPerSec, 2),
    digits(expected, 2),
  ]
}
