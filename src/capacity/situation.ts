/**
 * The situation of a prediction: everything that does not depend on the load factor, looked up and computed once.
 */
import { AppError } from '../contracts/app-error.ts'
import type { LimitedDimension } from '../contracts/dimensions.ts'
import type { Limit, LimitSet, Offering } from '../contracts/offering.ts'
import type { PredictionContext } from '../contracts/prediction-context.ts'
import type { Deployment, Scenario } from '../contracts/scenario.ts'
import type { ConsumerGroup, Producer, Topic, Workload } from '../contracts/workload.ts'
import { type ClientReach, keysInUse, reachOfClient } from './client-keys.ts'
import { type BrokerHardware, describeBrokers } from './hardware/broker-hardware.ts'
import { type HottestShare, hottestPartitionShare } from './hottest-partition.ts'
import { limitsByDimension } from './limit-set.ts'
import { sentBytesPerRecord } from './message-format.ts'
import { type BrokerTimes, brokerTimes, type RoundTrip, requestTimeMs } from './pipeline.ts'
import { recordBytes, recordsPerFullBatch, withBatchHeader } from './record-batch.ts'
import { type ClosedLoop, closedLoopOf, type LoopParts, recordsPerSynchronousBatch } from './synchronous-senders.ts'

/** Network round trip if the scenario gives none: clients are in the cluster's region, in any of its zones. */
export const assumedRoundTripMs = 1

/** An entry of the scenario's topics, which may stand for several equal topics (`count`), with derived figures. */
export type TopicLoad = {
  readonly topic: Topic
  /** Index of the entry in the topics of the situation and of every traffic. */
  readonly index: number
  /** Partitions of all topics of the entry together. */
  readonly partitions: number
  /** Brokers that lead at least one of them. */
  readonly leaderBrokers: number
  /** Consumer groups that read it. */
  readonly readers: number
  /** How many of them lag so far that they read from disk. Not a whole number if a share of a group lags. */
  readonly laggingReaders: number
  /** Bytes of names in a produce request: the topic's, and the client's (mean over entries that write to the topic). */
  readonly requestNameBytes: number
}

/** Full batches of a producer entry on a number of brokers that lead its topic. */
export type FullBatches = Pick<TopicLoad, 'leaderBrokers'> &
  Pick<ProducerLoad, 'reach' | 'fullBatchRecords' | 'requestTimeMs'>

/** An entry of the scenario's producers, with derived figures that do not depend on the load. */
export type ProducerLoad = {
  readonly producer: Producer
  readonly topic: TopicLoad
  readonly family: Workload['clientFamily']
  /** This and the next three fields come from the producer alone: reading them there for every load factor is slower. */
  readonly clients: number
  readonly peakRecordsPerSec: number
  readonly payloadBytesPerRecord: number
  readonly lingerMs: number
  /** Null if it has no transactions. */
  readonly transactionMs: number | null
  /**
   * How long a client cannot send while it commits, in ms: until its last batch is acknowledged, and then until the
   * commit is, each as long as a small request.
   */
  readonly commitMs: number
  readonly isKeyed: boolean
  /** Of the records of all clients together. */
  readonly hottest: HottestShare
  /** Where one client sends: to the whole topic, or to the partitions of its own keys. */
  readonly reach: ClientReach
  readonly fullBatchRecords: number
  /**
   * Full batches on the brokers of the deployment itself, which retain the records. A run on another target has others:
   * on more brokers synchronous senders fill batches less, and more connections send more of them.
   */
  readonly kept: FullBatches
  /** Its synchronous senders; null if it sends without waiting for acknowledgements. */
  readonly closedLoop: ClosedLoop | null
  /** Bytes of a record inside a batch, after compression. */
  readonly compressedRecordBytes: number
  /** Wire bytes of a record as an older client sends it; null if brokers store it unchanged. */
  readonly sentBytesPerRecord: number | null
  /** Shortest time between two requests of one full batch on one connection, in ms. */
  readonly requestTimeMs: number
}

/** An entry of the scenario's consumer groups, which may stand for several equal groups (`count`), with its topic. */
export type ConsumerLoad = { readonly group: ConsumerGroup; readonly topic: TopicLoad }

