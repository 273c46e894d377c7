/**
 * Idle partitions: what partitions that receive no records cost brokers, with three replicas, beside a load on other partitions.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { type BrokerCosts, brokerCosts, byLaw, lawTimes } from './broker-costs.ts'
import { keyedJavaLoad } from './keyed-java-load.ts'
import type { Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'

const times = { warmMs: 4_000, measureMs: 8_000 } as const
const brokerCount = 3
const replicas = 3
const producers = 2
const written = 12
const valueBytes = 200
const lingerMs = 10
const perSec = 1_000

/** Partitions of another topic, which is neither written nor read; none again at the end. */
const idlePartitions = [0, 300, 1_500, 0] as const

/** The experiment, about five minutes. */
export async function measureIdlePartitions(lab: Laboratory): Promise<readonly LawTable[]> {
  const brokers = await startTestBrokers({ brokers: brokerCount })
  try {
    return [await idlePartitionsTable(lab, brokers)]
  } finally {
    await brokers.stop()
  }
}

function measure(lab: Laboratory, brokers: TestBrokers): Promise<BrokerCosts> {
  const load = { topic: 'written', partitions: written, producers, perSec, bytes: valueBytes }
  return brokerCosts(lab, brokers, { ...load, ...times, acks: 'all', 'linger.ms': lingerMs })
}

/** Cores of all brokers by the model, idle ones aside. */
function busyCoresByLaw(idle: number): number {
  const topics = [{ name: 'written', partitions: written, replicationFactor: replicas }]
  if (idle > 0) topics.push({ name: 'idle', partitions: idle, replicationFactor: replicas })
  const { broker } = byLaw({
    workload: keyedJavaLoad(topics, { producers, recordsPerSec: perSec, valueBytes, lingerMs }),
    // Two processors for all brokers.
    deployment: { offering: 'apache-kafka-on-hosts', size: brokerCount, host: { cores: 2 / brokerCount } },
  })
  if (broker === null) throw new Error('the model has no brokers')
  return (broker.cores - lawTimes().idleCores) * brokerCount
}

async function idlePartitionsTable(lab: Laboratory, brokers: TestBrokers): Promise<LawTable> {
  const servers = brokers.bootstrapServers.join(',')
  await lab.client('topic', { servers, topic: 'written', partitions: written, replicas })
  await measure(lab, brokers)
  const alone = busyCoresByLaw(0)
  const rows: string[][] = []
  for (const [index, partitions] of idlePartitions.entries()) {
    const topic = `idle-${index}`
    if (partitions > 0) {
      await lab.client('topic', { servers, topic, partitions, replicas })
      // Brokers open the new partitions, and followers begin to fetch them.
      await sleep(15_000)
    }
    const idle = await brokerCosts(lab, brokers, { topic, perSec: 0, ...times })
    const factor = busyCoresByLaw(partitions) / alone
    for (let round = 0; round < 2; round++) {
      const found = await measure(lab, brokers)
      rows.push(rowOf(partitions, found, { idle, factor }))
    }
    if (partitions > 0) {
      await lab.client('remove', { servers, topic })
      await sleep(10_000)
    }
  }
  return {
    title: `Three brokers, three replicas, ${producers} Java producers to ${written} partitions, ${perSec} records/s, beside idle partitions`,
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

function rowOf(
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
