/**
 * A published benchmark, as a part of a campaign: the table of the document, the measured figure that belongs in each
 * of its columns, and how a run by Headroom differs from the published one.
 *
 * A writer is one producer. A case "grows" if it is run with more and more writers until the rate no longer rises
 * (`growth` in campaign.ts).
 */
import { z } from 'zod'
import { figureName } from './figures.ts'
import { count, displayName, identifier, interval, nonNegative, positive, positiveCount } from './primitives.ts'
import { runDurationMs, runQuotaWindowSeconds } from './run-bounds.ts'
import { source } from './source.ts'

/** Quantities that a column can show: a figure of the run, or the resources and errors behind it. */
export const benchmarkQuantities = [
  ...figureName.options,
  /** CPU cores in use on a broker / `coresPerBroker`: embedded brokers on Linux only. */
  'brokerCpuFraction',
  /** Disk writes of a broker: embedded brokers on Linux, or the mean per broker that a Prometheus endpoint reports. */
  'brokerDiskBytesPerSec',
  /** Network traffic of a broker, received and sent, including replication between brokers: sources as for the disk. */
  'brokerNetworkBytesPerSec',
  /** Number of times that a set of in-sync replicas (ISR) shrank during a run: embedded brokers only. */
  'isrShrinks',
  /**
   * Latency from intended send time to receipt, only for cases below the peak: at the peak the queue grows as long as
   * the load lasts.
   */
  'endToEndP50Us',
  'endToEndP99Us',
  /** Records refused or never acknowledged / records handed to the client. */
  'errorFraction',
] as const

/** A column of the published table. */
export const benchmarkColumn = z.strictObject({
  /** Heading in the document, with its unit: "Producer bandwidth (MB/s)". */
  heading: displayName,
  /** The measured quantity that belongs in this column. */
  figure: z.enum(benchmarkQuantities),
  /** The printed unit, expressed in the unit of `figure`: 1048576 if the document prints MiB/s. */
  unitValue: positive.default(1),
  /** Id of the case whose value all values are divided by, if the column shows shares of the best case. */
  relativeTo: identifier.optional(),
  /** Only for figures of brokers: the broker's index, from 0. Left out: the mean of all brokers. */
  broker: count.optional(),
  /**
   * Only for brokerCpuFraction: CPU cores of each of the document's brokers. Left out: 1, so the column shows cores and
   * has no prediction.
   */
  coresPerBroker: positive.optional(),
})
export type BenchmarkColumn = z.output<typeof benchmarkColumn>

/** The changes of the short profile. Its runs show what results look like and give no verdict. */
export const smokeProfile = z.strictObject({
  /** Ids of the cases that are run. */
  cases: z.array(identifier).min(1),
  /** Duration of each run's load. */
  durationMs: runDurationMs,
  coolDownMs: nonNegative,
  /** Quota window of an embedded cluster. Left out: Kafka's own 11 s. */
  quotaWindowSeconds: runQuotaWindowSeconds.optional(),
  /** Numbers of writers to try for a case that grows. Left out: as in the full profile. */
  writers: z.array(positiveCount).min(1).optional(),
})

/** The profile of a benchmark: `smoke` is short and gives no verdict. */
export const benchmarkProfile = z.enum(['smoke', 'full'])
export type BenchmarkProfile = z.output<typeof benchmarkProfile>

/** A published benchmark. */
export const benchmark = z.strictObject({
  id: identifier,
  /** Subject of the document, in one line. */
  title: displayName,
  source,
  /** Heading of the first column, which names the cases. */
  caseHeading: displayName,
  columns: z.array(benchmarkColumn).min(1).max(8),
  /** Values as printed, by id of the case, one per column; null if the document has none. */
  published: z.record(identifier, z.array(positive.nullable())),
  /** How the runs differ from the document's, and what an embedded cluster cannot show: full sentences. */
  differences: z.array(z.string().min(1)).min(1),
  /**
   * Name of the option that sets the size of the deployment, and paths of the fields that grow with the size. The
   * published table is valid for the size in the campaign file.
   */
  size: z.strictObject({ option: identifier, grows: z.array(z.string().min(1)) }).optional(),
  /** Name of the option that chooses cases: `cloud`. */
  caseOption: identifier.optional(),
  /** Name of the option that sets the values of the method's axis: `partitions`. */
  axisOption: identifier.optional(),
  /** True if the document also prints the summary lines of each client. */
  printsClients: z.boolean().optional(),
  smoke: smokeProfile,
  /** The profile that a campaign was made for. */
  profile: benchmarkProfile.default('full'),
})
export type Benchmark = z.output<typeof benchmark>

