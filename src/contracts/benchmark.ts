/**
 * A published benchmark as a block of a campaign: the table that the document printed, which measured figure belongs into
 * which of its columns, and what a run here does differently.
 */
import { z } from 'zod'
import { figureName } from './figures.ts'
import { count, displayName, identifier, interval, nonNegative, positive, positiveCount } from './primitives.ts'
import { runDurationMs, runQuotaWindowSeconds } from './run-bounds.ts'
import { source } from './source.ts'

/** What a column can count: a figure, or what it cost. */
export const benchmarkQuantities = [
  ...figureName.options,
  /** Processors that brokers use, of `coresPerBroker`: embedded brokers on Linux only. */
  'brokerCpuFraction',
  /** What a broker writes to its disk: embedded brokers on Linux, or the mean that a Prometheus endpoint tells. */
  'brokerDiskBytesPerSec',
  /** What a broker receives and sends, between brokers included: as above. */
  'brokerNetworkBytesPerSec',
  /** In-sync sets that became smaller, of all runs: embedded brokers only. */
  'isrShrinks',
  /** Intended send time to receipt, below the peak alone: at the peak the queue grows with the length of the load. */
  'endToEndP50Us',
  'endToEndP99Us',
  /** Records refused or never answered, of all that were handed over. */
  'errorFraction',
] as const

/** A column of the published table. */
export const benchmarkColumn = z.strictObject({
  /** As the document heads it, with its unit: "Producer bandwidth (MB/s)". */
  heading: displayName,
  /** What is measured for it. */
  figure: z.enum(benchmarkQuantities),
  /** One printed unit in the figure's own: 1048576 where the document prints MiB/s. */
  unitValue: positive.default(1),
  /** Id of the case by whose value each is divided: shares of the best. */
  relativeTo: identifier.optional(),
  /** Of figures of brokers: which one, from 0. Left out: the mean of all. */
  broker: count.optional(),
  /**
   * Of brokerCpuFraction: processors of one of the document's brokers. Left out: 1, so that processors are counted and
   * not predicted.
   */
  coresPerBroker: positive.optional(),
})
export type BenchmarkColumn = z.output<typeof benchmarkColumn>

/** What the short profile changes. It shows shapes and gives no verdict. */
export const smokeProfile = z.strictObject({
  /** Ids of the cases that are run. */
  cases: z.array(identifier).min(1),
  /** Length of each run's load. */
  durationMs: runDurationMs,
  coolDownMs: nonNegative,
  /** Quota window of an embedded cluster. Left out: Kafka's own 11 s. */
  quotaWindowSeconds: runQuotaWindowSeconds.optional(),
  /** Numbers of writers that are tried where a case grows. Left out: as in full. */
  writers: z.array(positiveCount).min(1).optional(),
})

/** How long a benchmark runs and what it may say. */
export const benchmarkProfile = z.enum(['smoke', 'full'])
export type BenchmarkProfile = z.output<typeof benchmarkProfile>

/** A published benchmark. */
export const benchmark = z.strictObject({
  id: identifier,
  /** What the document shows, as one line. */
  title: displayName,
  source,
  /** Heading of the first column, which names the cases. */
  caseHeading: displayName,
  columns: z.array(benchmarkColumn).min(1).max(8),
  /** Values as printed, by id of the case, one a column; null where the document has none. */
  published: z.record(identifier, z.array(positive.nullable())),
  /** What differs from the document, and what an embedded cluster cannot show; each a sentence. */
  differences: z.array(z.string().min(1)).min(1),
  /**
   * The size of the deployment as an option, and the fields that grow with it: the published table is of the written
   * size.
   */
  size: z.strictObject({ option: identifier, grows: z.array(z.string().min(1)) }).optional(),
  /** The cases as an option of this name: `cloud`. */
  caseOption: identifier.optional(),
  /** The values of the method's axis as an option of this name: `partitions`. */
  axisOption: identifier.optional(),
  /** True where the summary lines of each client are part of what the document prints. */
  printsClients: z.boolean().optional(),
  smoke: smokeProfile,
  /** The profile that a campaign was made for. */
  profile: benchmarkProfile.default('full'),
})
export type Benchmark = z.output<typeof benchmark>

