/**
 * How Kafka's Java clients choose the partition of a record with a key: murmur2 without its sign bit, modulo the number of
 * partitions.
 *
 * The results equal those of `org.apache.kafka.common.utils.Utils.murmur2`.
 */
const seed = 0x9747b28c
const multiplier = 0x5bd1e995
const shift = 24

/** 32-bit murmur2 of bytes, signed. */
export function murmur2(data: Uint8Array): number {
  const length = data.length
  let hash = seed ^ length
  const words = length >> 2
  for (let word = 0; word < words; word += 1) {
    const at = word * 4
    let value =
      byteAt(data, at) | (byteAt(data, at + 1) << 8) | (byteAt(data, at + 2) << 16) | (byteAt(data, at + 3) << 24)
    value = Math.imul(value, multiplier)
    value ^= value >>> shift
    value = Math.imul(value, multiplier)
    hash = Math.imul(hash, multiplier) ^ value
  }
  const tail = words * 4
  const rest = length & 3
  if (rest === 3) hash ^= byteAt(data, tail + 2) << 16
  if (rest >= 2) hash ^= byteAt(data, tail + 1) << 8
  if (rest >= 1) hash = Math.imul(hash ^ byteAt(data, tail), multiplier)
  hash ^= hash >>> 13
  hash = Math.imul(hash, multiplier)
  return hash ^ (hash >>> 15)
}

/** Returns the partition that Kafka's Java clients choose for a key by default. Clients on librdkafka use CRC32. */
export function partitionOfKey(key: Uint8Array, partitions: number): number {
  return (murmur2(key) & 0x7fffffff) % partitions
}

/** Size of a key's number in bytes. Only the hash of this number determines the partition, not the rest of the key. */
export const keyNumberBytes = 8

const numberView = new DataView(new ArrayBuffer(keyNumberBytes))
const numberBytes = new Uint8Array(numberView.buffer)

/** Returns the partition of the key of a run that begins with this number. The load engine computes the same. */
export function partitionOfKeyNumber(number: number, partitions: number): number {
  numberView.setFloat64(0, number, true)
  return partitionOfKey(numberBytes, partitions)
}

/** `?? 0` is there for the compiler: no index is out of range. */
function byteAt(data: Uint8Array, index: number): number {
  return data[index] ?? 0
}
