/**
 * The fields of the form: what each is called, how it is read, what stands for it when it is left empty.
 */

import type { QuantityKind } from './quantity-kinds.ts'
import { placePattern } from './scenario-path.ts'

/** One field that is typed. */
export interface FieldRow {
  readonly label: string
  readonly kind: QuantityKind | 'text'
  /** What the number counts, where it has no unit of its own. */
  readonly unit?: { readonly singular: string; readonly plural: string }
  /** What an empty field means, shown in it; left out where it may not be empty. */
  readonly whenEmpty?: string
  /** What the field is, where its label does not say enough. */
  readonly explanation?: string
}

const rows = {
  name: { label: 'Scenario', kind: 'text' },
  notes: { label: 'Notes', kind: 'text', whenEmpty: 'What this scenario stands for, where its figures come from' },
  'workload.roundTripMs': {
    label: 'Round trip',
    kind: 'duration',
    whenEmpty: 'assumed',
    explanation: 'Network round trip from the clients to the brokers',
  },
  'workload.topics[].name': { label: 'Name', kind: 'text' },
  'workload.topics[].count': {
    label: 'Alike topics',
    kind: 'count',
    unit: { singular: 'topic', plural: 'topics' },
    explanation: 'They share the traffic evenly',
  },
  'workload.topics[].partitions': {
    label: 'Partitions',
    kind: 'count',
    unit: { singular: 'partition', plural: 'partitions' },
    explanation: 'Of one topic, before replication',
  },
  'workload.topics[].replicationFactor': {
    label: 'Replication',
    kind: 'count',
    unit: { singular: 'copy', plural: 'copies' },
    explanation: 'Copies of a partition',
  },
  'workload.topics[].retentionMs': {
    label: 'Retention',
    kind: 'duration',
    whenEmpty: 'not stated',
    explanation: 'How long records are kept; it fills disks, not the network',
  },
  'workload.topics[].minInsyncReplicas': {
    label: 'In sync',
    kind: 'count',
    unit: { singular: 'copy', plural: 'copies' },
    whenEmpty: '2 of three and more',
    explanation: 'Copies that must be there for a write with acks=all (min.insync.replicas)',
  },
  'workload.producers[].name': { label: 'Name', kind: 'text' },
  'workload.producers[].clients': {
    label: 'Producers',
    kind: 'count',
    unit: { singular: 'producer', plural: 'producers' },
    explanation: 'Producer clients',
  },
  'workload.producers[].peakRecordsPerSec': {
    label: 'Peak rate',
    kind: 'record-rate',
    explanation: 'All producers together, as records or bytes: 60k/s, 50 MB/s, 2 TB/day',
  },
  'workload.producers[].averageRecordsPerSec': {
    label: 'Average',
    kind: 'record-rate',
    whenEmpty: 'the peak',
    explanation: 'Over a day: storage and cost follow the average, the rate is predicted for the peak',
  },
  'workload.producers[].recordValueBytes': { label: 'Record size', kind: 'bytes', explanation: 'Value of a record' },
  'workload.producers[].recordKeyBytes': {
    label: 'Key size',
    kind: 'bytes',
    explanation: 'Key of a record, before compression',
  },
  'workload.producers[].keys.distinct': {
    label: 'Distinct keys',
    kind: 'count',
    unit: { singular: 'distinct key', plural: 'distinct keys' },
    explanation: 'How many different keys there are: few keys fill few partitions',
  },
  'workload.producers[].keys.exponent': {
    label: 'Skew',
    kind: 'number',
    explanation: 'The k-th most frequent key has weight 1 / k^skew',
  },
  'workload.producers[].lingerMs': { label: 'Linger', kind: 'duration', explanation: 'How long a batch waits' },
  'workload.producers[].batchBytes': {
    label: 'Batch size',
    kind: 'bytes',
    explanation: 'Largest batch for one partition: a fuller batch is fewer requests',
  },
  'workload.producers[].maxInFlight': {
    label: 'In flight',
    kind: 'count',
    unit: { singular: 'request in flight', plural: 'requests in flight' },
    explanation: 'Requests on a connection',
  },
  'workload.producers[].compressionRatio': {
    label: 'Compressed to',
    kind: 'ratio',
    explanation: 'Compressed bytes as a share of the uncompressed: 100 % is incompressible',
  },
  'workload.consumerGroups[].name': { label: 'Name', kind: 'text' },
  'workload.consumerGroups[].count': {
    label: 'Groups',
    kind: 'count',
    unit: { singular: 'consumer group', plural: 'consumer groups' },
    explanation: 'Each reads its own copy',
  },
  'workload.consumerGroups[].members': {
    label: 'Consumers',
    kind: 'count',
    unit: { singular: 'consumer', plural: 'consumers' },
    explanation: 'In one group',
  },
  'workload.consumerGroups[].laggingShare': {
    label: 'Far behind',
    kind: 'ratio',
    whenEmpty: 'none',
    explanation: 'Share of the reading that is far behind the tail and comes from disk',
  },
  'workload.producers[].mostRecordsPerSec': {
    label: 'One producer',
    kind: 'attempt-rate',
    unit: { singular: 'record a second', plural: 'records a second' },
    whenEmpty: 'not limiting',
    explanation: 'The most that one client can send by itself, as a probe told',
  },
  'workload.consumerGroups[].mostRecordsPerSec': {
    label: 'One consumer',
    kind: 'attempt-rate',
    unit: { singular: 'record a second', plural: 'records a second' },
    whenEmpty: 'not limiting',
    explanation: 'The most that one consumer can read and work off',
  },
  'workload.consumerGroups[].fetchMinBytes': {
    label: 'Fetch at least',
    kind: 'bytes',
    explanation: 'Smallest answer that a consumer asks of a broker: a larger one is fewer requests',
  },
  'workload.consumerGroups[].fetchMaxWaitMs': {
    label: 'Fetch waits',
    kind: 'duration',
    explanation: 'How long a broker may wait to gather it',
  },
  'workload.consumerGroups[].startStaggerMs': {
    label: 'Start stagger',
    kind: 'duration',
    explanation: 'Time between the starts of consumers in a run',
  },
  'workload.consumerGroups[].startDelayMs': {
    label: 'Begins to read',
    kind: 'duration',
    whenEmpty: 'with the load',
    explanation: 'In a run: so long after its load began, from the first record, to catch up beside the others',
  },
  'workload.connections.total': {
    label: 'Connections',
    kind: 'count',
    unit: { singular: 'connection', plural: 'connections' },
    whenEmpty: 'from the clients',
  },
  'workload.connections.attemptsPerSec': {
    label: 'New connections',
    kind: 'attempt-rate',
    unit: { singular: 'new connection a second', plural: 'new connections a second' },
  },
  'deployment.size': { label: 'Size', kind: 'count' },
  'deployment.host.cores': {
    label: 'Processors',
    kind: 'number',
    explanation: 'That the system of one broker counts (vCPUs)',
  },
  'deployment.host.networkBytesPerSec': {
    label: 'Network',
    kind: 'byte-rate',
    whenEmpty: 'not limiting',
    explanation: 'Of one broker, each direction, sustained',
  },
  'deployment.host.storageBytesPerSec': {
    label: 'Disks',
    kind: 'byte-rate',
    whenEmpty: 'not limiting',
    explanation: 'What all disks of one broker were measured to write',
  },
  'deployment.host.memoryBytes': { label: 'Memory', kind: 'bytes', whenEmpty: 'not stated' },
  'deployment.volume.count': {
    label: 'A broker',
    kind: 'count',
    unit: { singular: 'volume', plural: 'volumes' },
    explanation: 'Volumes of each broker',
  },
  'deployment.volume.sizeBytes': {
    label: 'Volume size',
    kind: 'bytes',
    whenEmpty: 'not stated',
    explanation: 'Of each; retention has to fit',
  },
  'deployment.volume.throughputBytesPerSec': {
    label: 'Provisioned',
    kind: 'byte-rate',
    whenEmpty: 'as its kind',
    explanation: 'Throughput provisioned for each volume',
  },
} as const satisfies Record<string, FieldRow>

const table: Readonly<Record<string, FieldRow>> = rows

/** The row of a place. Each place that a form shows has one. */
export function fieldRow(place: string): FieldRow {
  const row = table[placePattern(place)]
  if (row === undefined) throw new Error(`No field is known at ${place}.`)
  return row
}

/** Every place pattern of the form, in the order of the form. */
export const fieldPatterns: readonly string[] = Object.keys(rows)

/** True where a place is one that is typed. */
export function isFieldPlace(place: string): boolean {
  return table[placePattern(place)] !== undefined
}