/** A workload on a deployment of one size, with its limits. */
export type Situation = {
  readonly workload: Workload
  readonly deployment: Deployment
  readonly offering: Offering
  readonly limits: LimitSet
  /** The limits by dimension: every constraint looks up its own. */
  readonly publishedLimits: ReadonlyMap<LimitedDimension, Limit>
  readonly context: PredictionContext
  readonly size: number
  /** Number of brokers. Not whole if a service hides them, because it is then an assumed mean. */
  readonly brokers: number
  /** Brokers of the deployment itself, even if `brokers` are those of another target. Its refusals depend on these. */
  readonly deployedBrokers: number
  /** The hosts of the brokers; null if the offering does not compute its limits from hosts. */
  readonly hardware: BrokerHardware | null
  readonly roundTripMs: number
  /** Round trip of a produce request until the offering has made it durable. Requests in flight hide it. */
  readonly produceRoundTripMs: number
  /** `produceRoundTripMs` in two parts: what the scenario states, and what is assumed. */
  readonly produceRoundTrip: RoundTrip
  /** Service times of a broker for produce requests. */
  readonly times: BrokerTimes
  readonly topics: readonly TopicLoad[]
  readonly producers: readonly ProducerLoad[]
  readonly consumers: readonly ConsumerLoad[]
}

/**
 * Describes a scenario at one size.
 *
 * `like` is the situation of the same scenario at another size. The skew of the keys, which is expensive to compute and
 * does not depend on the size, is copied from it.
 */
export function describeSituation(
  scenario: Pick<Scenario, 'workload' | 'deployment'>,
  offering: Offering,
  limits: LimitSet,
  options: { readonly context: PredictionContext; readonly size: number; readonly like?: Situation },
): Situation {
  const { workload, deployment } = scenario
  const deployedBrokers = brokersBehind(offering, limits, options.size)
  const brokers = options.context.brokers ?? deployedBrokers
  const roundTripMs = workload.roundTripMs ?? assumedRoundTripMs
  const produceRoundTripMs = roundTripMs + (offering.produceWait?.assumedMs ?? 0)
  const statedMs = workload.roundTripMs ?? 0
  const produceRoundTrip = { statedMs, assumedMs: produceRoundTripMs - statedMs }
  const { namePrefixBytes } = options.context
  const topics = workload.topics.map((topic, index) =>
    describeTopic({ topic, index }, workload, { brokers, namePrefixBytes }),
  )
  const hardware = describeBrokers(offering, scenario, topics, brokers)
  const times = brokerTimes(hardware)
  return {
    workload,
    deployment,
    offering,
    limits,
    publishedLimits: limitsByDimension(limits),
    context: options.context,
    size: options.size,
    brokers,
    deployedBrokers,
    hardware,
    roundTripMs,
    produceRoundTripMs,
    produceRoundTrip,
    times,
    topics,
    producers: workload.producers.map((producer, index) =>
      describeProducer(producer, topicNamed(topics, producer.topic), {
        family: workload.clientFamily,
        roundTrip: produceRoundTrip,
        times,
        hottest: options.like?.producers[index]?.hottest,
        deployedBrokers,
      }),
    ),
    consumers: workload.consumerGroups.map((group) => ({ group, topic: topicNamed(topics, group.topic) })),
  }
}

/**
 * Number of brokers of a size, at least one. A number of hosts is rounded; the mean number of a service's hidden
 * brokers is not. If it were, 1.25 brokers per unit would give 1 broker for one unit and 3 for two. Clients that send
 * requests to every broker would send three times as many against a limit that only doubles, so more units would carry
 * less.
 */
function brokersBehind(offering: Offering, limits: LimitSet, size: number): number {
  const mean = (limits.brokersPerUnit ?? offering.assumedBrokersPerUnit) * size
  return Math.max(1, offering.model === 'broker-hardware' ? Math.round(mean) : mean)
}

