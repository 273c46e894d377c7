/**
 * What requests and answers put around record batches: in the measured wire bytes, and in no predicted ones.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Result } from '../contracts/result.ts'
import type { PlannedConsumerGroup, RunPlan } from '../contracts/run-plan.ts'

/** The most that framing adds to a figure, in bytes/s; nothing where it is left out. */
export type Framing = Readonly<Partial<Record<FigureName, number>>>

/**
 * A produce request of one batch, without the names of client and topic: length 4; header 10 (key, version, correlation,
 * length of the client's name); transactional name 2, acks 2, timeout 4, topics 4, length of the topic's name 2,
 * partitions 4, partition 4, length of the batch 4.
 */
const produceRequestBytes = 40

/**
 * A fetch answer without the topic's name: length 4, correlation 4, throttle 4, error 2, session 4, topics 4, length of the
 * name 2, partitions 4.
 */
const fetchAnswerBytes = 28

/** A partition of it: number 4, error 2, three offsets 24, aborted 4, preferred replica 4, length of the records 4. */
const answeredPartitionBytes = 42

/**
 * The most that framing adds over the seconds that count, by the produce requests that were counted in them.
 *
 * librdkafka sends each batch in a request of its own, and has all partitions that a consumer reads from a broker in each
 * answer. An answer holds a batch at least, or comes because the wait was over.
 *
 * @param brokers brokers that may lead partitions; null where that is not known
 */
export function framingOf(
  plan: RunPlan,
  { requestsPerSec }: Pick<Result, 'requestsPerSec'>,
  brokers: number | null,
): Framing {
  const names = plan.producers.map(({ clientId, topic }) => clientId.length + topic.length)
  const answers = plan.consumerGroups.map((group) => {
    const partitions = plan.topics.find(({ name }) => name === group.topic)?.partitions ?? 1
    return answersBytesPerSec(group, { requestsPerSec, brokers: brokers ?? partitions, partitions })
  })
  return {
    ingressWireBytesPerSec: requestsPerSec * (produceRequestBytes + Math.max(0, ...names)),
    egressWireBytesPerSec: answers.reduce((sum, bytesPerSec) => sum + bytesPerSec, 0),
  }
}

function answersBytesPerSec(
  { topic, members, fetchMaxWaitMs }: PlannedConsumerGroup,
  seen: { readonly requestsPerSec: number; readonly brokers: number; readonly partitions: number },
): number {
  const connections = Math.min(seen.partitions, members * seen.brokers)
  const answersPerSec = seen.requestsPerSec + (connections * 1000) / Math.max(1, fetchMaxWaitMs)
  const partitionsEach = Math.ceil(seen.partitions / connections)
  return answersPerSec * (fetchAnswerBytes + topic.length + answeredPartitionBytes * partitionsEach)
}
