/**
 * The average load of a workload, by which traffic and storage are billed.
 */
import { solve } from '../capacity/solve.ts'
import { storedBytesOfTopic } from '../capacity/stored-bytes.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'

/** The average load of a workload on a deployment. Bytes are wire bytes of record batches. */
export type AverageLoad = {
  readonly ingressBytesPerSec: number
  /** Sum over all consumer groups. */
  readonly egressBytesPerSec: number
  readonly recordsPerSec: number
  /** Mean wire bytes of a record, with its share of the batch header. */
  readonly bytesPerRecord: number
  readonly topics: readonly TopicAverage[]
  /** Partitions before replication. */
  readonly partitions: number
  /** Replicas of all partitions. */
  readonly partitionReplicas: number
  /** True if a producer states no average rate. Its peak rate is then billed for the whole month. */
  readonly isPeak: boolean
  /** Names of the topics whose retention is not stated, so their stored bytes are not known. */
  readonly topicsWithoutRetention: readonly string[]
}

/** The average load of one topic entry. */
export type TopicAverage = {
  readonly ingressBytesPerSec: number
  readonly replicationFactor: number
  /** Wire bytes retained, before replication; 0 if the retention is not stated. */
  readonly storedBytes: number
}

/** Returns the scenario with its average rates as peak rates. A producer without an average rate keeps its peak. */
export function atAverage(scenario: Scenario): Scenario {
  const producers = scenario.workload.producers.map(({ averageRecordsPerSec, ...producer }) => ({
    ...producer,
    peakRecordsPerSec: Math.min(averageRecordsPerSec ?? producer.peakRecordsPerSec, producer.peakRecordsPerSec),
  }))
  return { ...scenario, workload: { ...scenario.workload, producers } }
}

/** Returns the average load of a scenario on its deployment. */
export function averageLoad(scenario: Scenario, offering: Offering): AverageLoad {
  const { workload } = scenario
  const { situation, offered } = solve(atAverage(scenario), offering)
  const topics = situation.topics.map((topic) => ({
    ingressBytesPerSec: offered.topics[topic.index]?.wireBytesPerSec ?? 0,
    replicationFactor: topic.topic.replicationFactor,
    storedBytes: storedBytesOfTopic(situation, topic),
  }))
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
