/**
 * Framing: the bytes that requests and responses add around record batches. Measured wire bytes contain them, predicted
 * ones do not.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Result } from '../contracts/result.ts'
import type { PlannedConsumerGroup, RunPlan } from '../contracts/run-plan.ts'

/** Upper bound of the bytes/s that framing adds to a figure; 0 for a figure that is left out. */
export type Framing = Readonly<Partial<Record<FigureName, number>>>

/**
 * Bytes of a produce request with one batch, without the batch, client id and topic name: length 4; header 10 (API key,
 * version, correlation id, length of the client id); transactional id 2, acks 2, timeout 4, topic count 4, length of the
 * topic name 2, partition count 4, partition 4, length of the batch 4.
 */
const produceRequestBytes = 40

/**
 * Bytes of a fetch response without its partitions and the topic name: length 4, correlation id 4, throttle time 4,
 * error 2, session id 4, topic count 4, length of the topic name 2, partition count 4.
 */
const fetchResponseBytes = 28

/**
 * Bytes of each partition in it, without the records: partition 4, error 2, three offsets 24, aborted transactions 4,
 * preferred replica 4, length of the records 4.
 */
const fetchedPartitionBytes = 42

/**
 * Upper bound of the framing in the steady window, from the produce requests counted in it.
 *
 * librdkafka sends each batch in its own request, and each of its fetch responses lists all partitions that the consumer
 * reads from the broker. A response carries at least one batch, unless it ends a wait of `fetchMaxWaitMs`. So there are
 * at most as many responses as produce requests, plus one per connection and maximum wait.
 *
 * @param brokers number of brokers that may lead partitions; null if not known
 */
export function framingOf(
  plan: RunPlan,
  { requestsPerSec }: Pick<Result, 'requestsPerSec'>,
  brokers: number | null,
): Framing {
  const names = plan.producers.map(({ clientId, topic }) => clientId.length + topic.length)
  const responses = plan.consumerGroups.map((group) => {
    const partitions = plan.topics.find(({ name }) => name === group.topic)?.partitions ?? 1
    return responseBytesPerSec(group, { requestsPerSec, brokers: brokers ?? partitions, partitions })
  })
  return {
    ingressWireBytesPerSec: requestsPerSec * (produceRequestBytes + Math.max(0, ...names)),
    egressWireBytesPerSec: responses.reduce((sum, bytesPerSec) => sum + bytesPerSec, 0),
  }
}

function responseBytesPerSec(
  { topic, members, fetchMaxWaitMs }: PlannedConsumerGroup,
  { requestsPerSec, brokers, partitions }: Readonly<Record<'requestsPerSec' | 'brokers' | 'partitions', number>>,
): number {
  const connections = Math.min(partitions, members * brokers)
  const responsesPerSec = requestsPerSec + (connections * 1000) / Math.max(1, fetchMaxWaitMs)
  const partitionsPerResponse = Math.ceil(partitions / connections)
  return responsesPerSec * (fetchResponseBytes + topic.length + fetchedPartitionBytes * partitionsPerResponse)
}
