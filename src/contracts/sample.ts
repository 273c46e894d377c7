/**
 * A sample: the measurements of one second of a run. Counters are of that second, gauges are at its end.
 *
 * Latencies are encoded HDR histograms (compressed V2, base64, microseconds), so that merging loses nothing.
 */
import { z } from 'zod'
import { encodedHistogram } from './encoded-histogram.ts'
import { count, epochMs, fraction, nonNegative } from './primitives.ts'

/** Measurements of one producer in one second. */
export const producerSample = z.strictObject({
  /** `id` of the planned producer. */
  producerId: z.string().min(1),
  /** Records whose intended send time fell into this second. */
  offeredRecords: count,
  /** Records handed to the client library. */
  acceptedRecords: count,
  /** Records acknowledged by the cluster. */
  ackedRecords: count,
  /** Records that the cluster refused or that expired, and that are known not to be written. */
  rejectedRecords: count,
  /** Records whose fate is not known (timed out in flight). */
  unknownRecords: count,
  /** Gauge: records due but not yet handed over. */
  backlogRecords: count,
  /** Gauge: records accepted by the client library, whose delivery report has not arrived yet. */
  outstandingRecords: count,
  /** Number of times that the client's queue was full. The record is delayed, not refused. */
  queueFullRetries: count,
  /** Keys and values of the acknowledged records, before compression. */
  ackedPayloadBytes: nonNegative,
  /** Bytes sent on the wire to brokers (librdkafka `tx_bytes`). */
  wireBytes: nonNegative,
  /** Produce requests sent. */
  requests: count,
  /** Brokers to which this client has sent produce requests so far. Left out by versions that did not count them. */
  brokerConnections: count.optional(),
  /** Acknowledged records by partition number; only partitions that have some. */
  ackedRecordsByPartition: z.record(z.string(), count),
  /** Largest throttle time that a broker reported in this second; 0 if none did. */
  throttleMs: nonNegative,
  /** Median round-trip time between the client library and brokers, in microseconds; null if none was reported. */
  roundTripMedianUs: nonNegative.nullable(),
  /**
   * 99th percentile of the time that records waited inside the client library, in microseconds; null if none was
   * reported.
   */
  internalLatencyP99Us: nonNegative.nullable(),
  /** Mean number of records per batch; null if no batch was sent. */
  recordsPerBatch: nonNegative.nullable(),
  /** Batches that the client library reported in this second. Left out by versions that did not request them. */
  batches: z
    .strictObject({
      count,
      records: count,
      /** Compressed size on the wire, including the header of 61 bytes per batch. */
      bytes: nonNegative,
    })
    .optional(),
  /** Transactions that ended in this second. Left out: the producer has none. */
  transactions: z
    .strictObject({
      committed: count,
      /** Sum of the times that the commits took. The producer sends no record during a commit. */
      commitMs: nonNegative,
      aborted: count,
      /** One in each partition of each transaction. */
      markers: count,
      /** Records of the aborted ones that had been acknowledged. No reader gets them. */
      abortedRecords: count,
    })
    .optional(),
  /** From send to acknowledgement. */
  serviceHistogram: encodedHistogram,
  /** From intended send time to acknowledgement, which is how long an open-loop caller waits. */
  responseHistogram: encodedHistogram,
  /** From intended to actual send time. */
  scheduleDelayHistogram: encodedHistogram,
  /** Errors by librdkafka code name. */
  errors: z.record(z.string(), count),
})
export type ProducerSample = z.output<typeof producerSample>

/** Measurements of one consumer group in one second. */
export const consumerSample = z.strictObject({
  groupId: z.string().min(1),
  /** Records received, duplicates included. */
  records: count,
  /** Records received more than once. */
  duplicateRecords: count,
  payloadBytes: nonNegative,
  /** Bytes received on the wire from brokers (librdkafka `rx_bytes`). */
  wireBytes: nonNegative,
  /**
   * Gauge: records written and not yet received, from the counts of all clients. Once nothing has changed for two
   * seconds, from the end offsets that brokers reported. Null if not known yet.
   */
  lagRecords: nonNegative.nullable(),
  throttleMs: nonNegative,
  /** Number of rebalances since the group started. */
  rebalances: count,
  /** From intended send time to receipt. */
  endToEndHistogram: encodedHistogram,
  /** Number of end-to-end times that are negative because of a clock offset. They are recorded as 0. */
  negativeLatencies: count,
  errors: z.record(z.string(), count),
})
export type ConsumerSample = z.output<typeof consumerSample>

/** Resource use of a worker process in one second. */
export const workerSample = z.strictObject({
  workerId: z.string().min(1),
  role: z.enum(['producer', 'consumer']),
  /** CPU time / wall time: 1 is one core. */
  cpuCores: nonNegative,
  eventLoopLagMaxMs: nonNegative,
  residentBytes: nonNegative,
})
export type WorkerSample = z.output<typeof workerSample>

