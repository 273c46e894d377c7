/**
 * What recorded runs on a real Kafka looked like second by second, and how far their rates were from what held them: the
 * noise of the adversary's worlds.
 */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'

const rates = z.array(z.number().min(0))

/** The flow of one recorded run, as tests/soundness/condense-recorded-run.mjs writes it. */
const recordedFlow = z.strictObject({
  id: z.string(),
  /** What held the flow. */
  kind: z.enum(['writers-throttled', 'readers-throttled', 'met']),
  /** `noisy`: its own result was in doubt as too noisy. */
  noise: z.enum(['usual', 'noisy']),
  target: z.string(),
  kafka: z.string().nullable(),
  /** Length of the quota window that the brokers had. */
  windowSeconds: z.number(),
  offeredRecordsPerSec: z.number(),
  verdict: z.string().nullable(),
  /** Steady rate / quota, of the direction that was throttled; null for the others. */
  writtenToQuota: z.number().nullable(),
  readToQuota: z.number().nullable(),
  /** Wire bytes of a record, and produce requests, as a share of those predicted. */
  wireToPredicted: z.number(),
  readWireToPredicted: z.number(),
  requestsToPredicted: z.number().nullable(),
  /** Acknowledged records of each second / their mean; records read by each group likewise. */
  written: rates,
  writersThrottleMs: rates,
  read: z.array(rates).min(1),
  readersThrottleMs: z.array(rates).min(1),
  hostCpu: z.array(z.number().min(0).max(1).nullable()),
})
export type RecordedFlow = z.output<typeof recordedFlow>

const root = new URL('../../', import.meta.url)

export const recordedFlows: readonly RecordedFlow[] = z
  .array(recordedFlow)
  .parse(JSON.parse(readFileSync(new URL('tests/fixtures/recorded-flows.json', root), 'utf8')))

/** The part of a campaign's report that is read here. */
const report = z.object({
  target: z.object({
    brokers: z.number().nullable(),
    quotas: z.object({ producerBytesPerSec: z.number(), consumerBytesPerSec: z.number() }).nullable(),
  }),
  results: z.array(
    z.object({
      limiter: z.string(),
      steady: z
        .object({
          ingressWireBytesPerSec: z.object({ mean: z.number() }),
          egressWireBytesPerSec: z.object({ mean: z.number() }),
        })
        .nullable(),
    }),
  ),
})

function reportOf(path: string): z.output<typeof report> {
  return report.parse(JSON.parse(gunzipSync(readFileSync(new URL(`docs/benchmarks/${path}.json.gz`, root))).toString()))
}

/** Steady rates / quota of the runs of a benchmark that quotas held in both directions. */
function quotaLevels(): { readonly written: number[]; readonly read: number[] } {
  const both = ['confluent-cku/all-rows-60-s', 'confluent-cku/aws-60-s-fitting-answers'].map(reportOf)
  const levels = both.flatMap(({ target: { brokers, quotas }, results }) =>
    results.flatMap(({ steady, limiter }) => {
      if (steady === null || quotas === null || limiter !== 'broker-throttle') return []
      const share = (bytes: number, quota: number) => bytes / (quota * (brokers ?? 1))
      const written = share(steady.ingressWireBytesPerSec.mean, quotas.producerBytesPerSec)
      return [{ written, read: share(steady.egressWireBytesPerSec.mean, quotas.consumerBytesPerSec) }]
    }),
  )
  return { written: levels.map(({ written }) => written), read: levels.map(({ read }) => read) }
}

const ofBenchmarks = quotaLevels()
const known = (levels: readonly (number | null)[]) => levels.flatMap((level) => level ?? [])
const usualFlows = recordedFlows.filter(({ noise }) => noise === 'usual')

/** How far the mean of a run lies from what held it: differences between runs, which no second of one run shows. */
export const levels = {
  written: [...ofBenchmarks.written, ...known(usualFlows.map(({ writtenToQuota }) => writtenToQuota))],
  read: [...ofBenchmarks.read, ...known(usualFlows.map(({ readToQuota }) => readToQuota))],
}
