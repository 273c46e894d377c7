/**
 * ListOffsets (2) and OffsetFetch (9): where logs begin and end, the offset at a time, and the committed offsets of groups.
 */
import type { ApiRequest } from './request.ts'

/** Timestamps with a special meaning in ListOffsets: the end of the log, and its start. */
export const latestOffset = -1
export const earliestOffset = -2
/** The record with the largest timestamp; from version 7 on (Kafka 3.0). */
export const largestTimestamp = -3

/** The partitions whose offsets are read, each at a time (epoch ms) or at one of the special timestamps. */
export type OffsetsFields = readonly {
  readonly topic: string
  readonly partitions: readonly { readonly index: number; readonly timestamp: number }[]
}[]

/** One offset per partition. */
export type OffsetsResponse = {
  readonly throttleMs: number
  readonly topics: readonly {
    readonly topic: string
    readonly partitions: readonly {
      readonly index: number
      readonly errorCode: number
      /** -1 if there is none. */
      readonly timestamp: number
      /** -1 if no record is that late. */
      readonly offset: number
    }[]
  }[]
}

/** Requests offsets as a consumer that reads uncommitted records would: the end of a log is its high watermark. */
export const listOffsetsRequest: ApiRequest<OffsetsFields, OffsetsResponse> = {
  name: 'ListOffsets',
  apiKey: 2,
  versions: [2],
  flexibleFrom: 6,
  write(writer, topics) {
    // Replica -1: a client. Isolation 0: read uncommitted.
    writer.int32(-1).int8(0)
    writer.array(topics, ({ topic, partitions }) => {
      writer.text(topic)
      writer.array(partitions, ({ index, timestamp }) => writer.int32(index).int64(timestamp))
    })
  },
  read(reader) {
    return {
      throttleMs: reader.int32(),
      topics: reader.array(() => ({
        topic: reader.text() ?? '',
        partitions: reader.array(() => ({
          index: reader.int32(),
          errorCode: reader.int16(),
          timestamp: reader.int64(),
          offset: reader.int64(),
        })),
      })),
    }
  },
}

/** ListOffsets in the version that knows `largestTimestamp`. */
export const largestTimestampRequest: ApiRequest<OffsetsFields, OffsetsResponse> = {
  name: 'ListOffsets',
  apiKey: 2,
  versions: [7],
  flexibleFrom: 6,
  write(writer, topics) {
    writer.int32(-1).int8(0)
    writer.compactArray(topics, ({ topic, partitions }) => {
      writer.compactText(topic)
      writer.compactArray(partitions, ({ index, timestamp }) => {
        // Leader epoch -1: not known.
        writer.int32(index).int32(-1).int64(timestamp).noTags()
      })
      writer.noTags()
    })
    writer.noTags()
  },
  read(reader) {
    return {
      throttleMs: reader.int32(),
      topics: reader.compactArray(() => {
        const topic = reader.compactText() ?? ''
        const partitions = reader.compactArray(() => {
          const partition = {
            index: reader.int32(),
            errorCode: reader.int16(),
            timestamp: reader.int64(),
            offset: reader.int64(),
          }
          reader.int32()
          reader.skipTags()
          return partition
        })
        reader.skipTags()
        return { topic, partitions }
      }),
    }
  },
}

/** The committed offsets of one group. */
export type CommittedResponse = {
  readonly throttleMs: number
  readonly errorCode: number
  readonly topics: readonly {
    readonly topic: string
    /** Offset -1: never committed. */
    readonly partitions: readonly { readonly index: number; readonly offset: number; readonly errorCode: number }[]
  }[]
}

/** All committed offsets of a group. It is sent to the group's coordinator, and changes nothing. */
export const offsetFetchRequest: ApiRequest<string, CommittedResponse> = {
  name: 'OffsetFetch',
  apiKey: 9,
  versions: [3],
  flexibleFrom: 6,
  write(writer, groupId) {
    writer.text(groupId).array(null, () => undefined)
  },
  read(reader) {
    const throttleMs = reader.int32()
    const topics = reader.array(() => ({
      topic: reader.text() ?? '',
      partitions: reader.array(() => {
        const index = reader.int32()
        const offset = reader.int64()
        // Metadata, which clients may use as they like, is not kept.
        reader.text()
        return { index, offset, errorCode: reader.int16() }
      }),
    }))
    return { throttleMs, topics, errorCode: reader.int16() }
  },
}