/** Resource use of an embedded broker's process in one second. */
export const brokerSample = z.strictObject({
  brokerId: count,
  cpuCores: nonNegative,
  residentBytes: nonNegative,
  /** Bytes of this second; left out if the system does not report them. */
  io: z
    .strictObject({
      /** Bytes passed by system calls, to and from sockets and files. */
      readBytes: nonNegative,
      writtenBytes: nonNegative,
      /** Bytes of a disk. Reads from the page cache do not count; writes count when the page becomes dirty. */
      diskReadBytes: nonNegative,
      diskWrittenBytes: nonNegative,
    })
    .optional(),
  /** Gauge: live heap after the last collection, and the heap's size; left out before the first. */
  heapUsedBytes: nonNegative.optional(),
  heapBytes: nonNegative.optional(),
  /** Shrinks of in-sync replica sets in this second, from the broker's log; left out if the log cannot be read. */
  isrShrinks: count.optional(),
})
export type BrokerSample = z.output<typeof brokerSample>

/** State of the run's partitions, from a Metadata request. */
export const partitionState = z.strictObject({
  /** False if no broker responded. The other fields mean nothing then. */
  isAnswered: z.boolean(),
  /** Partitions of the run's topics. */
  partitions: count,
  /**
   * Partitions with fewer in-sync replicas than their topic's `min.insync.replicas`: they refuse writes with
   * `acks=all`.
   */
  belowMinIsrPartitions: count,
  /** True if at least one partition had no leader. */
  isLeaderMissing: z.boolean(),
  /** True if a topic of the run no longer existed. Left out: all did. */
  isTopicMissing: z.literal(true).optional(),
})
export type PartitionState = z.output<typeof partitionState>

/** Connections that are held and attempted in addition to the clients', in one second. */
export const connectionSample = z.strictObject({
  /** Gauge: sockets that brokers have accepted and not closed. */
  open: count,
  /** Connection attempts, and failed attempts. */
  attempts: count,
  failedAttempts: count,
  /** From the attempt to the broker's first response, with TLS and authentication. */
  attemptHistogram: encodedHistogram,
  /** Number of failures by a short name, with those of held connections. */
  errors: z.record(z.string(), count),
})
export type ConnectionSample = z.output<typeof connectionSample>

/** Names of the figures that are read from a Prometheus endpoint; docs/result.md lists the metrics for each. */
export const prometheusFigureNames = [
  'cpuCores',
  'heapUsedBytes',
  'networkReceivedBytesPerSec',
  'networkSentBytesPerSec',
  'diskReadBytesPerSec',
  'diskWrittenBytesPerSec',
  'kafkaBytesInPerSec',
  'kafkaBytesOutPerSec',
  /** Time that brokers spent on produce requests, in ms per second, and how many ended. Their ratio is the mean time. */
  'produceTimeMsPerSec',
  'produceRequestsPerSec',
  /** Idle share of the request handlers and of the network threads of the busiest broker. */
  'handlerIdleRatio',
  'networkThreadIdleRatio',
] as const
export type PrometheusFigureName = (typeof prometheusFigureNames)[number]

/** Figures from a Prometheus endpoint in one second. */
export const prometheusSample = z.strictObject({
  /** Sums over all metrics of the endpoint, for the figures that it has. Rates are since the previous reading. */
  figures: z.partialRecord(z.enum(prometheusFigureNames), nonNegative),
  /** Reason why the endpoint could not be read; null if it was read. */
  error: z.string().min(1).nullable(),
})
export type PrometheusSample = z.output<typeof prometheusSample>

/** One second of a run, merged over a host's workers by time. */
export const sample = z.strictObject({
  /** Seconds since the agreed start: 0 is the first second of load. */
  second: count,
  startedAtEpochMs: epochMs,
  /** Actual duration of the second. */
  durationMs: nonNegative,
  producers: z.array(producerSample),
  consumers: z.array(consumerSample),
  workers: z.array(workerSample),
  brokers: z.array(brokerSample),
  /**
   * Share of the host's cores in use; with several hosts, of the busiest one. Null if the system does not report it.
   */
  hostCpu: fraction.nullable(),
  /**
   * Share of the second during which the host's busiest disk was active. Left out: the system does not report it, or
   * there are no embedded brokers.
   */
  hostDisk: fraction.optional(),
  /** The agents that ran the load, each with the share of its cores in use. Left out: no agents. */
  hosts: z.array(z.strictObject({ host: z.string().min(1), cpu: fraction })).optional(),
  /** Left out: the endpoint was not read in this second, or the plan names none. */
  prometheus: prometheusSample.optional(),
  /** Left out: the plan has no additional connections. */
  connections: connectionSample.optional(),
  /** Requested only while fewer than half of the offered records are acknowledged; left out in all other seconds. */
  partitionState: partitionState.optional(),
})
export type Sample = z.output<typeof sample>
