/**
 * What the fetches of one consumer bring over a round trip that the scenario states. A consumer has one fetch under way
 * at each broker, and the next follows the response (docs/laws/clients.md).
 */
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBinaryBytes } from '../../units/bytes.ts'
import { formatDuration } from '../../units/duration.ts'
import type { ConstraintModel } from '../constraint-model.ts'
import type { ConsumerLoad, Situation } from '../situation.ts'
import { hottestLoggedBytesPerSec, type TopicTraffic } from '../topic-traffic.ts'

/** Bytes of one partition in a response (`max.partition.fetch.bytes`): the default of Java clients and librdkafka. */
const partitionFetchBytes = 1_048_576

/** Bytes of one response (`fetch.max.bytes`): also the default of both. */
const responseBytes = 52_428_800

/** Source of both defaults. */
export const fetchSizeSource = {
  title: 'Apache Kafka documentation, consumer configurations: max.partition.fetch.bytes, fetch.max.bytes',
  url: 'https://kafka.apache.org/documentation/#consumerconfigs',
  date: '2026-11',
  grade: 'P',
  remark:
    'The defaults, which librdkafka shares. Fetches of one broker follow one another, over the stated round trip.',
} as const

/**
 * One constraint for each group, on its fullest partition. Empty without a stated round trip, and for groups that state
 * what a member reads: their settings are their own.
 */
export function fetchSizeConstraints({ workload, topics, consumers }: Situation): ConstraintModel[] {
  const { roundTripMs } = workload
  if (roundTripMs === undefined || roundTripMs === 0) return []
  const models: ConstraintModel[] = []
  for (const [index, { group, topic }] of consumers.entries()) {
    if (group.mostRecordsPerSec !== undefined) continue
    const bytes = bytesInResponse({ group, topic })
    const capacity = (bytes * 1000) / roundTripMs
    const trafficOf = (all: readonly TopicTraffic[]) =>
      hottestLoggedBytesPerSec(all[topic.index], topics[topic.index]?.partitions ?? 1)
    // Field by field, because a spread here costs a tenth of a prediction.
    models.push({
      id: `consumer-fetch:${index}:${group.name}`,
      dimension: 'consumer-client',
      layer: 'client',
      kind: 'physical',
      source: fetchSizeSource,
      mayBurst: false,
      readers: { consumer: index },
      unit: 'bytes/s',
      capacity,
      capacityText: () =>
        `${formatBinaryBytes(bytes)} of a partition in a fetch / ${formatDuration(roundTripMs)} = ${formatByteRate(capacity)}`,
      demandAt: (traffic) => trafficOf(traffic.topics),
      demandText: (demand) => `${formatByteRate(demand)} of the fullest partition of "${group.name}"`,
    })
  }
  return models
}

/** Bytes of each partition in the responses of one round trip: `fetch.max.bytes` is divided among those of a broker. */
function bytesInResponse({ group, topic }: ConsumerLoad): number {
  const read = Math.ceil(topic.partitions / group.members)
  const inOneResponse = Math.max(1, read / topic.leaderBrokers)
  return Math.min(partitionFetchBytes, responseBytes / inOneResponse)
}
