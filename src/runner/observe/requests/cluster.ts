/**
 * DescribeConfigs (32), DescribeLogDirs (35), DescribeClientQuotas (48), ListPartitionReassignments (46) and
 * DescribeProducers (61): settings, sizes, quotas, moves and producers.
 */
import type { ApiRequest } from './request.ts'

/** Types of resources in DescribeConfigs. */
export const topicResource = 2
export const brokerResource = 4

/** Which settings to read: those with the names `keys`, of the resources with this type and these names. */
export type ConfigsFields = {
  readonly type: number
  readonly names: readonly string[]
  readonly keys: readonly string[]
}

/** Settings by resource. A setting is null if it has no value or is secret. */
export type ConfigsResponse = {
  readonly throttleMs: number
  readonly results: readonly {
    readonly errorCode: number
    readonly name: string
    readonly configs: Readonly<Record<string, string | null>>
  }[]
}

/** Reads settings of topics or brokers. */
export const describeConfigsRequest: ApiRequest<ConfigsFields, ConfigsResponse> = {
  name: 'DescribeConfigs',
  apiKey: 32,
  versions: [1],
  flexibleFrom: 4,
  write(writer, { type, names, keys }) {
    writer.array(names, (name) => {
      writer.int8(type).text(name)
      writer.array(keys, (key) => writer.text(key))
    })
    // Without synonyms, which would multiply the response.
    writer.boolean(false)
  },
  read(reader) {
    return {
      throttleMs: reader.int32(),
      results: reader.array(() => {
        const errorCode = reader.int16()
        reader.text()
        reader.int8()
        const name = reader.text() ?? ''
        const configs: Record<string, string | null> = {}
        reader.array(() => {
          const key = reader.text() ?? ''
          const value = reader.text()
          // Three flags of one byte: read-only, source, sensitive. Then the synonyms.
          reader.skip(3)
          reader.array(() => [reader.text(), reader.text(), reader.int8()])
          configs[key] = value
        })
        return { errorCode, name, configs }
      }),
    }
  },
}

/** The log folders of a broker, with the sizes of the partitions in them. */
export type LogDirsResponse = {
  readonly throttleMs: number
  /** Empty if the right is missing: before version 3 the response has no error code for that. */
  readonly dirs: readonly {
    readonly errorCode: number
    readonly topics: readonly {
      readonly topic: string
      readonly partitions: readonly { readonly index: number; readonly bytes: number; readonly isFuture: boolean }[]
    }[]
  }[]
}

/** All logs of this broker. */
export const describeLogDirsRequest: ApiRequest<null, LogDirsResponse> = {
  name: 'DescribeLogDirs',
  apiKey: 35,
  versions: [1],
  flexibleFrom: 2,
  write(writer) {
    writer.array(null, () => undefined)
  },
  read(reader) {
    return {
      throttleMs: reader.int32(),
      dirs: reader.array(() => {
        const errorCode = reader.int16()
        // The path, which is not kept.
        reader.text()
        const topics = reader.array(() => ({
          topic: reader.text() ?? '',
          partitions: reader.array(() => {
            const index = reader.int32()
            const bytes = reader.int64()
            // Lag of a replica that is moved between folders.
            reader.skip(8)
            return { index, bytes, isFuture: reader.boolean() }
          }),
        }))
        return { errorCode, topics }
      }),
    }
  },
}

/** Quotas of clients. An entity has a type (`user`, `client-id`, `ip`) and a name, which is null for the default. */
export type QuotasResponse = {
  readonly throttleMs: number
  readonly errorCode: number
  readonly entries: readonly {
    readonly entity: readonly { readonly type: string; readonly name: string | null }[]
    readonly limits: Readonly<Record<string, number>>
  }[]
}

/** All client quotas. */
export const describeQuotasRequest: ApiRequest<null, QuotasResponse> = {
  name: 'DescribeClientQuotas',
  apiKey: 48,
  versions: [0],
  flexibleFrom: 1,
  write(writer) {
    writer.array([], () => undefined).boolean(false)
  },
  read(reader) {
    const throttleMs = reader.int32()
    const errorCode = reader.int16()
    reader.text()
    const entries = reader.array(() => ({
      entity: reader.array(() => ({ type: reader.text() ?? '', name: reader.text() })),
      limits: Object.fromEntries(reader.array(() => [reader.text() ?? '', reader.float64()] as const)),
    }))
    return { throttleMs, errorCode, entries }
  },
}

/** The number of partitions whose replicas are being moved. */
export type MovesResponse = { readonly throttleMs: number; readonly errorCode: number; readonly partitions: number }

/** Counts the partitions whose replicas are being moved. Only the controller responds. */
export const listReassignmentsRequest: ApiRequest<null, MovesResponse> = {
  name: 'ListPartitionReassignments',
  apiKey: 46,
  versions: [0],
  flexibleFrom: 0,
  write(writer) {
    // Time limit in ms, then all topics.
    writer
      .int32(10_000)
      .compactArray(null, () => undefined)
      .noTags()
  },
  read(reader) {
    const throttleMs = reader.int32()
    const errorCode = reader.int16()
    reader.compactText()
    const topics = reader.compactArray(() => {
      reader.compactText()
      const partitions = reader.compactArray(() => {
        reader.int32()
        for (let list = 0; list < 3; list += 1) reader.compactArray(() => reader.int32())
        reader.skipTags()
      }).length
      reader.skipTags()
      return partitions
    })
    return { throttleMs, errorCode, partitions: topics.reduce((sum, partitions) => sum + partitions, 0) }
  },
}

/** The partitions whose producers are read. */
export type ProducersFields = readonly { readonly topic: string; readonly partitions: readonly number[] }[]

/** Producers with an id, and the time (epoch ms) of the last record of each. */
export type ProducersResponse = {
  readonly throttleMs: number
  readonly topics: readonly {
    readonly topic: string
    readonly partitions: readonly {
      readonly index: number
      readonly errorCode: number
      readonly producers: readonly { readonly producerId: number; readonly lastTimestamp: number }[]
    }[]
  }[]
}

/** The producers with an id, by partition. Leaders remember them for a day. */
export const describeProducersRequest: ApiRequest<ProducersFields, ProducersResponse> = {
  name: 'DescribeProducers',
  apiKey: 61,
  versions: [0],
  flexibleFrom: 0,
  write(writer, topics) {
    writer
      .compactArray(topics, ({ topic, partitions }) => {
        writer.compactText(topic)
        writer.compactArray(partitions, (index) => writer.int32(index)).noTags()
      })
      .noTags()
  },
  read(reader) {
    return {
      throttleMs: reader.int32(),
      topics: reader.compactArray(() => {
        const topic = reader.compactText() ?? ''
        const partitions = reader.compactArray(() => {
          const index = reader.int32()
          const errorCode = reader.int16()
          reader.compactText()
          const producers = reader.compactArray(() => {
            const producerId = reader.int64()
            // Epoch and last sequence.
            reader.skip(8)
            const lastTimestamp = reader.int64()
            // Coordinator epoch and start of the open transaction.
            reader.skip(12)
            reader.skipTags()
            return { producerId, lastTimestamp }
          })
          reader.skipTags()
          return { index, errorCode, producers }
        })
        reader.skipTags()
        return { topic, partitions }
      }),
    }
  },
}