/** Results of one client over a run's load, with the figures that Kafka's perf tools print. */
export const clientLine = z.strictObject({
  /** `id` of the producer, or name of the consumer group without the run's prefix. */
  client: z.string().min(1),
  role: z.enum(['producer', 'consumer-group']),
  recordsPerSec: nonNegative,
  payloadBytesPerSec: nonNegative,
  /** Latency from send to acknowledgement of a producer; null for a group, or if nothing was acknowledged. */
  service: z
    .strictObject({
      meanUs: nonNegative,
      maxUs: nonNegative,
      p50Us: nonNegative,
      p95Us: nonNegative,
      p99Us: nonNegative,
      p999Us: nonNegative,
    })
    .nullable(),
})
export type ClientLine = z.output<typeof clientLine>

/** Resources that one broker used: means over the load after the burn-in. */
export const brokerUse = z.strictObject({
  cpuCores: nonNegative,
  /** Left out: the operating system or endpoint does not report it. */
  diskWrittenBytesPerSec: nonNegative.optional(),
  /** Received plus sent. Left out: the operating system or endpoint does not report it. */
  networkBytesPerSec: nonNegative.optional(),
})
export type BrokerUse = z.output<typeof brokerUse>

/** Utilisation of one resource of the machines that the brokers run on, as a share of its capacity. */
export const elementUse = z.strictObject({
  element: z.enum(['processor', 'disk', 'network']),
  usedFraction: nonNegative,
})
export type ElementUse = z.output<typeof elementUse>

/** One cell of the table; all values are in the column's printed unit. */
export const benchmarkCell = z.strictObject({
  /** Mean and 95 % interval; null if nothing was measured. */
  measured: interval.nullable(),
  /**
   * Likely value and band that were predicted for the deployment, scaled as the run was; null if there is no
   * prediction.
   */
  predicted: z.strictObject({ low: nonNegative, likely: nonNegative, high: nonNegative }).nullable(),
  /** The printed value x the run's scale; null if the document has none for this case and size. */
  published: nonNegative.nullable(),
})

/** The document's table, with measured and predicted values beside the published ones. */
export const benchmarkTable = z.strictObject({
  id: identifier,
  profile: benchmarkProfile,
  scale: positive,
  caseHeading: displayName,
  columns: z.array(benchmarkColumn),
  rows: z.array(
    z.strictObject({
      caseId: identifier,
      label: displayName,
      /** The step that counts for the case; for a case that grows, the one at its peak. Null if none was run yet. */
      stepId: identifier.nullable(),
      /** Number of writers at the peak; null if the case does not grow. */
      writers: positiveCount.nullable(),
      /**
       * True if the target cannot run the case; `notRun` of the campaign has the reason. Left out: the case was run, or
       * can still be run.
       */
      isNotRun: z.literal(true).optional(),
      /**
       * The maximum records/s predicted for the row on the machine that it ran on; null without `machine`, or before
       * the row ran. `judged` has the deviation from a prediction at the speed that is fitted to the other rows; null
       * if the row is too noisy or found no limit.
       */
      onMachine: z
        .strictObject({
          recordsPerSec: nonNegative,
          judged: z.strictObject({ error: z.number(), tolerance: nonNegative }).nullable(),
        })
        .nullable(),
      /** True if its runs differ by more than 25 % of their mean. */
      isNoisy: z.boolean(),
      /** Utilisation of the machine's resources, the highest first; empty if not known. */
      elements: z.array(elementUse),
      cells: z.array(benchmarkCell),
    }),
  ),
  /**
   * The machine that brokers and clients shared, fitted to the rows: its processors are `speed` times as fast as those
   * of the hardware model. Null if the target has the deployment's limits, if its brokers are elsewhere, or if fewer
   * than two rows are sound.
   */
  machine: z
    .strictObject({
      cores: z.int().min(1),
      speed: positive,
      /**
       * Rows that are judged, and how many of them are within their tolerance: by the model (`withinModel`); without a
       * model, each row predicted as the geometric mean of the others (`withinNone`); by a rejected law, one factor on
       * what is predicted for the document's hosts (`withinFactor`). Left out by earlier versions.
       */
      power: z.strictObject({ judged: count, withinModel: count, withinNone: count, withinFactor: count }).optional(),
    })
    .nullable(),
  /** Full sentences on what limited the runs that fell short, derived from their measurements. */
  advice: z.array(z.string()),
  /** Summary lines of the clients of each case's newest run. */
  clients: z.array(
    z.strictObject({
      caseId: identifier,
      /**
       * True if more was offered than the cluster sustains. Latencies then include the time that clients wait for it.
       */
      isOverloaded: z.boolean(),
      lines: z.array(clientLine),
    }),
  ),
})
export type BenchmarkTable = z.output<typeof benchmarkTable>

/** One line of the list of benchmarks. */
export const benchmarkListEntry = z.strictObject({
  id: identifier,
  title: displayName,
  source,
  /** The cases that a user can choose from. */
  cases: z.array(z.strictObject({ id: identifier, label: displayName })),
  options: z.array(identifier),
})
export type BenchmarkListEntry = z.output<typeof benchmarkListEntry>
