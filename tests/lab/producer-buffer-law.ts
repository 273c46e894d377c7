/**
 * The buffer of a Java producer: records of a batch flat out, where records with keys go to more and more partitions.
 */
import { startTestBrokers } from '../integration/test-brokers.ts'
import { recordsOfBatch } from './broker-costs.ts'
import type { Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'

const [valueBytes, keyBytes] = [200, 7]
const [warmMs, measureMs] = [6_000, 8_000]
const batchBytes = 16_384
/** An eighth of Kafka's defaults, so that fewer partitions show the same. */
const small = { bufferBytes: 4_194_304, requestBytes: 131_072 }
const defaults = { bufferBytes: 33_554_432, requestBytes: 1_048_576 }

/** A row of the experiment. */
interface Setup {
  readonly partitions: number
  readonly inFlight: number
  readonly bufferBytes: number
  readonly requestBytes: number
}

const partitionCounts = [12, 36, 128, 256, 512, 1_024]
const setups: readonly Setup[] = [
  // Up and down, because the machine is not equally busy throughout.
  ...[...partitionCounts, ...[...partitionCounts].reverse()].map((partitions) => ({
    partitions,
    inFlight: 5,
    ...small,
  })),
  ...[128, 256, 512].map((partitions) => ({ partitions, inFlight: 1, ...small })),
  { partitions: 1_024, inFlight: 5, ...defaults },
]

/** The experiment, about six minutes. */
export async function measureProducerBuffer(lab: Laboratory): Promise<readonly LawTable[]> {
  const brokers = await startTestBrokers({ brokers: 1 })
  try {
    const servers = brokers.bootstrapServers.join(',')
    for (const partitions of partitionCounts)
      await lab.client('topic', { servers, topic: `p${partitions}`, partitions })
    const rows: string[][] = []
    for (const setup of setups) rows.push(rowOf(setup, await flood(lab, servers, setup)))
    return [
      {
        title: `One broker, one Java producer flat out, records of ${valueBytes} bytes with keys, batch.size ${digits(batchBytes, 5)}, linger 100 ms`,
        columns: [
          'partitions',
          'requests in flight',
          'batches in buffer.memory',
          'records/s',
          'requests/s',
          'records a batch',
          'batches a request',
        ],
        rows,
      },
    ]
  } finally {
    await brokers.stop()
  }
}

/** Records flat out with a million keys; what the client prints. */
async function flood(lab: Laboratory, servers: string, { partitions, inFlight, bufferBytes, requestBytes }: Setup) {
  const found = await lab.client('flood', {
    servers,
    topic: `p${partitions}`,
    bytes: valueBytes,
    keys: 1_000_000,
    warmMs,
    measureMs,
    acks: '1',
    'linger.ms': 100,
    'batch.size': batchBytes,
    'buffer.memory': bufferBytes,
    'max.request.size': requestBytes,
    'max.in.flight.requests.per.connection': inFlight,
    'enable.idempotence': 'false',
    'enable.metrics.push': 'false',
    'metrics.sample.window.ms': measureMs / 4,
    'metrics.num.samples': 4,
  })
  // An experiment takes minutes, and a run that is ended early leaves what it has measured.
  console.error(JSON.stringify({ partitions, inFlight, bufferBytes, ...found }))
  return found
}

function rowOf({ partitions, inFlight, bufferBytes }: Setup, found: Readonly<Record<string, number>>): string[] {
  const { recordsPerSec = 0, requestsPerSec = 0, batchBytes: sentBytes = 0 } = found
  const recordsPerBatch = recordsOfBatch(sentBytes, valueBytes + keyBytes)
  return [
    digits(partitions, 4),
    String(inFlight),
    digits(bufferBytes / batchBytes, 4),
    digits(recordsPerSec),
    digits(requestsPerSec),
    digits(recordsPerBatch),
    digits(recordsPerSec / recordsPerBatch / requestsPerSec),
  ]
}
