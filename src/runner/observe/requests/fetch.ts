/**
 * Fetch (1): reads batches of partitions from their leader, outside of any fetch session and any group.
 */
import type { ApiRequest } from './request.ts'

/** The partitions to read, each from an offset on. */
export type FetchFields = {
  readonly topics: readonly {
    readonly topic: string
    readonly partitions: readonly { readonly index: number; readonly offset: number }[]
  }[]
  /** Limit for all partitions together. A first batch that is larger is returned whole (KIP-74). */
  readonly maxBytes: number
  readonly maxPartitionBytes: number
}

/** The batches of all partitions. */
export type FetchResponse = {
  readonly throttleMs: number
  /** Error of the whole request. Each partition has its own. */
  readonly errorCode: number
  readonly partitions: readonly FetchedPartition[]
}

/** The batches of one partition. */
export type FetchedPartition = {
  readonly topic: string
  readonly index: number
  readonly errorCode: number
  /** Record batches one after another; the last may be incomplete. Empty if others have used up the bytes. */
  readonly batches: Buffer
}

const maxWaitMs = 100

/** Version 10 is the first that returns zstd; version 4 is the oldest with the record batches of Kafka 0.11. */
export const fetchRequest: ApiRequest<FetchFields, FetchResponse> = {
  name: 'Fetch',
  apiKey: 1,
  versions: [10, 4],
  flexibleFrom: 12,
  write(writer, { topics, maxBytes, maxPartitionBytes }, version) {
    // Replica -1: a consumer. At least one byte. Isolation 0: aborted records and markers are counted too.
    writer.int32(-1).int32(maxWaitMs).int32(1).int32(maxBytes).int8(0)
    // Session 0 with epoch -1: no session, so that the clients keep theirs.
    if (version >= 7) writer.int32(0).int32(-1)
    writer.array(topics, ({ topic, partitions }) => {
      writer.text(topic)
      writer.array(partitions, ({ index, offset }) => {
        writer.int32(index)
        // Leader epoch -1: not known.
        if (version >= 9) writer.int32(-1)
        writer.int64(offset)
        // Log start offset, which only followers send.
        if (version >= 5) writer.int64(-1)
        writer.int32(maxPartitionBytes)
      })
    })
    // Forgotten topics of the session.
    if (version >= 7) writer.array([], () => undefined)
  },
  read(reader, version) {
    const throttleMs = reader.int32()
    const sessionError = version >= 7 ? reader.int16() : 0
    if (version >= 7) reader.int32()
    const partitions = reader
      .array(() => {
        const topic = reader.text() ?? ''
        return reader.array(() => {
          const index = reader.int32()
          const errorCode = reader.int16()
          // High watermark, last stable offset and, from version 5 on, log start offset.
          reader.skip(version >= 5 ? 24 : 16)
          // Aborted transactions.
          reader.array(() => reader.skip(16))
          return { topic, index, errorCode, batches: reader.blob() ?? Buffer.alloc(0) }
        })
      })
      .flat()
    return { throttleMs, errorCode: sessionError, partitions }
  },
}
