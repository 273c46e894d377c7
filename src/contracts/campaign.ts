/**
 * A campaign: runs over one scenario, in steps. `nextStep(campaign, results)` in planning/ chooses each step from the
 * results so far, so a campaign needs no other state to be resumed. The campaign itself is data: the file with its
 * scenario.
 */
import { z } from 'zod'
import { benchmark, brokerUse, clientLine, elementUse } from './benchmark.ts'
import { figureBands, figureIntervals, figures } from './figures.ts'
import {
  count,
  displayName,
  epochMs,
  fraction,
  identifier,
  nonNegative,
  positive,
  positiveCount,
} from './primitives.ts'
import { limiter, steadyWindow } from './result.ts'
import { runDurationMs, runQuotaWindowSeconds } from './run-bounds.ts'
import { scenario } from './scenario.ts'
import { overlay } from './verdict.ts'

/** Maximum number of values of a field. More values are probably a mistake, because each is a run of minutes. */
const maxValues = 200

const valuesExpected =
  'expected a list of values, or a text like "3,6,12", "1..40", "10k/s..60k/s:10k/s" or "1..5000:log"'

/** A field of the scenario, and the values that it is set to one after another. */
export const sweptField = z.strictObject({
  /** Path of the field in the scenario: `workload.topics.0.partitions`. */
  path: z.string().min(1).max(200),
  /** A list, or a text as for `headroom sweep`, read in the unit that the field's name ends with. */
  values: z.union([z.string().min(1).max(2_000), z.array(z.json()).min(1).max(maxValues)], valuesExpected),
})
export type SweptField = z.output<typeof sweptField>

const ladder = z.strictObject({
  kind: z.literal('ladder'),
  /** Load factors: the scenario's rates are multiplied by each in turn. */
  loadFactors: z.array(positive).min(1).max(maxValues),
  /** True if the ladder ends after the first step that is not sustained. */
  stopsWhenSaturated: z.boolean().default(true),
})

const saturationSearch = z
  .strictObject({
    kind: z.literal('saturation-search'),
    /** The search stays between these two load factors. */
    lowFactor: positive,
    highFactor: positive,
    /** The search ends when the bracket is at most this wide, as a share of its lower end. */
    toleranceRatio: fraction.default(0.02),
  })
  .superRefine((method, context) => {
    if (method.highFactor > method.lowFactor) return
    context.addIssue({ code: 'custom', path: ['highFactor'], message: `expected more than ${method.lowFactor}` })
  })

/** One row of a matrix of cases. It can set several fields of the scenario at once. */
const campaignCase = z.strictObject({
  id: identifier,
  label: displayName,
  /** Values of the fields that differ from the scenario, by path. Left out: none differ. */
  set: z.record(z.string().min(1).max(200), z.json()).default({}),
  /** True if the case needs a client elsewhere or special brokers: on the user's cluster it runs only by its id. */
  isOnRequestOnClusters: z.boolean().optional(),
  /** True if the case is run as it is even if the method has `growth`. */
  isFixed: z.boolean().optional(),
  /**
   * Set if the load of this case depends on the peak of another case: it has the number of writers of that peak, and offers
   * `loadRatio` of the rate at the peak.
   */
  below: z.strictObject({ caseId: identifier, loadRatio: fraction.positive() }).optional(),
})
export type CampaignCase = z.output<typeof campaignCase>

/**
 * Runs a case with more and more writers (producers) until the rate no longer rises. If steps are repeated, the step at the
 * peak is then run `repeats` times more, and only these runs count: a run that was chosen because it was the highest is
 * biased upwards.
 */
const growth = z
  .strictObject({
    /** Numbers of writers, in the order in which they are tried. */
    writers: z.array(positiveCount).min(1).max(50),
    /** Rate that each writer offers: more than a cluster of this size takes from one writer. */
    recordsPerSecEach: positive,
    /** The rate counts as flat if more writers add less than this share of the best rate so far. */
    flatRatio: fraction.default(0.05),
  })
  .refine(({ writers }) => writers.every((each, index) => index === 0 || each > (writers[index - 1] ?? 0)), {
    message: 'expected rising numbers of writers',
    path: ['writers'],
  })

