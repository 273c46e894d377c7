/**
 * The fields of an observation, one table per kind of thing that is observed: unit and label of each. A figure that a
 * source gives is of one of these fields; adding a field is adding its record here.
 */

/** Unit and label of a field. */
export interface ObservationField {
  readonly unit: string
  readonly label: string
}

/** Rates over time: the mean of the whole span, the busiest hour and the busiest minute in it. */
const rateFields = {
  averageRecordsInPerSec: { unit: 'records/s', label: 'Records written, average' },
  peakHourRecordsInPerSec: { unit: 'records/s', label: 'Records written, busiest hour' },
  peakMinuteRecordsInPerSec: { unit: 'records/s', label: 'Records written, busiest minute' },
  averageBytesInPerSec: { unit: 'bytes/s', label: 'Bytes written, average' },
  peakHourBytesInPerSec: { unit: 'bytes/s', label: 'Bytes written, busiest hour' },
  peakMinuteBytesInPerSec: { unit: 'bytes/s', label: 'Bytes written, busiest minute' },
  averageBytesOutPerSec: { unit: 'bytes/s', label: 'Bytes read, average' },
  peakHourBytesOutPerSec: { unit: 'bytes/s', label: 'Bytes read, busiest hour' },
  peakMinuteBytesOutPerSec: { unit: 'bytes/s', label: 'Bytes read, busiest minute' },
  /** Growth of the rate: 0.3 is 30 % a year; negative if it shrinks. */
  growthPerYear: { unit: 'ratio', label: 'Growth per year' },
} as const satisfies Readonly<Record<string, ObservationField>>

/** Figures of the cluster as a whole. Bytes are record batches as stored, without replication. */
export const clusterFields = {
  ...rateFields,
  brokers: { unit: 'brokers', label: 'Brokers' },
  /** Units of the offering that the service reports, such as CKUs. */
  units: { unit: 'units', label: 'Units of the offering' },
  /** Before replication, without internal topics. */
  partitions: { unit: 'partitions', label: 'Partitions' },
  connections: { unit: 'connections', label: 'Client connections' },
  connectionAttemptsPerSec: { unit: 'attempts/s', label: 'New connections' },
  requestsPerSec: { unit: 'requests/s', label: 'Requests' },
  /** Before replication. */
  storedBytes: { unit: 'bytes', label: 'Bytes kept' },
  /** Share of the records that goes to the leaders on the busiest broker, 0 to 1. */
  busiestBrokerShare: { unit: 'ratio', label: 'Share of the busiest broker' },
  /** Load of the cluster as the service reports it, 0 to 1, at its peak. */
  clusterLoad: { unit: 'ratio', label: 'Load that the service reports' },
  /** Lowest share of idle time of the request handlers, 0 to 1. */
  requestHandlerIdle: { unit: 'ratio', label: 'Idle time of request handlers' },
  /** Highest share of CPU time of a broker, 0 to 1. */
  brokerCpu: { unit: 'ratio', label: 'CPU time of a broker' },
} as const satisfies Readonly<Record<string, ObservationField>>

/** Figures of a topic. */
export const topicFields = {
  ...rateFields,
  partitions: { unit: 'partitions', label: 'Partitions' },
  replicationFactor: { unit: 'replicas', label: 'Replication factor' },
  minInsyncReplicas: { unit: 'replicas', label: 'min.insync.replicas' },
  retentionMs: { unit: 'ms', label: 'Retention' },
  /** Before replication. */
  storedBytes: { unit: 'bytes', label: 'Bytes kept' },
  /** Bytes of record batches / records, after compression. */
  wireBytesPerRecord: { unit: 'bytes', label: 'Wire bytes of a record' },
  recordValueBytes: { unit: 'bytes', label: 'Value, before compression' },
  recordKeyBytes: { unit: 'bytes', label: 'Key' },
  headersPerRecord: { unit: 'headers', label: 'Headers of a record' },
  headerNameBytes: { unit: 'bytes', label: 'Name of a header' },
  headerValueBytes: { unit: 'bytes', label: 'Value of a header' },
  /** Compressed / uncompressed bytes of a batch's records, 0 to 1. */
  compressionRatio: { unit: 'ratio', label: 'Compression ratio' },
  recordsPerBatch: { unit: 'records', label: 'Records in a batch' },
  batchBytes: { unit: 'bytes', label: 'Bytes of a batch' },
  lingerMs: { unit: 'ms', label: 'linger.ms' },
  /** Share of the records in the partition that gets most, 0 to 1. */
  hottestPartitionShare: { unit: 'ratio', label: 'Share of the hottest partition' },
  /** Share of records with a key, 0 to 1. */
  keyedShare: { unit: 'ratio', label: 'Records with a key' },
  /** A lower bound: a sample sees few of many keys. */
  distinctKeys: { unit: 'keys', label: 'Distinct keys, at least' },
  producers: { unit: 'clients', label: 'Producers' },
  /** Share of batches by idempotent producers, 0 to 1. */
  idempotentShare: { unit: 'ratio', label: 'Batches of idempotent producers' },
  /** Share of batches in transactions, 0 to 1. */
  transactionalShare: { unit: 'ratio', label: 'Batches in transactions' },
  consumerGroups: { unit: 'groups', label: 'Consumer groups' },
} as const satisfies Readonly<Record<string, ObservationField>>

/** Texts of a topic. */
export const topicTexts = {
  /** Codec of the stored batches: none, gzip, snappy, lz4 or zstd. */
  compression: { unit: 'text', label: 'Compression' },
  cleanupPolicy: { unit: 'text', label: 'cleanup.policy' },
  timestampType: { unit: 'text', label: 'message.timestamp.type' },
} as const satisfies Readonly<Record<string, ObservationField>>

/** Figures of what a consumer group does with one topic. */
export const readFields = {
  recordsOutPerSec: { unit: 'records/s', label: 'Records read' },
  lagRecords: { unit: 'records', label: 'Lag' },
  members: { unit: 'members', label: 'Members' },
} as const satisfies Readonly<Record<string, ObservationField>>

export type ClusterField = keyof typeof clusterFields
export type TopicField = keyof typeof topicFields
export type TopicText = keyof typeof topicTexts
export type ReadField = keyof typeof readFields
