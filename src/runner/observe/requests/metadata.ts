/**
 * Metadata (3): brokers, topics and partitions. It never creates a topic: `allow_auto_topic_creation` is always false.
 */
import type { ApiRequest } from './request.ts'

/** Brokers and topics of the cluster. */
export type MetadataResponse = {
  readonly throttleMs: number
  readonly brokers: readonly {
    readonly brokerId: number
    readonly host: string
    readonly port: number
    readonly rack: string | null
  }[]
  readonly clusterId: string | null
  readonly controllerId: number
  readonly topics: readonly {
    readonly errorCode: number
    readonly name: string
    readonly isInternal: boolean
    readonly partitions: readonly {
      readonly index: number
      readonly leader: number
      readonly replicas: readonly number[]
      readonly inSyncReplicas: number
    }[]
  }[]
}

/** `null` requests all topics that the user may describe. Version 4 is the first that can forbid the creation of topics. */
export const metadataRequest: ApiRequest<readonly string[] | null, MetadataResponse> = {
  name: 'Metadata',
  apiKey: 3,
  versions: [4],
  flexibleFrom: 9,
  write(writer, topics) {
    writer.array(topics, (topic) => writer.text(topic)).boolean(false)
  },
  read(reader) {
    const throttleMs = reader.int32()
    const brokers = reader.array(() => ({
      brokerId: reader.int32(),
      host: reader.text() ?? '',
      port: reader.int32(),
      rack: reader.text(),
    }))
    return {
      throttleMs,
      brokers,
      clusterId: reader.text(),
      controllerId: reader.int32(),
      topics: reader.array(() => ({
        errorCode: reader.int16(),
        name: reader.text() ?? '',
        isInternal: reader.boolean(),
        // Brokers may list them in any order, and numbers by partition are matched by position.
        partitions: [
          ...reader.array(() => {
            // A partition without a leader has an error code, and the leader -1.
            reader.int16()
            return {
              index: reader.int32(),
              leader: reader.int32(),
              replicas: reader.array(() => reader.int32()),
              inSyncReplicas: reader.array(() => reader.int32()).length,
            }
          }),
        ].sort((one, other) => one.index - other.index),
      })),
    }
  },
}