function describeProducer(
  producer: Producer,
  topic: TopicLoad,
  given: Pick<LoopParts, 'family' | 'roundTrip' | 'times'> &
    Pick<Situation, 'deployedBrokers'> & { readonly hottest: HottestShare | undefined },
): ProducerLoad {
  const { family, roundTrip, times } = given
  const roundTripMs = roundTrip.statedMs + roundTrip.assumedMs
  const bytes = recordBytes(producer)
  const hottest = given.hottest ?? hottestPartitionShare(keysInUse(producer), topic.partitions)
  const payloadBytesPerRecord = producer.recordValueBytes + producer.recordKeyBytes
  const compressedRecordBytes = producer.compressionRatio * bytes
  const sizedBatchRecords = recordsPerFullBatch(producer, family, bytes)
  const reachOf = (leaderBrokers: number) =>
    reachOfClient(producer, { partitions: topic.partitions, leaderBrokers, hottestShare: hottest.share })
  const parts = {
    producer,
    topic: topic.topic,
    family,
    reach: reachOf(topic.leaderBrokers),
    fullBatchRecords: sizedBatchRecords,
    compressedRecordBytes,
    payloadBytesPerRecord,
    roundTrip,
    times,
  }
  const closedLoop = closedLoopOf(parts)
  const full = fullBatchesOf(parts, closedLoop)
  const keepers = Math.min(given.deployedBrokers, topic.partitions)
  const onKeepers = { ...parts, reach: reachOf(keepers) }
  return {
    producer,
    topic,
    family,
    clients: producer.clients,
    peakRecordsPerSec: producer.peakRecordsPerSec,
    payloadBytesPerRecord,
    lingerMs: producer.lingerMs,
    transactionMs: producer.transactionMs ?? null,
    commitMs: producer.transactionMs === undefined ? 0 : commitMsOf(producer, topic.topic, { roundTripMs, times }),
    isKeyed: producer.keys.kind !== 'none',
    hottest,
    reach: parts.reach,
    fullBatchRecords: full.fullBatchRecords,
    kept: {
      leaderBrokers: keepers,
      ...(keepers === topic.leaderBrokers ? full : fullBatchesOf(onKeepers, closedLoopOf(onKeepers))),
    },
    closedLoop,
    compressedRecordBytes,
    sentBytesPerRecord: sentBytesPerRecord(producer),
    requestTimeMs: full.requestTimeMs,
  }
}

/** Full batches of a producer entry. Synchronous senders fill one only as far as their number allows. */
function fullBatchesOf(parts: LoopParts, closedLoop: ClosedLoop | null): Omit<FullBatches, 'leaderBrokers'> {
  const { producer, topic, reach, compressedRecordBytes, roundTrip, times } = parts
  const records = closedLoop === null ? parts.fullBatchRecords : recordsPerSynchronousBatch(closedLoop, parts)
  const wireBytes = records * withBatchHeader(compressedRecordBytes, records)
  const request = { producer, topic, records, batches: 1, wireBytes }
  const roundTripMs = roundTrip.statedMs + roundTrip.assumedMs
  return { reach, fullBatchRecords: records, requestTimeMs: requestTimeMs(request, roundTripMs, times) }
}

function commitMsOf(
  producer: Producer,
  topic: Topic,
  { roundTripMs, times }: Pick<Situation, 'roundTripMs' | 'times'>,
): number {
  const alone = { ...producer, maxInFlight: 1 }
  return 2 * requestTimeMs({ producer: alone, topic, records: 1, batches: 1, wireBytes: 0 }, roundTripMs, times)
}

function describeTopic(
  { topic, index }: Pick<TopicLoad, 'topic' | 'index'>,
  workload: Workload,
  { brokers, namePrefixBytes = 0 }: { readonly brokers: number; readonly namePrefixBytes?: number | undefined },
): TopicLoad {
  const partitions = topic.count * topic.partitions
  let readers = 0
  let laggingReaders = 0
  for (const group of workload.consumerGroups) {
    if (group.topic !== topic.name) continue
    readers += group.count
    laggingReaders += group.count * (group.laggingShare ?? 0)
  }
  const requestNameBytes = namePrefixBytes + topic.name.length + namePrefixBytes + clientIdBytes(topic, workload)
  const leaderBrokers = Math.min(brokers, partitions)
  return { topic, index, partitions, leaderBrokers, readers, laggingReaders, requestNameBytes }
}

/** Mean length of the client ids that write to a topic: the name of the producer entry and a number that a run adds. */
function clientIdBytes({ name: topic }: Topic, { producers }: Workload): number {
  let [sum, count] = [0, 0]
  for (const producer of producers) {
    if (producer.topic !== topic) continue
    sum += producer.name.length + '-1'.length
    count += 1
  }
  return count === 0 ? 0 : sum / count
}

/** Cannot fail for a parsed scenario: its schema checks that the topic exists. */
function topicNamed(topics: readonly TopicLoad[], name: string): TopicLoad {
  const found = topics.find((entry) => entry.topic.name === name)
  if (found) return found
  throw new AppError('SCENARIO_INVALID', `No topic entry is named "${name}".`)
}
