/**
 * Request framing: the bytes of produce requests around record batches.
 *
 * The framing of fetch responses is left out. Consumers that a quota throttles find more data at each fetch, so their
 * responses are full and the framing is below 0.1 % of them (docs/decisions/wire-bytes.md).
 */
import type { Situation } from './situation.ts'
import type { Traffic } from './traffic.ts'

/**
 * Bytes of a produce request without its batches and names, as quotas count it. Header: API key 2, version 2, correlation
 * id 4, length of the client id 2. Body: transactional id 2, acks 2, timeout 4, topic count 4, length of the topic name 2,
 * partition count 4. The request's own length, 4 bytes before it, is not counted.
 */
const requestBytes = 28

/** Bytes that each batch adds to a produce request: partition 4, length of the batch 4. */
const batchEntryBytes = 8

/** Bytes/s that produce requests add to the record batches of the topic entry with this index. */
export function topicFramingBytesPerSec({ topics }: Situation, traffic: Traffic, index: number): number {
  const { produceRequestsPerSec = 0, batchesPerSec = 0 } = traffic.topics[index] ?? {}
  const nameBytes = topics[index]?.requestNameBytes ?? 0
  return produceRequestsPerSec * (requestBytes + nameBytes) + batchesPerSec * batchEntryBytes
}

/** Bytes/s that produce requests add to the record batches of all topics. */
export function requestFramingBytesPerSec(situation: Situation, traffic: Traffic): number {
  let bytesPerSec = 0
  for (const { index } of situation.topics) bytesPerSec += topicFramingBytesPerSec(situation, traffic, index)
  return bytesPerSec
}

/** Request framing as a share of the written record batches; 0 if nothing is written. */
export function requestFramingShare(situation: Situation, traffic: Traffic): number {
  const { ingressWireBytesPerSec } = traffic.figures
  return ingressWireBytesPerSec > 0 ? requestFramingBytesPerSec(situation, traffic) / ingressWireBytesPerSec : 0
}
