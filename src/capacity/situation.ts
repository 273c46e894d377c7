/**
 * Everything that a prediction needs, looked up and computed once, before any load factor is tried.
 */
import { AppError } from '../contracts/app-error.ts'
import type { LimitSet, Offering } from '../contracts/offering.ts'
import type { PredictionContext } from '../contracts/prediction.ts'
import type { Deployment, Scenario } from '../contracts/scenario.ts'
import type { ConsumerGroup, Producer, Topic, Workload } from '../contracts/workload.ts'
import { type BrokerSituation, describeBrokers } from './hardware/broker-situation.ts'
import { type HottestShare, hottestPartitionShare } from './hottest-partition.ts'
import { sentBytesPerRecord } from './message-format.ts'
import { type BrokerTimes, brokerTimes, requestTimeMs } from './pipeline.ts'
import { recordBytes, recordsPerFullBatch, withBatchHeader } from './record-batch.ts'

/** Network round trip where the user gave none: clients in the region of the cluster, zones mixed. */
export const assumedRoundTripMs = 1

/** A topic entry as the rest needs it. */
export type TopicLoad = {
  readonly topic: Topic
  /** Its place in the topics of the situation, and of every traffic. */
  readonly index: number
  /** Partitions of all alike topics together. */
  readonly partitions: number
  /** Brokers that lead at least one of them. */
  readonly leaderBrokers: number
  /** Groups that read it, alike ones counted each. */
  readonly readers: number
  /** As many of them as read from disk, far behind the tail: parts of groups count as parts. */
  readonly laggingReaders: number
}

/** A producer entry with what does not change with the load. */
export type ProducerLoad = {
  readonly producer: Producer
  readonly topic: TopicLoad
  readonly family: Workload['clientFamily']
  /** Of the producer, read once: scenarios come in many shapes, and every load factor asks. */
  readonly clients: number
  readonly peakRecordsPerSec: number
  readonly payloadBytesPerRecord: number
  readonly lingerMs: number
  readonly isKeyed: boolean
  readonly hottest: HottestShare
  readonly fullBatchRecords: number
  /** Bytes of a record inside a batch, after compression. */
  readonly compressedRecordBytes: number
  /** Wire bytes of a record as an older client sends it; null where it is stored as it comes. */
  readonly sentBytesPerRecord: number | null
  /** Shortest time between two requests of one full batch on one connection, in ms. */
  readonly requestTimeMs: number
}

/** A consumer entry with its topic. */
export type ConsumerLoad = { readonly group: ConsumerGroup; readonly topic: TopicLoad }

/** A workload on a deployment of one size, with its limits. */
export type Situation = {
  readonly workload: Workload
  readonly deployment: Deployment
  readonly offering: Offering
  readonly limits: LimitSet
  readonly context: PredictionContext
  readonly size: number
  /** Brokers; their mean number where a service hides them. */
  readonly brokers: number
  /** What the hosts of the brokers have; null where the offering computes nothing from hosts. */
  readonly hardware: BrokerSituation | null
  readonly roundTripMs: number
  /** How long a broker takes for a produce request. */
  readonly times: BrokerTimes
  readonly topics: readonly TopicLoad[]
  readonly producers: readonly ProducerLoad[]
  readonly consumers: readonly ConsumerLoad[]
}

/**
 * Looks everything up for one size.
 *
 * `like` is the same scenario at another size: what the keys do does not depend on the size and is taken from there.
 */
export function describeSituation(
  scenario: Scenario,
  offering: Offering,
  limits: LimitSet,
  options: { readonly context: PredictionContext; readonly size: number; readonly like?: Situation },
): Situation {
  const { workload, deployment } = scenario
  const brokers = options.context.brokers ?? brokersBehind(offering, limits, options.size)
  const roundTripMs = workload.roundTripMs ?? assumedRoundTripMs
  const topics = workload.topics.map((topic, index) => describeTopic({ topic, index }, workload, brokers))
  const hardware = describeBrokers(offering, scenario, topics, brokers)
  const times = brokerTimes(hardware)
  return {
    workload,
    deployment,
    offering,
    limits,
    context: options.context,
    size: options.size,
    brokers,
    hardware,
    roundTripMs,
    times,
    topics,
    producers: workload.producers.map((producer, index) => {
      const topic = topicNamed(topics, producer.topic)
      const bytes = recordBytes(producer)
      const fullBatchRecords = recordsPerFullBatch(producer, workload.clientFamily, bytes)
      const compressedRecordBytes = producer.compressionRatio * bytes
      const wireBytes = fullBatchRecords * withBatchHeader(compressedRecordBytes, fullBatchRecords)
      const full = { producer, topic: topic.topic, records: fullBatchRecords, wireBytes }
      return {
        producer,
        topic,
        family: workload.clientFamily,
        clients: producer.clients,
        peakRecordsPerSec: producer.peakRecordsPerSec,
        payloadBytesPerRecord: producer.recordValueBytes + producer.recordKeyBytes,
        lingerMs: producer.lingerMs,
        isKeyed: producer.keys.kind !== 'none',
        hottest: options.like?.producers[index]?.hottest ?? hottestPartitionShare(producer.keys, topic.partitions),
        fullBatchRecords,
        compressedRecordBytes,
        sentBytesPerRecord: sentBytesPerRecord(producer),
        requestTimeMs: requestTimeMs(full, roundTripMs, times),
      }
    }),
    consumers: workload.consumerGroups.map((group) => ({ group, topic: topicNamed(topics, group.topic) })),
  }
}

/**
 * Brokers behind a size, at least one. Hosts are whole; where a service hides its brokers, it is their mean number.
 *
 * Rounded, 1.25 brokers a unit would be 1 behind one unit and 3 behind two, and clients that ask each broker would ask
 * three times as often of a limit that has only doubled: more units would give less.
 */
function brokersBehind(offering: Offering, limits: LimitSet, size: number): number {
  const mean = (limits.brokersPerUnit ?? offering.assumedBrokersPerUnit) * size
  return Math.max(1, offering.model === 'broker-hardware' ? Math.round(mean) : mean)
}

function describeTopic(
  { topic, index }: Pick<TopicLoad, 'topic' | 'index'>,
  workload: Workload,
  brokers: number,
): TopicLoad {
  const partitions = topic.count * topic.partitions
  let readers = 0
  let laggingReaders = 0
  for (const group of workload.consumerGroups) {
    if (group.topic !== topic.name) continue
    readers += group.count
    laggingReaders += group.count * (group.laggingShare ?? 0)
  }
  return { topic, index, partitions, leaderBrokers: Math.min(brokers, partitions), readers, laggingReaders }
}

/** The schema of a scenario has made sure that the topic is there. */
function topicNamed(topics: readonly TopicLoad[], name: string): TopicLoad {
  const found = topics.find((entry) => entry.topic.name === name)
  if (found) return found
  throw new AppError('SCENARIO_INVALID', `No topic entry is named "${name}".`)
}
