import { batchHeaderBytes } from './batch-header.ts'

/**
 * Bytes of a marker, the batch with which a transaction ends in a partition: its header and one control record of 17
 * (length 1, attributes 1, deltas 2, key length 1, key 4, value length 1, value 6, count of headers 1).
 * docs/laws/transactions.md has the measurement.
 */
export const markerBytes = batchHeaderBytes + 17
