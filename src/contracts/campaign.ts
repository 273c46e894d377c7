/**
 * A campaign: steps, decided one at a time from the results so far. Resuming is replaying.
 *
 * The reducer is `nextStep(campaign, results)` in planning/; a campaign is only data: the file that people write, with
 * its scenario read in.
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

/** More values than this are a mistake: each is a run of minutes. */
const mostValues = 200

const valuesExpected =
  'expected a list of values, or a text like "3,6,12", "1..40", "10k/s..60k/s:10k/s" or "1..5000:log"'

/** A field of the scenario and the values that it takes in turn. */
export const sweptField = z.strictObject({
  /** Where in the scenario: `workload.topics.0.partitions`. */
  path: z.string().min(1).max(200),
  /** A list, or a list or range as text as `headroom sweep` takes them; read by the unit in the field's name. */
  values: z.union([z.string().min(1).max(2_000), z.array(z.json()).min(1).max(mostValues)], valuesExpected),
})
export type SweptField = z.output<typeof sweptField>

const ladder = z.strictObject({
  kind: z.literal('ladder'),
  /** Factors on the scenario's rates. */
  loadFactors: z.array(positive).min(1).max(mostValues),
  /** Ends after the first step that is not sustained. */
  stopsWhenSaturated: z.boolean().default(true),
})

const saturationSearch = z
  .strictObject({
    kind: z.literal('saturation-search'),
    /** Factors on the scenario's rates between which the search looks. */
    lowFactor: positive,
    highFactor: positive,
    /** Width of the bracket at which the search ends, as a share of the lower end. */
    toleranceRatio: fraction.default(0.02),
  })
  .superRefine((method, context) => {
    if (method.highFactor > method.lowFactor) return
    context.addIssue({ code: 'custom', path: ['highFactor'], message: `expected more than ${method.lowFactor}` })
  })

/** One row of a matrix: several fields of the scenario at once. */
const campaignCase = z.strictObject({
  id: identifier,
  label: displayName,
  /** Fields that differ from the scenario, by path. Left out: none. */
  set: z.record(z.string().min(1).max(200), z.json()).default({}),
  /**
   * True where the case, on a cluster of the user's, is run only when it is asked for by its id: it needs a client
   * elsewhere, or brokers configured for it.
   */
  isOnRequestOnClusters: z.boolean().optional(),
  /** True where the case is run as it is although others grow. */
  isFixed: z.boolean().optional(),
  /** A case that grows, after whose climb this one runs: with its writers, at a share of the rate that they reached. */
  below: z.strictObject({ caseId: identifier, loadRatio: fraction.positive() }).optional(),
})
export type CampaignCase = z.output<typeof campaignCase>

/**
 * Writers added until the rate is flat. Where steps are repeated, the peak is run `repeats` times more and these runs alone
 * count: the one that was chosen for being the highest is too high for that reason alone.
 */
const growth = z
  .strictObject({
    /** Numbers of writers, in the order in which they are tried. */
    writers: z.array(positiveCount).min(1).max(50),
    /** What each writer offers: more than a cluster of this size takes from one. */
    recordsPerSecEach: positive,
    /** The rate is flat where more writers add less than this share of the best so far. */
    flatRatio: fraction.default(0.05),
  })
  .refine(({ writers }) => writers.every((each, index) => index === 0 || each > (writers[index - 1] ?? 0)), {
    message: 'expected rising numbers of writers',
    path: ['writers'],
  })

const cases = z
  .strictObject({
    kind: z.literal('cases'),
    cases: z.array(campaignCase).min(1).max(mostValues),
    /** Left out: each case is run as it is. */
    growth: growth.optional(),
    /** A numeric field along which the chart lies: cases that set nothing else are its points. */
    axis: z.string().min(1).max(200).optional(),
  })
  .superRefine((method, context) => {
    const ids = method.cases.map(({ id }) => id)
    for (const [index, { below }] of method.cases.entries()) {
      const above = method.cases.find(({ id }) => id === below?.caseId)
      const grows = method.growth !== undefined && above?.isFixed !== true && above?.below === undefined
      if (below === undefined || (above !== undefined && grows)) continue
      const message = `expected a case that grows`
      context.addIssue({ code: 'custom', path: ['cases', index, 'below', 'caseId'], message })
    }
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) === index) continue
      const message = `there is already a case named "${id}"`
      context.addIssue({ code: 'custom', path: ['cases', index, 'id'], message })
    }
  })

/** How steps are chosen. */
export const campaignMethod = z.discriminatedUnion('kind', [
  /** The scenario as it is. */
  z.strictObject({ kind: z.literal('single') }),
  /** Offered load at each factor in turn. */
  ladder,
  /** The highest load factor that is sustained, by bisection. */
  saturationSearch,
  /** Fields of the scenario at each of their values; with several fields, every combination. */
  z.strictObject({ kind: z.literal('sweep'), fields: z.array(sweptField).min(1).max(4) }),
  /** The rows of a matrix, each with a name of its own. */
  cases,
])
export type CampaignMethod = z.output<typeof campaignMethod>

/**
 * Runs before the first step that do not count, again where a campaign is resumed or goes on with another embedded
 * cluster.
 */
