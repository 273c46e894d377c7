/**
 * Many partitions with few producers: how full batches are, how many requests are sent, and what a record costs a broker.
 */

import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { type BrokerCosts, brokerCosts, byLaw, lawTimes, recordsOfBatch } from './broker-costs.ts'
import { keyedJavaLoad } from './keyed-java-load.ts'
import type { Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'

const times = { warmMs: 4_000, measureMs: 7_000 } as const
const valueBytes = 200
const producers = 2
const partitionCounts = [10, 100, 1_000, 4_000] as const
/** Up and down, because the machine is not equally busy throughout. */
const order = [...partitionCounts, ...[...partitionCounts].reverse()]
/** Of one broker. Each linger is a number of requests that hardly depends on the partitions. */
const loads = [
  { lingerMs: 5, perSec: 4_000 },
  { lingerMs: 100, perSec: 4_000 },
] as const

/** The experiment, about seven minutes. */
export async function measureManyPartitions(lab: Laboratory): Promise<readonly LawTable[]> {
  const brokers = await startTestBrokers({ brokers: 1 })
  try {
    return [await manyPartitionsTable(lab, brokers)]
  } finally {
    await brokers.stop()
  }
}

async function manyPartitionsTable(lab: Laboratory, brokers: TestBrokers): Promise<LawTable> {
  const servers = brokers.bootstrapServers.join(',')
  for (const partitions of partitionCounts) await lab.client('topic', { servers, topic: `p${partitions}`, partitions })
  const rows: string[][] = []
  // Brokers compile their code in the first seconds: this one is measured again and not shown.
  await measure(lab, brokers, { partitions: 10, ...loads[0] })
  for (const { lingerMs, perSec } of loads) {
    const idle = await brokerCosts(lab, brokers, { topic: 'p10', perSec: 0, ...times })
    for (const partitions of order) {
      const found = await measure(lab, brokers, { partitions, lingerMs, perSec })
      rows.push(rowOf({ partitions, lingerMs, perSec }, found, idle.cores))
    }
  }
  return {
    title: `One broker, ${producers} Java producers, keyed records of ${valueBytes} bytes, one replica`,
    columns: [
      'partitions',
      'linger, ms',
      'records/s',
      'records a batch',
      'by the law',
      'requests/s',
      'by the law',
      'broker, us a record',
      'of which request threads',
      'by the law of these counts',
      'CPU-s a MB',
      'idle broker, cores',
      'first write of the run, us a partition',
    ],
    rows,
  }
}

interface Load {
  readonly partitions: number
  readonly lingerMs: number
  readonly perSec: number
}

function measure(lab: Laboratory, brokers: TestBrokers, { partitions, lingerMs, perSec }: Load): Promise<BrokerCosts> {
  const load = { topic: `p${partitions}`, partitions, producers, perSec, bytes: valueBytes }
  return brokerCosts(lab, brokers, { ...load, ...times, acks: 'all', 'linger.ms': lingerMs })
}

function rowOf(load: Load, found: BrokerCosts, idleCores: number): string[] {
  const recordsPerBatch = recordsOfBatch(found.batchBytes, valueBytes)
  const law = lawOf(load)
  const busyUs = ((found.cores - idleCores) / found.recordsPerSec) * 1e6
  return [
    digits(load.partitions, 5),
    String(load.lingerMs),
    digits(found.recordsPerSec, 4),
    digits(recordsPerBatch),
    digits(law.recordsPerBatch),
    digits(found.producePerSec),
    digits(law.requestsPerSec),
    digits(busyUs),
    digits((found.requestsCores / found.recordsPerSec) * 1e6),
    digits(usByCounts(found, recordsPerBatch)),
    digits(busyUs / valueBytes),
    digits(idleCores),
    digits(found.touchUs),
  ]
}

/** Processor time of a record on its leader in us, by the requests and batches that were measured. */
function usByCounts(found: BrokerCosts, recordsPerBatch: number): number {
  const { requestUs, batchUs, recordUs, byteNs } = lawTimes()
  const requests = found.producePerSec / found.recordsPerSec
  const bytes = found.batchBytes / recordsPerBatch
  return requests * requestUs + batchUs / recordsPerBatch + recordUs + (bytes * byteNs) / 1_000
}

/** What the model has. */
function lawOf({ partitions, lingerMs, perSec }: Load) {
  const [topic] = byLaw({
    workload: keyedJavaLoad([{ name: 'written', partitions, replicationFactor: 1 }], {
      producers,
      recordsPerSec: perSec,
      valueBytes,
      lingerMs,
    }),
    deployment: { offering: 'apache-kafka-on-hosts', size: 1, host: { cores: 2 } },
  }).topics
  if (topic === undefined) throw new Error('the model has no topic')
  return { recordsPerBatch: perSec / topic.batchesPerSec, requestsPerSec: topic.produceRequestsPerSec }
}
