/**
 * The fields of the form in which the user types: label, kind of quantity, unit, and what an empty field means.
 */

import { type CountNoun, countNouns } from '../../../capacity/count-nouns.ts'
import type { QuantityKind } from './quantity-kinds.ts'
import { placePattern } from './scenario-path.ts'

/** A typed field. */
export interface FieldRow {
  readonly label: string
  readonly kind: QuantityKind | 'text'
  /** What the number counts. Left out if the text has a unit, such as bytes. */
  readonly unit?: CountNoun
  /** The meaning of an empty field, shown as its placeholder. Left out if the field must not be empty. */
  readonly whenEmpty?: string
  /** The explanation in the field's help. Left out if the label says enough. */
  readonly explanation?: string
}

const rows = {
  name: { label: 'Scenario', kind: 'text' },
  notes: { label: 'Notes', kind: 'text', whenEmpty: 'What this scenario describes, and where its figures come from' },
  'workload.roundTripMs': {
    label: 'Round trip',
    kind: 'duration',
    whenEmpty: 'assumed',
    explanation: 'Network round trip from the clients to the brokers',
  },
  'workload.topics[].name': { label: 'Name', kind: 'text' },
  'workload.topics[].count': {
    label: 'Identical topics',
    kind: 'count',
    unit: countNouns['workload.topics[].count'],
    explanation: 'They share the traffic evenly',
  },
  'workload.topics[].partitions': {
    label: 'Partitions',
    kind: 'count',
    unit: countNouns['workload.topics[].partitions'],
    explanation: 'Of one topic, before replication',
  },
  'workload.topics[].replicationFactor': {
    label: 'Replication',
    kind: 'count',
    unit: countNouns['workload.topics[].replicationFactor'],
    explanation: 'Replicas of a partition, the leader’s included',
  },
  'workload.topics[].retentionMs': {
    label: 'Retention',
    kind: 'duration',
    whenEmpty: 'not stated',
    explanation: 'How long records are kept; affects disks, not the network',
  },
  'workload.topics[].minInsyncReplicas': {
    label: 'min.insync.replicas',
    kind: 'count',
    unit: countNouns['workload.topics[].minInsyncReplicas'],
    whenEmpty: '2 from 3 replicas',
    explanation: 'In-sync replicas that a write with acks=all needs',
  },
  'workload.topics[].flushMessages': {
    label: 'flush.messages',
    kind: 'count',
    unit: countNouns['workload.topics[].flushMessages'],
    whenEmpty: 'no flush',
    explanation: 'Records of a partition after which brokers flush its log to disk; 1 is every batch',
  },
  'workload.producers[].name': { label: 'Name', kind: 'text' },
  'workload.producers[].clients': {
    label: 'Producers',
    kind: 'count',
    unit: countNouns['workload.producers[].clients'],
    explanation: 'Producer clients',
  },
  'workload.producers[].peakRecordsPerSec': {
    label: 'Peak rate',
    kind: 'record-rate',
    explanation: 'All producers together, as records or bytes: 60k/s, 50 MB/s, 2 TB/day, or 3x the average',
  },
  'workload.producers[].averageRecordsPerSec': {
    label: 'Average',
    kind: 'record-rate',
    whenEmpty: 'the peak',
    explanation:
      'Over a day, also as 33 % of the peak. Storage and cost follow the average; rates are predicted for the peak',
  },
  'workload.producers[].recordValueBytes': { label: 'Record size', kind: 'bytes', explanation: 'Value of a record' },
  'workload.producers[].recordKeyBytes': { label: 'Key size', kind: 'bytes', explanation: 'Key, before compression' },
  'workload.producers[].keys.distinct': {
    label: 'Distinct keys',
    kind: 'count',
    unit: countNouns['workload.producers[].keys.distinct'],
    explanation: 'Number of different keys. A few keys fill only a few partitions',
  },
  'workload.producers[].keysPerClient': {
    label: 'Keys per producer',
    kind: 'count',
    unit: countNouns['workload.producers[].keysPerClient'],
    whenEmpty: 'all keys',
    explanation: 'Keys that one producer writes and no other does: 1 for devices that each write their own',
  },
  'workload.producers[].keys.exponent': {
    label: 'Skew',
    kind: 'number',
    explanation: 'Share of the most frequent key, such as 8 %, or the skew: the k-th key has weight 1 / k^skew',
  },
  'workload.producers[].lingerMs': {
    label: 'Linger',
    kind: 'duration',
    explanation: 'How long a batch waits for records (linger.ms)',
  },
  'workload.producers[].batchBytes': {
    label: 'Batch size',
    kind: 'bytes',
    explanation: 'Largest batch for one partition (batch.size). Fuller batches need fewer requests',
  },
  'workload.producers[].maxInFlight': {
    label: 'In flight',
    kind: 'count',
    unit: countNouns['workload.producers[].maxInFlight'],
    explanation: 'Requests per connection without a response (max.in.flight.requests.per.connection)',
  },
  'workload.producers[].synchronousSenders': {
    label: 'Synchronous senders',
    kind: 'count',
    unit: countNouns['workload.producers[].synchronousSenders'],
    whenEmpty: 'asynchronous',
    explanation: 'Threads of a client that wait for each acknowledgement before they send the next record',
  },
  'workload.producers[].transactionMs': {
    label: 'Transaction',
    kind: 'duration',
    whenEmpty: 'none',
    explanation:
      'Time from the first record of a transaction to its commit, in Kafka Streams commit.interval.ms. Commits cut batches and cost requests',
  },
  'workload.producers[].compressionRatio': {
    label: 'Compressed to',
    kind: 'compression-ratio',
    explanation: 'Compressed size as a share of the uncompressed size: 33 % or 3:1. 100 % is incompressible',
  },
  'workload.consumerGroups[].name': { label: 'Name', kind: 'text' },
  'workload.consumerGroups[].count': {
    label: 'Groups',
    kind: 'count',
    unit: countNouns['workload.consumerGroups[].count'],
    explanation: 'Each group reads all records',
  },
  'workload.consumerGroups[].members': {
    label: 'Consumers',
    kind: 'count',
    unit: countNouns['workload.consumerGroups[].members'],
    explanation: 'In one group, or those of all groups as 60 in total',
  },
  'workload.consumerGroups[].laggingShare': {
    label: 'Lagging share',
    kind: 'ratio',
    whenEmpty: 'none',
    explanation: 'Share of the reads that are far behind the end and come from disk',
  },
  'workload.producers[].mostRecordsPerSec': {
    label: 'Limit per producer',
    kind: 'attempt-rate',
    unit: { singular: 'record per second', plural: 'records per second' },
    whenEmpty: 'not limiting',
    explanation: 'Highest rate that one client can send, for example from a probe',
  },
  'workload.consumerGroups[].mostRecordsPerSec': {
    label: 'Limit per consumer',
    kind: 'attempt-rate',
    unit: { singular: 'record per second', plural: 'records per second' },
    whenEmpty: 'not limiting',
    explanation: 'Highest rate that one consumer can read and process',
  },
  'workload.consumerGroups[].fetchMinBytes': {
    label: 'fetch.min.bytes',
    kind: 'bytes',
    explanation: 'Smallest response that a consumer asks for. Larger responses need fewer requests',
  },
  'workload.consumerGroups[].fetchMaxWaitMs': {
    label: 'fetch.max.wait.ms',
    kind: 'duration',
    explanation: 'How long a broker waits for fetch.min.bytes at most',
  },
  'workload.consumerGroups[].startStaggerMs': {
    label: 'Start stagger',
    kind: 'duration',
    explanation: 'Time between the starts of the consumers of a run',
  },
  'workload.consumerGroups[].startDelayMs': {
    label: 'Start delay',
    kind: 'duration',
    whenEmpty: 'with the load',
    explanation: 'Delay after the start of the load. The group then reads from the first record and catches up',
  },
  'workload.connections.total': {
    label: 'Connections',
    kind: 'count',
    unit: countNouns['workload.connections.total'],
    whenEmpty: 'from the clients',
  },
  'workload.connections.attemptsPerSec': {
    label: 'New connections',
    kind: 'attempt-rate',
    unit: { singular: 'new connection per second', plural: 'new connections per second' },
  },
  'deployment.size': { label: 'Size', kind: 'count' },
  'deployment.host.cores': {
    label: 'Processors',
    kind: 'number',
    explanation: 'Of one broker, as its system counts them (vCPUs)',
  },
  'deployment.host.coreSpeed': {
    label: 'Speed of a core',
    kind: 'number',
    whenEmpty: '1',
    explanation: 'Relative to a cloud processor of about 2019, which is 1',
  },
  'deployment.host.networkBytesPerSec': {
    label: 'Network',
    kind: 'byte-rate',
    whenEmpty: 'not limiting',
    explanation: 'Of one broker, each direction, sustained',
  },
  'deployment.host.networkOutBytesPerSec': {
    label: 'Network out',
    kind: 'byte-rate',
    whenEmpty: 'the same',
    explanation: 'What the port of one broker sends, if it receives at another rate',
  },
  'deployment.host.storageBytesPerSec': {
    label: 'Disks',
    kind: 'byte-rate',
    whenEmpty: 'not limiting',
    explanation: 'Measured write rate of all disks of one broker',
  },
  'deployment.host.storageBytes': {
    label: 'Disk space',
    kind: 'bytes',
    whenEmpty: 'not stated',
    explanation: 'On all disks of one broker; the retained records have to fit',
  },
  'deployment.host.memoryBytes': { label: 'Memory', kind: 'bytes', whenEmpty: 'not stated' },
  'deployment.diskSyncMs': {
    label: 'Disk sync',
    kind: 'duration',
    whenEmpty: 'assumed',
    explanation: 'Time of one sync (fsync) of a broker’s disk, for topics with flush.messages',
  },
  'deployment.brokerRoundTripMs': {
    label: 'Between brokers',
    kind: 'duration',
    whenEmpty: 'near each other',
    explanation: 'Network round trip to the farthest follower; each write with acks=all waits for it',
  },
  'deployment.ioThreads': {
    label: 'num.io.threads',
    kind: 'count',
    unit: countNouns['deployment.ioThreads'],
    whenEmpty: '8',
    explanation: 'Threads of a broker that handle requests; each flush occupies one',
  },
  'deployment.volume.count': {
    label: 'Per broker',
    kind: 'count',
    unit: countNouns['deployment.volume.count'],
    explanation: 'Volumes of each broker',
  },
  'deployment.volume.sizeBytes': {
    label: 'Volume size',
    kind: 'bytes',
    whenEmpty: 'not stated',
    explanation: 'Of each volume; the retained records have to fit',
  },
  'deployment.volume.throughputBytesPerSec': {
    label: 'Provisioned',
    kind: 'byte-rate',
    whenEmpty: 'the default of its kind',
    explanation: 'Throughput provisioned for each volume',
  },
} as const satisfies Record<string, FieldRow>

const table: Readonly<Record<string, FieldRow>> = rows

/** The row of a place. @throws Error if the form has no field there */
export function fieldRow(place: string): FieldRow {
  const row = table[placePattern(place)]
  if (row === undefined) throw new Error(`No field is known at ${place}.`)
  return row
}

/** The place patterns of all fields, in the order of the form. */
export const fieldPatterns: readonly string[] = Object.keys(rows)

/** True if the place has a typed field. */
export function isFieldPlace(place: string): boolean {
  return table[placePattern(place)] !== undefined
}
