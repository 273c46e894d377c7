/**
 * Many partitions with few producers: how full batches are, how many requests are sent, and what a record costs brokers,
 * with one replica and with three.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { type BrokerCosts, brokerCosts, byLaw, lawTimes, recordsOfBatch } from './broker-costs.ts'
import type { Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'

const times = { warmMs: 4_000, measureMs: 8_000 } as const
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

const written = 12
/** Partitions of another topic that nobody writes to or reads, three replicas each; the smallest again at the end. */
const idlePartitions = [0, 300, 1_500, 0] as const
const replicatedLoad = { lingerMs: 10, perSec: 1_000 } as const

/** Every experiment on many partitions, about nine minutes. */
export async function measureManyPartitions(lab: Laboratory): Promise<readonly LawTable[]> {
  const one = await startTestBrokers({ brokers: 1 })
  let ofOne: LawTable
  try {
    ofOne = await unreplicated(lab, one)
  } finally {
    await one.stop()
  }
  const three = await startTestBrokers({ brokers: 3 })
  try {
    return [ofOne, await replicated(lab, three)]
  } finally {
    await three.stop()
  }
}

/** One replica: the same load over more and more partitions. */
async function unreplicated(lab: Laboratory, brokers: TestBrokers): Promise<LawTable> {
  const servers = brokers.bootstrapServers.join(',')
  for (const partitions of partitionCounts) await lab.client('topic', { servers, topic: `p${partitions}`, partitions })
  const rows: string[][] = []
  for (const { lingerMs, perSec } of loads) {
    // Brokers compile their code in the first seconds: this one is measured again and not shown.
    await measure(lab, brokers, { partitions: 10, lingerMs, perSec })
    const idle = await brokerCosts(lab, brokers, { topic: 'p10', perSec: 0, ...times })
    for (const partitions of order) {
      const found = await measure(lab, brokers, { partitions, lingerMs, perSec })
      rows.push(unreplicatedRow({ partitions, lingerMs, perSec }, found, idle.cores))
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

function unreplicatedRow(load: Load, found: BrokerCosts, idleCores: number): string[] {
  const recordsPerBatch = recordsOfBatch(found.batchBytes, valueBytes)
  const law = lawOf(load, { brokers: 1, replicas: 1 })
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
  ]
}

/** Processor time of a record on its leader in us, by the requests and batches that were measured. */
function usByCounts(found: BrokerCosts, recordsPerBatch: number): number {
  const { requestUs, batchUs, recordUs, byteNs } = lawTimes()
  const requests = found.producePerSec / found.recordsPerSec
  const bytes = found.batchBytes / recordsPerBatch
  return requests * requestUs + batchUs / recordsPerBatch + recordUs + (bytes * byteNs) / 1_000
}

interface Placed {
  readonly brokers: number
  readonly replicas: number
  /** Partitions of the other topic. */
  readonly idle?: number
}

/** What the model has: batches, requests, and busy cores of all brokers beside their idle ones. */
function lawOf({ partitions, lingerMs, perSec }: Load, { brokers, replicas, idle = 0 }: Placed) {
  const topics = [{ name: 'written', partitions, replicationFactor: replicas }]
  if (idle > 0) topics.push({ name: 'idle', partitions: idle, replicationFactor: replicas })
  const traffic = byLaw({
    workload: {
      clientFamily: 'java',
      // Clients and brokers are on one machine.
      roundTripMs: 0.05,
      topics,
      producers: [
        {
          name: 'producers',
          topic: 'written',
          clients: producers,
          peakRecordsPerSec: perSec,
          recordValueBytes: valueBytes,
          keys: { kind: 'uniform' },
          lingerMs,
          acks: 'all',
        },
      ],
    },
    // Two processors for all brokers.
    deployment: { offering: 'apache-kafka-on-hosts', size: brokers, host: { cores: 2 / brokers } },
  })
  const [topic] = traffic.topics
  if (topic === undefined || traffic.broker === null) throw new Error('the model has no brokers')
  return {
    recordsPerBatch: perSec / topic.batchesPerSec,
    requestsPerSec: topic.produceRequestsPerSec,
    busyCores: (traffic.broker.cores - lawTimes().idleCores) * brokers,
  }
}

/** Three replicas: the same load on twelve partitions, beside more and more that are idle. */
async function replicated(lab: Laboratory, brokers: TestBrokers): Promise<LawTable> {
  const servers = brokers.bootstrapServers.join(',')
  const replicas = 3
  await lab.client('topic', { servers, topic: `p${written}`, partitions: written, replicas })
  const load = { partitions: written, ...replicatedLoad }
  await measure(lab, brokers, load)
  const alone = lawOf(load, { brokers: 3, replicas }).busyCores
  const rows: string[][] = []
  for (const [index, partitions] of idlePartitions.entries()) {
    const topic = `idle-${index}`
    if (partitions > 0) {
      await lab.client('topic', { servers, topic, partitions, replicas })
      // Brokers open the new partitions, and followers begin to fetch them.
      await sleep(15_000)
    }
    const idle = await brokerCosts(lab, brokers, { topic, perSec: 0, ...times })
    const factor = lawOf(load, { brokers: 3, replicas, idle: partitions }).busyCores / alone
    for (let round = 0; round < 2; round++) {
      const found = await measure(lab, brokers, load)
      rows.push(replicatedRow(partitions, found, { idle, factor }))
    }
    if (partitions > 0) {
      await lab.client('remove', { servers, topic })
      await sleep(10_000)
    }
  }
  return {
    title: `Three brokers, three replicas, ${producers} Java producers to ${written} partitions, ${replicatedLoad.perSec} records/s, beside idle partitions`,
    columns: [
      'idle partitions',
      'produce requests/s',
      'replica fetches/s',
      'fetches a request',
      'fetcher threads, us a fetch',
      'request threads, us a request or fetch',
      'all brokers, us a record',
      'all brokers, cores',
      'cores without load',
      'growth by the law',
    ],
    rows,
  }
}

function replicatedRow(
  partitions: number,
  found: BrokerCosts,
  { idle, factor }: { readonly idle: BrokerCosts; readonly factor: number },
): string[] {
  const fetches = found.fetchFollowerPerSec
  const served = found.producePerSec + fetches
  return [
    digits(partitions, 5),
    digits(found.producePerSec),
    digits(fetches),
    digits(fetches / found.producePerSec),
    digits((found.fetchersCores / fetches) * 1e6),
    digits((found.requestsCores / served) * 1e6),
    digits(((found.cores - idle.cores) / found.recordsPerSec) * 1e6),
    digits(found.cores),
    digits(idle.cores),
    digits(factor),
  ]
}
