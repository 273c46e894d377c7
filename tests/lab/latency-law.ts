/**
 * Latency at low load: the median time from the send of a record to its acknowledgement, by acks, replicas and linger.
 */
import { startTestBrokers } from '../integration/test-brokers.ts'
import type { Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'

const brokerCount = 3

/** A row of the experiment. */
interface Setup {
  readonly replicas: 1 | 3
  readonly acks: '1' | 'all'
  readonly lingerMs: number
  readonly perSec: number
}

/** Rows without a linger come twice, as other work on the machine disturbs them. */
const setups: readonly Setup[] = [
  // Brokers compile their code in the first seconds: this one is measured again and not shown.
  { replicas: 3, acks: 'all', lingerMs: 0, perSec: 100 },
  { replicas: 1, acks: '1', lingerMs: 0, perSec: 100 },
  { replicas: 3, acks: '1', lingerMs: 0, perSec: 100 },
  { replicas: 3, acks: 'all', lingerMs: 0, perSec: 100 },
  { replicas: 3, acks: 'all', lingerMs: 5, perSec: 100 },
  { replicas: 3, acks: 'all', lingerMs: 20, perSec: 500 },
  { replicas: 3, acks: 'all', lingerMs: 100, perSec: 500 },
  { replicas: 1, acks: '1', lingerMs: 0, perSec: 100 },
  { replicas: 3, acks: 'all', lingerMs: 0, perSec: 100 },
]

/** The experiment, about two minutes. */
export async function measureLatency(lab: Laboratory): Promise<readonly LawTable[]> {
  const brokers = await startTestBrokers({ brokers: brokerCount })
  try {
    const servers = brokers.bootstrapServers.join(',')
    for (const replicas of [1, 3]) await lab.client('topic', { servers, topic: `replicas-${replicas}`, replicas })
    const rows: string[][] = []
    for (const setup of setups) {
      const { replicas, acks, lingerMs, perSec } = setup
      const found = await lab.client('latency', {
        servers,
        topic: `replicas-${replicas}`,
        acks,
        perSec,
        'linger.ms': lingerMs,
        'enable.metrics.push': 'false',
        'enable.idempotence': String(acks === 'all'),
      })
      rows.push(rowOf(setup, found))
    }
    return [
      {
        title: `One Java producer, one partition on ${brokerCount} brokers, records of 200 bytes at even distances`,
        columns: [
          'replicas',
          'acks',
          'linger, ms',
          'records/s',
          'median, ms',
          '10th, ms',
          '90th, ms',
          'records a request',
          'wait by the law, ms',
        ],
        rows: rows.slice(1),
      },
    ]
  } finally {
    await brokers.stop()
  }
}

function rowOf({ replicas, acks, lingerMs, perSec }: Setup, found: Readonly<Record<string, number>>): string[] {
  const { medianMs = 0, p10Ms = 0, p90Ms = 0, recordsPerRequest = 0 } = found
  const joining = (perSec * lingerMs) / 1000
  const waitMs = joining <= 1 ? lingerMs : (lingerMs * (1 + joining)) / (2 * joining)
  return [
    String(replicas),
    acks,
    String(lingerMs),
    String(perSec),
    digits(medianMs),
    digits(p10Ms),
    digits(p90Ms),
    digits(recordsPerRequest, 2),
    digits(waitMs),
  ]
}