const cases = z
  .strictObject({
    kind: z.literal('cases'),
    cases: z.array(campaignCase).min(1).max(maxValues),
    /** Left out: each case is run as it is. */
    growth: growth.optional(),
    /** Path of a numeric field for the x-axis of the chart. The cases that set no other field are its points. */
    axis: z.string().min(1).max(200).optional(),
  })
  .superRefine((method, context) => {
    const ids = method.cases.map(({ id }) => id)
    for (const [index, { below }] of method.cases.entries()) {
      const peakCase = method.cases.find(({ id }) => id === below?.caseId)
      const hasPeak = method.growth !== undefined && peakCase?.isFixed !== true && peakCase?.below === undefined
      if (below === undefined || (peakCase !== undefined && hasPeak)) continue
      const message = `expected a case that grows`
      context.addIssue({ code: 'custom', path: ['cases', index, 'below', 'caseId'], message })
    }
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) === index) continue
      const message = `there is already a case named "${id}"`
      context.addIssue({ code: 'custom', path: ['cases', index, 'id'], message })
    }
  })

/** The method by which steps are chosen. */
export const campaignMethod = z.discriminatedUnion('kind', [
  /** Runs the scenario as it is. */
  z.strictObject({ kind: z.literal('single') }),
  /** Runs the scenario at each load factor in turn. */
  ladder,
  /** Finds the highest load factor that is sustained, by bisection. */
  saturationSearch,
  /** Sets fields of the scenario to each of their values; with several fields, to every combination. */
  z.strictObject({ kind: z.literal('sweep'), fields: z.array(sweptField).min(1).max(4) }),
  /** Runs the cases of a matrix, each under its own name. */
  cases,
])
export type CampaignMethod = z.output<typeof campaignMethod>

/** Runs that do not count, before the first step and again on resuming or on another embedded cluster. */
export const warmUp = z.strictObject({
  /** The warm-up ends when two consecutive runs differ by at most this share of the higher one. */
  agreementRatio: fraction.default(0.1),
  /** Maximum number of warm-up runs. If it is reached, the report says that the runs did not agree. */
  mostRuns: z.int().min(2).max(10).default(4),
  /** Duration of each warm-up run's load. Left out: the duration of a step's load. */
  durationMs: runDurationMs.optional(),
})
export type WarmUp = z.output<typeof warmUp>

const campaignShape = {
  /** Path of the JSON Schema with which an editor checks the file; `headroom schema campaign` prints that schema. */
  $schema: z.string().optional(),
  kind: z.literal('headroom.campaign'),
  schemaVersion: z.literal(1),
  name: displayName,
  /** Free text, for example what the campaign should show. */
  notes: z.string().max(20_000).optional(),
  scenario,
  method: campaignMethod,
  /** Number of runs per step. */
  repeats: positiveCount.max(50).default(1),
  /** Pause between runs. Left out: two quota windows, so that quota debt of one run does not throttle the next. */
  coolDownMs: nonNegative.max(3_600_000).optional(),
  /** Duration of each run's load. Left out: the scenario's duration, or ten quota windows if it has none. */
  durationMs: runDurationMs.optional(),
  /** Quota window of an embedded cluster. Left out: Kafka's own 11 s. */
  quotaWindowSeconds: runQuotaWindowSeconds.optional(),
  /** True if embedded brokers get no quotas. Then a run measures this machine, and cannot confirm a deployment. */
  isUnlimited: z.boolean().optional(),
  /** Left out: no warm-up, so the first step runs on a cold cluster. */
  warmUp: warmUp.optional(),
  /**
   * Seed of a random order. Every step runs once, then every step runs again in another order, so that drift of the
   * machine does not look like an effect. Cases that need the same embedded cluster stay together. Left out: steps run
   * in the order in which they are written, each with its repetitions one after another.
   */
  orderSeed: z.int().optional(),
  /** The published benchmark that the campaign repeats; only with the method `cases`. */
  benchmark: benchmark.optional(),
} as const

/** A campaign as written in a file: `scenario` may also be the path of a file, relative to this file. */
export const campaignFile = z.strictObject({ ...campaignShape, scenario: z.union([z.string().min(1), scenario]) })

