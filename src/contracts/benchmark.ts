/**
 * A published benchmark as a block of a campaign: the table that the document printed, which measured figure belongs into
 * which of its columns, and what a run here does differently.
 */
import { z } from 'zod'
import { figureName } from './figures.ts'
import { displayName, identifier, interval, nonNegative, positive, positiveCount } from './primitives.ts'
import { source } from './source.ts'

/** A column of the published table. */
export const benchmarkColumn = z.strictObject({
  /** As the document heads it, with its unit: "Producer bandwidth (MB/s)". */
  heading: displayName,
  /** What is measured for it. */
  figure: figureName,
  /** One printed unit in the figure's own: 1048576 where the document prints MiB/s. */
  unitValue: positive.default(1),
})
export type BenchmarkColumn = z.output<typeof benchmarkColumn>

/** What the short profile changes. It shows shapes and gives no verdict. */
export const smokeProfile = z.strictObject({
  /** Ids of the cases that are run. */
  cases: z.array(identifier).min(1),
  /** Length of each run's load. */
  durationMs: positive,
  coolDownMs: nonNegative,
  /** Quota window of an embedded cluster. Left out: Kafka's own 11 s. */
  quotaWindowSeconds: positiveCount.optional(),
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
  /** The size of the deployment as an option, and the fields that grow with it: the published table is of the written size. */
  size: z.strictObject({ option: identifier, grows: z.array(z.string().min(1)) }).optional(),
  /** The cases as an option of this name: `cloud`. */
  caseOption: identifier.optional(),
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

/** One cell of the table, all in the column's printed unit. */
export const benchmarkCell = z.strictObject({
  /** Mean and 95 % interval; null where nothing was measured. */
  measured: interval.nullable(),
  /** Likely value and band of what the deployment was predicted to show, scaled as the run was. */
  predicted: z.strictObject({ low: nonNegative, likely: nonNegative, high: nonNegative }),
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
      /** The step that counts for the case; null where none was run yet. */
      stepId: identifier.nullable(),
      /** True where its runs differ by more than 25 % of their mean. */
      isNoisy: z.boolean(),
      cells: z.array(benchmarkCell),
    }),
  ),
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
