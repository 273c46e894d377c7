/**
 * Settings of librdkafka for the clients of a run.
 */
import { largestRecordBytes, type PlannedConsumerGroup, type PlannedProducer } from '../../contracts/run-plan.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'

/** Settings as node-rdkafka takes them. */
export type RdkafkaSettings = Record<string, string | number | boolean>

/** Above this many partitions a statistics report is large, and is asked for once a second only. */
const partitionsForOftenStatistics = 400
const oftenStatisticsMs = 250
const seldomStatisticsMs = 1_000

/** Bounds of a client's own queue: the rest of an over-offered run waits on our side, with its intended times. */
const fewestQueuedRecords = 1_000
const mostQueuedRecords = 1_000_000
const mostQueuedKilobytes = 1_048_576

/** A broker may hold back answers for a whole quota window: neither a record nor a request may expire by that. */
const messageTimeoutMs = 300_000
const requestTimeoutMs = 60_000

/** Short, so that the group of a killed worker can be deleted soon. */
const sessionTimeoutMs = 10_000
const heartbeatIntervalMs = 2_000

/** An empty queue is looked at again after this: the default of 1 s cost a factor of 2.8 in throughput. */
const fetchBackoffMs = 10

/** How often a client of so many partitions reports statistics. */
export function statisticsIntervalMs(partitions: number): number {
  return partitions <= partitionsForOftenStatistics ? oftenStatisticsMs : seldomStatisticsMs
}

/**
 * How much of its rate a producer holds. Brokers mute a client for up to 1.7 s, each at its own time; records for a mute
 * one fill the queue that all share. With 1 s three brokers gave 4.94 (4.90-4.98) of a quota of 5 MB/s, with 2 s 4.99
 * (4.98-5.01).
 */
const queuedSeconds = 2

/**
 * Records that one producer may hold: as planned, else two seconds of its rate at its highest and what its linger
 * gathers.
 */
export function queueRecords(producer: PlannedProducer, rateFactor: number): number {
  if (producer.queueRecords !== undefined) return producer.queueRecords
  const recordsPerSec = producer.recordsPerSec * rateFactor
  const lingered = (recordsPerSec * producer.lingerMs * 2) / 1000
  const wanted = Math.ceil(recordsPerSec * queuedSeconds + lingered)
  return Math.min(mostQueuedRecords, Math.max(fewestQueuedRecords, wanted))
}

/** Settings of one producer client; `rateFactor` is the largest that the schedule puts on its rate. */
export function producerSettings(
  producer: PlannedProducer,
  access: ClusterAccess,
  partitions: number,
  rateFactor: number,
): { readonly client: RdkafkaSettings; readonly topic: RdkafkaSettings } {
  const recordBytes = producer.recordValueBytes + producer.recordKeyBytes + headersBytes(producer)
  const queued = queueRecords(producer, rateFactor)
  const queueKilobytes = Math.ceil((queued * recordBytes * 1.5) / 1024)
  const inFlight = producer.isIdempotent ? Math.min(5, producer.maxInFlight) : producer.maxInFlight
  return {
    client: {
      ...accessSettings(access, producer.clientId),
      'statistics.interval.ms': statisticsIntervalMs(partitions),
      'linger.ms': producer.lingerMs,
      'batch.size': producer.batchBytes,
      // Batches end by bytes and linger, as in Java, not by librdkafka's own count.
      'batch.num.messages': 1_000_000,
      'message.max.bytes': Math.max(
        1_000_000,
        largestRecordBytes(producer) + headersBytes(producer) + 1_024,
        producer.batchBytes,
      ),
      'max.in.flight.requests.per.connection': inFlight,
      'enable.idempotence': producer.isIdempotent,
      'compression.codec': producer.compression,
      'queue.buffering.max.messages': queued + 1,
      'queue.buffering.max.kbytes': Math.min(mostQueuedKilobytes, Math.max(1_024, queueKilobytes)),
      // Partitions are chosen by the plan, never by luck.
      'sticky.partitioning.linger.ms': 0,
      dr_cb: true,
    },
    topic: {
      'request.required.acks': producer.acks === 'all' ? -1 : Number(producer.acks),
      'request.timeout.ms': requestTimeoutMs,
      'message.timeout.ms': Math.ceil(messageTimeoutMs + 2 * producer.lingerMs),
    },
  }
}