export const warmUp = z.strictObject({
  /** Ends when two runs after each other differ by at most this share of the higher one. */
  agreementRatio: fraction.default(0.1),
  /** Ends after this many runs at the latest; the report says that they did not agree. */
  mostRuns: z.int().min(2).max(10).default(4),
  /** Length of each run's load. Left out: as long as a step's. */
  durationMs: runDurationMs.optional(),
})
export type WarmUp = z.output<typeof warmUp>

const campaignShape = {
  /** Path of the JSON Schema that an editor checks the file with, as `headroom schema campaign` prints it. */
  $schema: z.string().optional(),
  kind: z.literal('headroom.campaign'),
  schemaVersion: z.literal(1),
  name: displayName,
  /** What the campaign is to show; free text. */
  notes: z.string().max(20_000).optional(),
  scenario,
  method: campaignMethod,
  /** Runs of each step. */
  repeats: positiveCount.max(50).default(1),
  /**
   * Quiet time between two runs. Left out: two of their quota windows, so that no run pays the debt of the one
   * before.
   */
  coolDownMs: nonNegative.max(3_600_000).optional(),
  /** Length of each run's load. Left out: the scenario's, else ten quota windows. */
  durationMs: runDurationMs.optional(),
  /** Quota window of an embedded cluster. Left out: Kafka's own 11 s. */
  quotaWindowSeconds: runQuotaWindowSeconds.optional(),
  /**
   * True where embedded brokers get no quotas: then a run is about this machine, and no deployment is confirmed by
   * it.
   */
  isUnlimited: z.boolean().optional(),
  /** Left out: none, the first step runs on a cold cluster. */
  warmUp: warmUp.optional(),
  /**
   * Seed of a random order: every step once, then every step again in another order, so that a drift of the machine
   * does not look like an effect. Cases that want the same embedded cluster stay together. Left out: steps as they are
   * written, the repeats of each together.
   */
  orderSeed: z.int().optional(),
  /** The published benchmark that the campaign repeats; for the method `cases`. */
  benchmark: benchmark.optional(),
} as const

/** A campaign as it is written into a file: its scenario, or the path of the scenario's file from there. */
export const campaignFile = z.strictObject({ ...campaignShape, scenario: z.union([z.string().min(1), scenario]) })

/** Steps over one scenario, each isolated by a cool-down and by topics and client ids of its own. */
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

/** A step to run: the scenario with something changed. */
export const campaignStep = z.strictObject({
  stepId: identifier,
  label: displayName,
  repeat: positiveCount,
  /** True of a run that seeks the number of writers, and so does not count where its step is run again. */
  isClimb: z.boolean().optional(),
  scenario,
})
export type CampaignStep = z.output<typeof campaignStep>

/** A step that the target does not take: its preflight said so, and nothing was written. */
export const stepNotRun = z.strictObject({
  stepId: identifier,
  label: displayName,
  /** The run that ended in its preflight; null of a step that follows from another that was not run. */
  runId: identifier.nullable(),
  /** What stands in its way: each check that failed, with what it saw. */
  reason: z.string().min(1),
  /** What to do; null where nothing is to be done. */
  remedy: z.string().nullable(),
})
export type StepNotRun = z.output<typeof stepNotRun>

/** A run of a step that went to its end: what the reducer and the campaign's table need to know of it. */
export const stepResult = z.strictObject({
  stepId: identifier,
  label: displayName,
  repeat: positiveCount,
  /** As of its step. Left out by versions that counted such a run as the first of its step. */
  isClimb: z.boolean().optional(),
  runId: identifier,
  endedAtEpochMs: epochMs,
  /** As run: scaled. */
  offered: figures,
  /** What the run was expected to show. */
  expected: figureBands,
  /** Over the steady windows; null where there are none. */
  steady: figureIntervals.nullable(),
  wholeRun: figures,
  doubt: steadyWindow.shape.doubt,
  /** acked / offered after the burn-in. */
  ackedRatio: fraction,
  /** True where acked / offered >= 0.995 and neither offered - acked nor the consumers' lag grew. */
  isSustained: z.boolean(),
  verdict: overlay.shape.verdict.nullable(),
  reason: z.string(),
  marks: overlay.shape.marks,
  limiter,
  responseP99Us: nonNegative.nullable(),
  /** Why the run fell short, derived from what was measured, each a sentence. Left out: no step of a benchmark. */
  advice: z.array(z.string()).optional(),
  /** Processors that each embedded broker used after the burn-in: by a version that knew no more of them. */
  brokerCpuCores: z.array(nonNegative).optional(),
  /** What each broker used, in the order of their numbers. Left out: not known. */
  brokers: z.array(brokerUse).optional(),
  /** How full what carries the brokers was, the fullest first. Left out: not known. */
  elements: z.array(elementUse).optional(),
  /** Processors that embedded brokers and their clients share. Left out: brokers elsewhere, or an earlier version. */
  machineCpuCores: z.int().min(1).optional(),
  /** In-sync sets that became smaller over the load. Left out: not known. */
  isrShrinks: count.optional(),
  /** Intended send time to receipt, of all groups together. Left out: nobody read, or no step of a benchmark. */
  endToEnd: z.strictObject({ p50Us: nonNegative, p99Us: nonNegative }).optional(),
  /** Records refused or never answered / handed over. Left out: no step of a benchmark. */
  errorFraction: fraction.optional(),
  /** What each client did. Left out: the benchmark does not print it. */
  clients: z.array(clientLine).optional(),
})
export type StepResult = z.output<typeof stepResult>