/** What one client did over a run's load, as Kafka's perf tools sum it up. */
export const clientLine = z.strictObject({
  /** `id` of the producer, or the consumer group without the run's prefix. */
  client: z.string().min(1),
  role: z.enum(['producer', 'consumer-group']),
  recordsPerSec: nonNegative,
  payloadBytesPerSec: nonNegative,
  /** Send to acknowledgement, of a producer; null of a group, or where nothing was acknowledged. */
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

/** What one broker used: means over the load after the burn-in. */
export const brokerUse = z.strictObject({
  cpuCores: nonNegative,
  /** Left out where the system does not tell. */
  diskWrittenBytesPerSec: nonNegative.optional(),
  /** Received and sent together. Left out where the system does not tell. */
  networkBytesPerSec: nonNegative.optional(),
})
export type BrokerUse = z.output<typeof brokerUse>

/** How full one element of what carries the brokers was, as a share of what it can. */
export const elementUse = z.strictObject({
  element: z.enum(['processor', 'disk', 'network']),
  usedFraction: nonNegative,
})
export type ElementUse = z.output<typeof elementUse>

/** One cell of the table, all in the column's printed unit. */
export const benchmarkCell = z.strictObject({
  /** Mean and 95 % interval; null where nothing was measured. */
  measured: interval.nullable(),
  /**
   * Likely value and band of what the deployment was predicted to show, scaled as the run was; null where it is not
   * predicted.
   */
  predicted: z.strictObject({ low: nonNegative, likely: nonNegative, high: nonNegative }).nullable(),
  /** As printed, times the run's scale; null where the document has none for this case and size. */
  published: nonNegative.nullable(),
})

/** The document's own table with what was measured and predicted beside it. */
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
      /** The step that counts for the case, where it grows the one at its peak; null where none was run yet. */
      stepId: identifier.nullable(),
      /** Writers at the peak; null where the case does not grow. */
      writers: positiveCount.nullable(),
      /**
       * True where the target does not take the case; `notRun` of the campaign has the reason. Left out: it was, or may
       * be, run.
       */
      isNotRun: z.literal(true).optional(),
      /**
       * What the row is predicted to write at most on the machine that it ran on; null without `machine`, or before it
       * ran. `judged` is how far it lies from that at the speed of the other rows; null where it is too noisy or no limit.
       */
      onMachine: z
        .strictObject({
          recordsPerSec: nonNegative,
          judged: z.strictObject({ error: z.number(), tolerance: nonNegative }).nullable(),
        })
        .nullable(),
      /** True where its runs differ by more than 25 % of their mean. */
      isNoisy: z.boolean(),
      /** Elements of what carries the brokers, the fullest first; empty where not known. */
      elements: z.array(elementUse),
      cells: z.array(benchmarkCell),
    }),
  ),
  /**
   * The machine that brokers and clients shared, fitted to the rows: its processors are `speed` times as fast as those of
   * the model of hosts. Null where the target has the deployment's limits, where its brokers are elsewhere, or without two
   * sound rows.
   */
  machine: z
    .strictObject({
      cores: z.int().min(1),
      speed: positive,
      /**
       * Rows that are judged, and how many lie within their tolerance: by the model; without one, each as the geometric mean of
       * the others; by the rejected law, one factor on what is predicted of the document's hosts. Left out of older records.
       */
      power: z.strictObject({ judged: count, withinModel: count, withinNone: count, withinFactor: count }).optional(),
    })
    .nullable(),
  /** What held back runs that fell short, derived from what was measured: each a sentence. */
  advice: z.array(z.string()),
  /** Summary lines of the clients of each case's newest run. */
  clients: z.array(
    z.strictObject({
      caseId: identifier,
      /** True where more was offered than is sustained: latency is that of clients that are held back. */
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
  /** What may be chosen: `{option: 'cloud', values: ['aws', …]}`. */
  cases: z.array(z.strictObject({ id: identifier, label: displayName })),
  options: z.array(identifier),
})
export type BenchmarkListEntry = z.output<typeof benchmarkListEntry>
