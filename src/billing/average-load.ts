/**
 * What of a workload is billed: its traffic and its retained data at the average load.
 */
import { solve } from '../capacity/solve.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'

/** The average load of a workload on a deployment. Bytes are wire bytes of record batches. */
export type AverageLoad = {
  readonly ingressBytesPerSec: number
  /** Of all consumer groups together. */
  readonly egressBytesPerSec: number
  readonly recordsPerSec: number
  /** Mean wire bytes of a record, with its share of the batch header. */
  readonly bytesPerRecord: number
  readonly topics: readonly TopicAverage[]
  /** Partitions before replication, and with every replica. */
  readonly partitions: number
  readonly partitionReplicas: number
  /** True if a producer states no average rate, so that its peak is billed all month. */
  readonly isPeak: boolean
  /** Topics whose retention is not stated: what they store is not known. */
  readonly topicsWithoutRetention: readonly string[]
}

/** What a topic entry adds to the average load. */
export type TopicAverage = {
  readonly ingressBytesPerSec: number
  readonly replicationFactor: number
  /** Wire bytes retained, each once; 0 if the retention is not stated. */
  readonly storedBytes: number
}

/** The scenario at its average rates. A producer without an average keeps its peak. */
export function atAverage(scenario: Scenario): Scenario {
  const producers = scenario.workload.producers.map(({ averageRecordsPerSec, ...producer }) => ({
    ...producer,
    peakRecordsPerSec: Math.min(averageRecordsPerSec ?? producer.peakRecordsPerSec, producer.peakRecordsPerSec),
  }))
  return { ...scenario, workload: { ...scenario.workload, producers } }
}

/** The average load of a scenario, on the deployment that it names. */
export function averageLoad(scenario: Scenario, offering: Offering): AverageLoad {
  const { workload } = scenario
  const { situation, offered } = solve(atAverage(scenario), offering)
  const topics = situation.topics.map(({ topic, index }) => {
    const ingressBytesPerSec = offered.topics[index]?.wireBytesPerSec ?? 0
    const storedBytes = (ingressBytesPerSec * (topic.retentionMs ?? 0)) / 1000
    return { ingressBytesPerSec, replicationFactor: topic.replicationFactor, storedBytes }
  })
  const { ingressWireBytesPerSec, egressWireBytesPerSec, recordsPerSec } = offered.figures
  return {
    ingressBytesPerSec: ingressWireBytesPerSec,
    egressBytesPerSec: egressWireBytesPerSec,
    recordsPerSec,
    bytesPerRecord: recordsPerSec === 0 ? 0 : ingressWireBytesPerSec / recordsPerSec,
    topics,
    partitions: sum(situation.topics, ({ partitions }) => partitions),
    partitionReplicas: sum(situation.topics, ({ partitions, topic }) => partitions * topic.replicationFactor),
    isPeak: workload.producers.some(({ averageRecordsPerSec }) => averageRecordsPerSec === undefined),
    topicsWithoutRetention: workload.topics.flatMap(({ name, retentionMs }) =>
      retentionMs === undefined ? [name] : [],
    ),
  }
}

function sum<T>(values: readonly T[], amountOf: (value: T) => number): number {
  return values.reduce((total, value) => total + amountOf(value), 0)
}
