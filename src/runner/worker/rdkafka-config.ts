/**
 * librdkafka's settings for the clients of a run.
 */
import { maxRecordBytesOf, type PlannedConsumerGroup, type PlannedProducer } from '../../contracts/run-plan.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'

/** Settings in the form that node-rdkafka accepts. */
export type RdkafkaSettings = Record<string, string | number | boolean>

/** Above this number of partitions a statistics report is large, so it is requested only once per second. */
const partitionsForOftenStatistics = 400
const oftenStatisticsMs = 250
const seldomStatisticsMs = 1_000

/**
 * Limits of a client's own queue. Records of an overloaded run that do not fit wait in the worker, with their intended
 * times.
 */
const minQueuedRecords = 1_000
const maxQueuedRecords = 1_000_000
const maxQueuedKilobytes = 1_048_576

/** Long timeouts: a broker may delay a response by a whole quota window, and no record may expire because of that. */
const messageTimeoutMs = 300_000
const requestTimeoutMs = 60_000

/** The session timeout is short, so that the group of a killed worker can be deleted soon afterwards. */
const sessionTimeoutMs = 10_000
const heartbeatIntervalMs = 2_000

/**
 * How long the library postpones the next fetch of a partition after its queue was full. With the default of 1 s,
 * throughput was lower by a factor of 2.8.
 */
const fetchBackoffMs = 10

/** Interval in ms at which a client with this number of partitions reports statistics. */
export function statisticsIntervalMs(partitions: number): number {
  return partitions <= partitionsForOftenStatistics ? oftenStatisticsMs : seldomStatisticsMs
}

/**
 * A producer's queue holds the records of this many seconds at its rate. Each throttling broker mutes the client for up
 * to 1.7 s. Meanwhile the records for that broker fill the queue, which all brokers share. With 1 s, three brokers
 * reached 4.94 (4.90-4.98) of a quota of 5 MB/s; with 2 s, 4.99 (4.98-5.01).
 */
const queuedSeconds = 2

/**
 * Returns the maximum number of records in a producer's queue: the planned number if there is one, otherwise the
 * records of `queuedSeconds` at its highest rate plus twice those of its linger time, within limits.
 */
export function queueRecords(producer: PlannedProducer, rateFactor: number): number {
  if (producer.queueRecords !== undefined) return producer.queueRecords
  const recordsPerSec = producer.recordsPerSec * rateFactor
  const lingered = (recordsPerSec * producer.lingerMs * 2) / 1000
  const wanted = Math.ceil(recordsPerSec * queuedSeconds + lingered)
  return Math.min(maxQueuedRecords, Math.max(minQueuedRecords, wanted, producer.synchronousSenders ?? 0))
}

/** Returns the settings of one producer. @param rateFactor largest factor by which the schedule multiplies its rate */
export function producerSettings(
  producer: PlannedProducer,
  access: ClusterAccess,
  partitions: number,
  rateFactor: number,
): { readonly client: RdkafkaSettings; readonly topic: RdkafkaSettings } {
  const recordBytes = producer.recordValueBytes + producer.recordKeyBytes + headersBytes(producer)
  const queued = queueRecords(producer, rateFactor)
  const queueKilobytes = Math.ceil((queued * recordBytes * 1.5) / 1024)
  const messageMs = Math.ceil(messageTimeoutMs + 2 * producer.lingerMs)
  const transaction = transactionSettings(producer, messageMs)
  const inFlight = producer.isIdempotent ? Math.min(5, producer.maxInFlight) : producer.maxInFlight
  return {
    client: {
      ...accessSettings(access, producer.clientId),
      'statistics.interval.ms': statisticsIntervalMs(partitions),
      'linger.ms': producer.lingerMs,
      'batch.size': producer.batchBytes,
      // As in Java, only bytes and linger time complete a batch, not librdkafka's own limit of records.
      'batch.num.messages': 1_000_000,
      'message.max.bytes': Math.max(
        1_000_000,
        maxRecordBytesOf(producer) + headersBytes(producer) + 1_024,
        producer.batchBytes,
      ),
      'max.in.flight.requests.per.connection': inFlight,
      'enable.idempotence': producer.isIdempotent,
      ...transaction,
      'compression.codec': producer.compression,
      'queue.buffering.max.messages': queued + 1,
      'queue.buffering.max.kbytes': Math.min(maxQueuedKilobytes, Math.max(1_024, queueKilobytes)),
      // The plan chooses the partitions, so librdkafka must not choose them at random.
      'sticky.partitioning.linger.ms': 0,
    },
    topic: {
      'request.required.acks': producer.acks === 'all' ? -1 : Number(producer.acks),
      'request.timeout.ms': requestTimeoutMs,
      'message.timeout.ms': Math.min(messageMs, transaction['transaction.timeout.ms'] ?? messageMs),
    },
  }
}

/**
 * Maximum timeout of a transaction: the default of `transaction.max.timeout.ms`. Brokers refuse a longer one. The library gives
 * no record more time than its transaction.
 */
const maxTransactionTimeoutMs = 900_000

function transactionSettings({ clientId, transactionMs }: PlannedProducer, messageMs: number) {
  if (transactionMs === undefined) return {}
  return {
    // No other client has this id, because it contains the id of the run.
    'transactional.id': clientId,
    'transaction.timeout.ms': Math.min(maxTransactionTimeoutMs, Math.ceil(messageMs + transactionMs)),
  }
}

function headersBytes({ headers }: PlannedProducer): number {
  return headers === undefined ? 0 : headers.count * (headers.nameBytes + headers.valueBytes)
}

/** Returns the settings of one member of a group. Offsets are kept in the worker and never committed. */
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
      'isolation.level': 'read_committed',
      // A member needs this event to learn that only markers follow its last record.
      'enable.partition.eof': group.hasTransactions === true,
    },
    topic: { 'auto.offset.reset': 'earliest' },
  }
}

/** The library's default limits per partition and per fetch request, and its default maximum message size. */
const usualPartitionFetchBytes = 1_048_576
const usualFetchBytes = 52_428_800
const usualMessageBytes = 1_000_000

/**
 * Returns the limits of a fetch request. Larger records still arrive, because brokers always send a whole first batch.
 */
function fetchLimits({ fetchMaxBytes = usualFetchBytes }: PlannedConsumerGroup): RdkafkaSettings {
  return {
    'max.partition.fetch.bytes': Math.min(usualPartitionFetchBytes, fetchMaxBytes),
    'fetch.max.bytes': Math.min(usualFetchBytes, fetchMaxBytes),
    // The library raises `fetch.max.bytes` to this value if `fetch.max.bytes` is lower.
    'message.max.bytes': Math.min(usualMessageBytes, fetchMaxBytes),
  }
}

/** Returns the settings with which a client reaches a cluster. */
export function accessSettings(access: ClusterAccess, clientId: string): RdkafkaSettings {
  const settings: RdkafkaSettings = {
    'bootstrap.servers': access.bootstrapServers.join(','),
    'client.id': clientId,
    'socket.keepalive.enable': true,
    // Without this, a broker that is down could look like a slow one for minutes.
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
