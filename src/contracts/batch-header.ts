/**
 * Bytes of the header of a record batch in Kafka's message format v2 (KIP-98), which is not compressed: offsets, length, epoch,
 * magic, crc, attributes, timestamps, producer id and epoch, counts.
 */
export const batchHeaderBytes = 61
