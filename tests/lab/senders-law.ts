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

/** Every experiment on synchronous senders, about two minutes. */
export async function measureSenders(lab: Laboratory): Promise<readonly LawTable[]> {
  const brokers = await startTestBrokers({ brokers: 3 })
  try {
    const servers = brokers.bootstrapServers.join(',')
    const topic = 'senders'
    await lab.client('topic', { servers, topic, replicas: 3 })
    const rows: string[][] = []
    for (const setup of setups) {
      const producer = {
        acks: 'all',
        'linger.ms': setup.lingerMs,
        'batch.size': setup.batchBytes ?? largeBatchBytes,
        'max.in.flight.requests.per.connection': inFlight,
        'enable.metrics.push': 'false',
      }
      const shared = setup.isShared ? 1 : 0
      const found = await lab.client('senders', { servers, topic, senders: setup.senders, shared, ...producer })
      rows.push(rowOf(setup, found))
    }
    return [
      {
        title: 'One partition of three replicas, acks=all, at most five requests in flight, records of 1,000 bytes',
        columns: [
          'senders',
          'producer',
          'linger, ms',
          'batch.size',
          'records/s',
          'mean wait, ms',
          'requests/s',
          'records a request',
          'by the law',
        ],
        rows: rows.slice(1),
      },
    ]
  } finally {
    await brokers.stop()
  }
}

function rowOf(setup: Setup, found: Readonly<Record<string, number>>): string[] {
  const { senders, isShared, lingerMs, batchBytes = largeBatchBytes } = setup
  const { recordsPerSec = 0, requestsPerSec = 0, meanMs = 0 } = found
  const ofProducer = isShared ? senders : 1
  const underWay = lingerMs === 0 ? Math.min(inFlight, ofProducer) + 1 : 1
  const expected = Math.min(Math.floor(batchBytes / recordBytes), Math.max(1, ofProducer / underWay))
  return [
    String(senders),
    isShared ? 'one' : 'each its own',
    String(lingerMs),
    digits(batchBytes, 6),
    digits(recordsPerSec),
    digits(meanMs),
    digits(requestsPerSec),
    digits(recordsPerSec / requestsPerSec, 2),
    digits(expected, 2),
  ]
}
