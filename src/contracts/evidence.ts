/**
 * Published measurements: what a model is judged by. A prediction never looks them up.
 */
import { z } from 'zod'
import { calendarDate, displayName, identifier, nonNegative, positive } from './primitives.ts'
import { deployment } from './scenario.ts'
import { source } from './source.ts'
import { workload } from './workload.ts'

/** What a published figure counts. */
export const publishedQuantities = [
  'recordsPerSec',
  /** Records/s that one consumer group reads, of a benchmark of consumers. */
  'readRecordsPerSec',
  'ingressPayloadBytesPerSec',
  'ingressWireBytesPerSec',
  'egressPayloadBytesPerSec',
  /** Share of all processors of the brokers in use, at the published load: 0 to 1. */
  'cpuFraction',
] as const

/** How far the development of a model has looked at a held-out point; a fit reads neither. */
export const heldOutKinds = ['seen', 'unseen'] as const

/**
 * How a first-sight prediction is known. `recorded`: as docs/backtest.md printed it at `commit`; `replayed`: the model of
 * `commit` was asked again later; `rounded`: the record has the error alone, in whole percent.
 */
export const firstSightBases = ['recorded', 'replayed', 'rounded'] as const

/** Longest text on what changed. */
const mostChangedLetters = 500

/** What was predicted of a figure before anything was changed because of it. Never altered once it stands. */
export const firstSight = z
  .strictObject({
    /** Predicted, in the unit of the point's `value`. */
    likely: positive,
    /** The band around it; both left out where the record has none. */
    low: nonNegative.optional(),
    high: nonNegative.optional(),
    /** The day on which it was predicted. */
    date: calendarDate,
    /** The commit whose model predicted it. Left out: not recorded. */
    commit: z
      .string()
      .regex(/^[0-9a-f]{7,40}$/, 'expected a commit: 7 to 40 digits of a hash')
      .optional(),
    basis: z.enum(firstSightBases),
    /** What was changed since with the figure in view. Left out: nothing is recorded. */
    changed: z.string().min(1).max(mostChangedLetters).optional(),
  })
  .superRefine(({ low, likely, high }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (low === undefined && high === undefined) return
    if (low === undefined || high === undefined) {
      const missing = low === undefined ? 'low' : 'high'
      problem(missing, 'give both low and high, or neither if the record has no band')
    } else {
      if (low > likely) problem('low', `expected at most likely, ${likely}`)
      if (high < likely) problem('high', `expected at least likely, ${likely}`)
    }
  })
export type FirstSight = z.output<typeof firstSight>

/** One published figure with its configuration. */
export const publishedPoint = z.strictObject({
  id: identifier,
  label: displayName,
  /** Name of the scenario that was run, in `scenarios` beside the points. */
  scenario: identifier,
  /** Fields of the scenario that differ for this point, by path: `workload.topics.0.partitions`. */
  set: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  quantity: z.enum(publishedQuantities),
  /** The figure, converted from what the source prints (MB of `kafka-*-perf-test` are MiB); a ratio with `relativeTo`. */
  value: positive,
  /** `id` of another point of the same quantity: `value` is this point's figure divided by that one's. */
  relativeTo: identifier.optional(),
  /** True where the load offered was the cap, so that the figure is a lower bound. */
  isCensored: z.boolean().default(false),
  /** Why the point is shown and not counted: a parameter was identified by it alone. Left out: counted. */
  notCounted: z.string().min(1).optional(),
  /**
   * Kept out of every fit, calibration and leave-one-out: a test of what the model says of a cluster it has never met.
   * `seen`: physics were mended in view of its error; `unseen`: predicted only after they were. Left out: evidence.
   */
  heldOut: z.enum(heldOutKinds).optional(),
  /** Shared by all figures of one publication, which are never taken for independent ones. Left out: its source's title. */
  publication: identifier.optional(),
  /** Left out: not known, as of every figure that the model was made from. */
  firstSight: firstSight.optional(),
  source,
})
export type PublishedPoint = z.output<typeof publishedPoint>

/** A published benchmark's configuration; its deployment is on the offering that holds it. */
export const publishedScenario = z.strictObject({ workload, deployment: deployment.omit({ offering: true }) })

/** Published figures and what was run for them. */
export const evidence = z
  .strictObject({ scenarios: z.record(identifier, publishedScenario), points: z.array(publishedPoint) })
  .superRefine((value, context) => {
    const ids = value.points.map((point) => point.id)
    for (const [index, point] of value.points.entries()) {
      const problem = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['points', index, field], message })
      if (ids.indexOf(point.id) !== index) problem('id', `there is already a point named "${point.id}"`)
      if (!(point.scenario in value.scenarios)) {
        problem(
          'scenario',
          `no scenario is named "${point.scenario}"; known: ${Object.keys(value.scenarios).join(', ')}`,
        )
      }
      if (point.heldOut === 'unseen' && point.firstSight?.changed !== undefined) {
        problem(
          'heldOut',
          'expected "seen": "firstSight.changed" says that something was changed in view of the figure',
        )
      }
      if (point.relativeTo !== undefined && !ids.includes(point.relativeTo)) {
        problem('relativeTo', `no point is named "${point.relativeTo}"`)
      }
    }
  })
