/**
 * Request framing: the bytes of produce requests around record batches. Kafka's own quotas count the bodies of requests.
 */
import type { Situation } from './situation.ts'
import type { Traffic } from './traffic.ts'

/**
 * Bytes of the body of a produce request without its batches and the topic's name: transactional id 2, acks 2, timeout
 * 4, topic count 4, length of the topic name 2, partition count 4.
 */
const requestBodyBytes = 18

/** Bytes of each batch in it: partition 4, length of the batch 4. */
const batchEntryBytes = 8

/** What request bodies add to the record batches that are written, as a share of these; 0 where nothing is written. */
export function requestFramingShare({ topics }: Situation, traffic: Traffic): number {
  let framingBytesPerSec = 0
  for (const { topic, index } of topics) {
    const { produceRequestsPerSec = 0, batchesPerSec = 0 } = traffic.topics[index] ?? {}
    framingBytesPerSec +=
      produceRequestsPerSec * (requestBodyBytes + topic.name.length) + batchesPerSec * batchEntryBytes
  }
  const { ingressWireBytesPerSec } = traffic.figures
  return ingressWireBytesPerSec > 0 ? framingBytesPerSec / ingressWireBytesPerSec : 0
}