function headersBytes({ headers }: PlannedProducer): number {
  return headers === undefined ? 0 : headers.count * (headers.nameBytes + headers.valueBytes)
}

/** Settings of one member of a group. Offsets are kept by the worker and never committed. */
export function consumerSettings(
  group: PlannedConsumerGroup,
  access: ClusterAccess,
  partitions: number,
): { readonly client: RdkafkaSettings; readonly topic: RdkafkaSettings } {
  return {
    client: {
      ...accessSettings(access, group.clientId),
      'group.id': group.groupId,
      'statistics.interval.ms': statisticsIntervalMs(partitions),
      'fetch.min.bytes': group.fetchMinBytes,
      'fetch.wait.max.ms': Math.round(group.fetchMaxWaitMs),
      'fetch.queue.backoff.ms': fetchBackoffMs,
      ...fetchLimits(group),
      'socket.timeout.ms': Math.max(requestTimeoutMs, Math.round(group.fetchMaxWaitMs) + 1_000),
      'enable.auto.commit': false,
      'enable.auto.offset.store': false,
      'session.timeout.ms': sessionTimeoutMs,
      'heartbeat.interval.ms': heartbeatIntervalMs,
      'partition.assignment.strategy': 'range',
      'allow.auto.create.topics': false,
    },
    topic: { 'auto.offset.reset': 'earliest' },
  }
}

/** The library's own limits of one partition and of all together, and its largest message. */
const usualPartitionFetchBytes = 1_048_576
const usualFetchBytes = 52_428_800
const usualMessageBytes = 1_000_000

/** A larger record still comes: brokers send the first batch whole, whatever is asked for. */
function fetchLimits({ fetchMaxBytes = usualFetchBytes }: PlannedConsumerGroup): RdkafkaSettings {
  return {
    'max.partition.fetch.bytes': Math.min(usualPartitionFetchBytes, fetchMaxBytes),
    'fetch.max.bytes': Math.min(usualFetchBytes, fetchMaxBytes),
    // The library raises the limit above to this one.
    'message.max.bytes': Math.min(usualMessageBytes, fetchMaxBytes),
  }
}

/** Settings that every client needs to reach a cluster. */
export function accessSettings(access: ClusterAccess, clientId: string): RdkafkaSettings {
  const settings: RdkafkaSettings = {
    'bootstrap.servers': access.bootstrapServers.join(','),
    'client.id': clientId,
    'socket.keepalive.enable': true,
    // A broker that is lost must not be mistaken for a slow one for minutes.
    'reconnect.backoff.max.ms': 1_000,
    'log.connection.close': false,
    'security.protocol': securityProtocol(access),
  }
  if (access.tls !== null) {
    const { caFile, certificateFile, keyFile, keyPassword } = access.tls
    if (caFile !== null) settings['ssl.ca.location'] = caFile
    if (certificateFile !== null) settings['ssl.certificate.location'] = certificateFile
    if (keyFile !== null) settings['ssl.key.location'] = keyFile
    if (keyPassword !== null) settings['ssl.key.password'] = keyPassword
  }
  if (access.sasl !== null) {
    settings['sasl.mechanisms'] = access.sasl.mechanism
    settings['sasl.username'] = access.sasl.username
    settings['sasl.password'] = access.sasl.password
  }
  return settings
}

function securityProtocol({ tls, sasl }: ClusterAccess): string {
  if (tls !== null) return sasl === null ? 'ssl' : 'sasl_ssl'
  return sasl === null ? 'plaintext' : 'sasl_plaintext'
}
