/**
 * Published measurements, which models are judged by. A prediction never looks them up.
 */
import { z } from 'zod'
import { dimensions } from './dimensions.ts'
import { calendarDate, displayName, identifier, nonNegative, positive } from './primitives.ts'
import { deployment } from './scenario.ts'
import { source } from './source.ts'
import { workload } from './workload.ts'

/** Quantities of published figures. */
export const publishedQuantities = [
  'recordsPerSec',
  /** Records/s that one consumer group reads, from benchmarks of consumers. */
  'readRecordsPerSec',
  'ingressPayloadBytesPerSec',
  'ingressWireBytesPerSec',
  'egressPayloadBytesPerSec',
  /** Share of the brokers' CPU cores in use at the published load: 0 to 1. */
  'cpuFraction',
] as const

/** Kinds of held-out points, by whether the model was developed in view of them. No fit uses either kind. */
export const heldOutKinds = ['seen', 'unseen'] as const

/**
 * How a first-sight prediction is known.
 * - `blind`: it was committed before the author of the scenario knew the figure.
 * - `recorded`: the model of `commit` made it when the author of the scenario knew the figure or its range.
 * - `replayed`: it was computed later with the model of `commit`.
 * - `rounded`: the record has only the error, in whole percent.
 */
export const firstSightBases = ['blind', 'recorded', 'replayed', 'rounded'] as const

/**
 * The limit that bound a prediction at first sight: the first dimension that is full, or the offered load if none is.
 */
export const firstSightBindings = [...dimensions, 'offered-load'] as const

/**
 * How a publication shows that the client limited a figure (docs/decisions/limiting-clients.md).
 * - `said`: it says so.
 * - `busy`: the processors or the port of the client were full.
 * - `more-clients`: more clients carried at least 1.5 times as much together, with all else the same.
 * - `another-client`: another client program carried at least 1.5 times as much, with all else the same.
 */
export const clientLimitGrades = ['said', 'busy', 'more-clients', 'another-client'] as const

/** Maximum number of entries of `changed`. */
const maxChanges = 20

/** Maximum number of characters of an entry of `changed`, and of `notes`. */
const maxChangeLength = 500
const maxNotesLength = 3000

/**
 * The first prediction of a figure, made before anything was changed because of the figure. It is never altered once it
 * is recorded.
 */
export const firstSight = z
  .strictObject({
    /** Predicted value, in the unit of the point's `value`. */
    likely: positive,
    /** Ends of the predicted band; both left out if the record has no band. */
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
    /** The limit that bound the prediction. Left out: not recorded. */
    binding: z.enum(firstSightBindings).optional(),
    /**
     * `likely` / value of the law that bound the prediction. Residuals are computed from the law's value, because `likely`
     * also contains a median of published clusters. Left out: 1, because no law bound it or `likely` was the law's value.
     */
    likelyFactor: positive.optional(),
    /**
     * Changes that were made since then in view of the figure, one entry per change. Each change halves the weight of
     * the residual in the band of its law. Left out: none is recorded.
     */
    changed: z.array(z.string().min(1).max(maxChangeLength)).min(1).max(maxChanges).optional(),
    /**
     * True while the figure tests the bands by law with which it was predicted. No bands are made from it then. Only figures
     * of the newest batch of predictions have this field. It is removed when a later batch is predicted.
     */
    testsBands: z.literal(true).optional(),
    /** True if the figure once had `testsBands`. Today's bands are made from it. */
    testedBands: z.literal(true).optional(),
  })
  .superRefine(({ low, likely, high, ...rest }, context) => {
    const problem = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    if (rest.basis === 'blind') {
      for (const [field, value] of Object.entries({ low, high, commit: rest.commit, binding: rest.binding })) {
        if (value === undefined) problem(field, 'required of a prediction whose basis is "blind"')
      }
    }
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
  /** Name of the scenario that was run; `scenarios` of the evidence has it. */
  scenario: identifier,
  /** Values of the scenario's fields that differ for this point, by path: `workload.topics.0.partitions`. */
  set: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  quantity: z.enum(publishedQuantities),
  /**
   * The figure, converted from the unit that the source prints (MB in the output of `kafka-*-perf-test` are MiB). With
   * `relativeTo`, a ratio. Left out while the point awaits its figure: it is predicted first (`firstSight`), and the
   * figure is looked up after that.
   */
  value: positive.optional(),
  /** `id` of another point of the same quantity: `value` is this point's figure divided by that one's. */
  relativeTo: identifier.optional(),
  /** True if the offered load was the limit, so the figure is a lower bound. */
  isCensored: z.boolean().default(false),
  /** Reason why the point is shown but not counted, e.g. it alone identified a parameter. Left out: counted. */
  notCounted: z.string().min(1).optional(),
  /**
   * Set if the point is kept out of every fit, calibration and leave-one-out: it tests what the model predicts for a
   * cluster that it was not fitted to. `seen`: the model's physics were changed in view of its error. `unseen`: it was
   * predicted only after those changes. Left out: evidence.
   */
  heldOut: z.enum(heldOutKinds).optional(),
  /**
   * Id of the publication. Figures of one publication are never treated as independent. Left out: the title of the
   * source.
   */
  publication: identifier.optional(),
  /** Left out: not known, as for every figure that the model was made from. */
  firstSight: firstSight.optional(),
  /** Set if the publication shows that its own client was the limit of this figure. Left out: it does not. */
  limitedByClient: z
    .strictObject({
      clients: z.enum(['producers', 'consumers']),
      grade: z.enum(clientLimitGrades),
      /** What the publication says, quoted where it can be. */
      reason: z.string().min(1).max(maxChangeLength),
      /** `id` of the figure that more clients, or another client, carried. Left out: no point has it. */
      slowerThan: identifier.optional(),
    })
    .optional(),
  /** The client's library if a scenario cannot say it, so that the nearest one was entered. Left out: a scenario can. */
  unknownLibrary: displayName.optional(),
  /** Assumptions for this point, and errors of its scenario that were found after the figure was known. */
  notes: z.string().min(1).max(maxNotesLength).optional(),
  source,
})
export type PublishedPoint = z.output<typeof publishedPoint>

/** A point whose figure is known. */
export type MeasuredPoint = PublishedPoint & { readonly value: number }

/** Bases of predictions that were committed before their figure was looked up. Undefined: not predicted yet. */
const basesBeforeFigure: readonly (string | undefined)[] = ['blind', 'recorded', undefined]

/** True if a point may be without its figure: it is `unseen`, and any prediction of it was made before its figure. */
function mayAwait({ heldOut, firstSight }: PublishedPoint): boolean {
  return heldOut === 'unseen' && basesBeforeFigure.includes(firstSight?.basis)
}

/** True if the figure is known, false while the point awaits it. */
export function isMeasured(point: PublishedPoint): point is MeasuredPoint {
  return point.value !== undefined
}

/** Configuration of a published benchmark. Its deployment is of the offering that contains the evidence. */
export const publishedScenario = z.strictObject({
  workload,
  deployment: deployment.omit({ offering: true }),
  /** What the publication does not say about its configuration, and what is assumed instead. */
  notes: z.string().min(1).max(maxNotesLength).optional(),
})

/** Published figures, and the scenarios that were run for them. */
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
      const slowerThan = point.limitedByClient?.slowerThan
      if (slowerThan !== undefined && !ids.includes(slowerThan)) {
        problem('limitedByClient', `no point is named "${slowerThan}"`)
      }
      if (!isMeasured(point) && !mayAwait(point)) {
        problem('value', 'expected a number: only a point that is "unseen" and predicted before may await its figure')
      }
    }
  })