/** A campaign. Its steps are isolated by a cool-down and by their own topics and client ids. */
export const campaign = z
  .strictObject(campaignShape)
  .superRefine(({ method, benchmark }, context) => {
    if (benchmark === undefined) return
    const problem = (path: PropertyKey[], message: string) =>
      context.addIssue({ code: 'custom', path: ['benchmark', ...path], message })
    if (method.kind !== 'cases') return problem([], 'expected the method "cases": a benchmark is a table of them')
    const known = method.cases.map(({ id }) => id)
    const checkCase = (id: string, path: PropertyKey[]) => {
      if (!known.includes(id)) problem(path, `no case is named "${id}"; known: ${known.join(', ')}`)
    }
    for (const [id, values] of Object.entries(benchmark.published)) {
      checkCase(id, ['published', id])
      if (values.length === benchmark.columns.length) continue
      problem(['published', id], `expected a value or null for each of ${benchmark.columns.length} columns`)
    }
    for (const [index, id] of benchmark.smoke.cases.entries()) checkCase(id, ['smoke', 'cases', index])
  })
  .superRefine(({ method, orderSeed }, context) => {
    const dependsOnOrder =
      method.kind === 'saturation-search' || (method.kind === 'ladder' && method.stopsWhenSaturated === true)
    if (orderSeed === undefined || !dependsOnOrder) return
    const remedy = method.kind === 'ladder' ? '; set stopsWhenSaturated to false, or leave the seed out' : ''
    const message = `expected no random order, because each step depends on the one before${remedy}`
    context.addIssue({ code: 'custom', path: ['orderSeed'], message })
  })
export type Campaign = z.output<typeof campaign>

/** A step to run: the scenario with some fields changed. */
export const campaignStep = z.strictObject({
  stepId: identifier,
  label: displayName,
  repeat: positiveCount,
  /** True if the run searches for the best number of writers. It does not count if its step is run again. */
  isClimb: z.boolean().optional(),
  scenario,
})
export type CampaignStep = z.output<typeof campaignStep>

/** A step that the target cannot run: its preflight failed, and nothing was written. */
export const stepNotRun = z.strictObject({
  stepId: identifier,
  label: displayName,
  /** The run that ended in its preflight; null if the step was not run because a step that it depends on was not. */
  runId: identifier.nullable(),
  /** Reason why the step was not run: each failed check with its findings. */
  reason: z.string().min(1),
  /** One sentence that says what the user can do; null if there is nothing to do. */
  remedy: z.string().nullable(),
})
export type StepNotRun = z.output<typeof stepNotRun>

/** A completed run of a step, with the fields that `nextStep` and the campaign's table need. */
export const stepResult = z.strictObject({
  stepId: identifier,
  label: displayName,
  repeat: positiveCount,
  /** True if the run searches for the best number of writers. Earlier versions left it out and counted the run. */
  isClimb: z.boolean().optional(),
  runId: identifier,
  endedAtEpochMs: epochMs,
  /** Offered load of the run, scaled as the run was. */
  offered: figures,
  /** Predicted bands of what the run measures. */
  expected: figureBands,
  /** Over the steady windows; null if there are none. */
  steady: figureIntervals.nullable(),
  wholeRun: figures,
  doubt: steadyWindow.shape.doubt,
  /** acked / offered after the burn-in. */
  ackedRatio: fraction,
  /** True if acked / offered >= 0.995 and neither the backlog (offered - acked) nor the consumer lag grew. */
  isSustained: z.boolean(),
  verdict: overlay.shape.verdict.nullable(),
  reason: z.string(),
  marks: overlay.shape.marks,
  limiter,
  responseP99Us: nonNegative.nullable(),
  /** Sentences on why the run fell short, derived from its measurements. Left out: not a step of a benchmark. */
  advice: z.array(z.string()).optional(),
  /** CPU cores that each embedded broker used after the burn-in. Only earlier versions wrote this field. */
  brokerCpuCores: z.array(nonNegative).optional(),
  /** Resources that each broker used, ordered by broker number. Left out: not known. */
  brokers: z.array(brokerUse).optional(),
  /** Utilisation of the brokers' processors, disk and network, the highest first. Left out: not known. */
  elements: z.array(elementUse).optional(),
  /** CPU cores that embedded brokers and clients share. Left out: brokers elsewhere, or by an earlier version. */
  machineCpuCores: z.int().min(1).optional(),
  /** Number of times that a set of in-sync replicas (ISR) shrank during the load. Left out: not known. */
  isrShrinks: count.optional(),
  /** From intended send time to receipt, over all groups. Left out: no readers, or not a step of a benchmark. */
  endToEnd: z.strictObject({ p50Us: nonNegative, p99Us: nonNegative }).optional(),
  /** Records refused or never acknowledged / records handed over. Left out: not a step of a benchmark. */
  errorFraction: fraction.optional(),
  /** Results per client. Left out: the benchmark does not print them. */
  clients: z.array(clientLine).optional(),
})
export type StepResult = z.output<typeof stepResult>
