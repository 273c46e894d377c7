/**
 * Recommends what to measure next: the runs on the user's own cluster that would narrow a prediction of hosts most. The
 * rule is in docs/decisions/next-measurement.md.
 */
import { chanceMet } from '../capacity/chance-met.ts'
import { settingOf } from '../capacity/law-chances.ts'
import { lawOfConstraint } from '../capacity/law-of-constraint.ts'
import { likelyShareOf } from '../capacity/likely-capacity.ts'
import type { LikelyBand } from '../capacity/likely-value.ts'
import { limitBand } from '../capacity/limit-band.ts'
import { type Solution, solve } from '../capacity/solve.ts'
import { sensitivityOf } from '../capacity/time-law.ts'
import type { Law } from '../contracts/law-bands.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import {
  type AfterRuns,
  afterRun,
  type LimitAnswer,
  type LimitFigure,
  limitAnswer,
  limitFigure,
  surelyMet,
  type WideAnswer,
  widthShare,
} from './limit-answer.ts'
import { atLoad, type ChangedField, type Mix, measurableMixes } from './measurable-mixes.ts'
import { plannedDurationMs, type RunCost, runCost } from './run-cost.ts'

/**
 * Why no run is recommended: limits are declared, so nothing is uncertain; the model has one band for all laws; the
 * workload is refused; the load is almost surely met; the prediction is as narrow as a run makes it; or no possible run
 * narrows it.
 */
export type NothingToMeasure = 'declared-limits' | 'one-width' | 'refused' | 'load-fits' | 'narrow' | 'out-of-reach'

/** A run that narrows the prediction. */
export type NarrowingRun = {
  /** The law that limits the run. A calibration with the run replaces this law's band. */
  readonly law: Law
  /** Share of the prediction's logarithmic width that would vanish if the law were exact: 0 to 1. */
  readonly widthShare: number
  /** Fields in which the run differs from the scenario, in the form of `--set`. */
  readonly changes: readonly ChangedField[]
  /** The scenario of the run. */
  readonly scenario: Scenario
  /** The prediction of the scenario after the run. */
  readonly after: LimitAnswer
  /** Share of the run's possible outcomes after which it is decided whether the load is met. */
  readonly decides: number
  /** The chance that the run reaches the limit. Otherwise it only gives a lower bound and narrows nothing. */
  readonly reachesLimit: number
  /** Length of the load. */
  readonly durationMs: number
  readonly cost: RunCost
}

/** The user's earlier runs, and the prediction before them. */
export type MadeRuns = {
  readonly calibration: string
  readonly laws: readonly { readonly law: Law; readonly runs: number }[]
  /** The prediction without the calibration. */
  readonly before: LimitAnswer
}

/** The recommended measurements. */
export type NextMeasurement = {
  readonly figure: LimitFigure
  /** The current prediction; null if there are no bands by law or the workload is refused. */
  readonly now: LimitAnswer | null
  /** The best run first, at most one per law. */
  readonly runs: readonly NarrowingRun[]
  /** Why there are no runs; null if there are. */
  readonly nothing: NothingToMeasure | null
  /** Runs that have narrowed the prediction already; null if there are none. */
  readonly made: MadeRuns | null
}

/** At most this many runs are recommended. */
const maxRuns = 3

/** A smaller narrowing, as a logarithm of half the width, is not worth a run. A rule of thumb. */
const minNarrowing = 0.05

/** Narrowings are compared in multiples of this, so small differences do not decide. */
const narrowingStep = 0.02

/** A prediction counts as narrow up to this factor: one run leaves a law at ± 12 %, and a second law adds a little. */
const narrowFactor = 1.2

/**
 * A run offers this much more than the high end of its band, but at least this much of its likely limit and at most this much
 * of the limit that the law gives.
 */
const highEndMargin = 1.1
const minOverload = 1.5
const maxOverload = 3

/**
 * The runs that narrow the prediction of a scenario most. Pure; never throws for parsed values.
 * @param base the model without its calibration, for the prediction before the user's runs
 */
export function nextMeasurement(scenario: Scenario, model: Offering, base: Offering = model): NextMeasurement {
  const solution = solve(scenario, model)
  const figure = uncertainFigure(solution)
  const bands = solution.situation.hardware?.lawBands ?? null
  if (solution.situation.hardware === null) return withoutAnswer(figure, 'declared-limits')
  if (bands === null) return withoutAnswer(figure, 'one-width')
  if (solution.refusals.length > 0 || solution.headroom.factor === 0) return withoutAnswer(figure, 'refused')
  const now = limitAnswer(solution, figure)
  const found = { figure, now, made: madeRuns(scenario, model, base) }
  if (now.chanceMet >= surelyMet) return { ...found, runs: [], nothing: 'load-fits' }
  const effect = cachedEffect({ scenario, model, figure, now })
  const narrowingRuns = measurableMixes(scenario).flatMap((mix) => narrowingRun(mix, { model, bands, effect }))
  const runs = bestOfEachLaw(narrowingRuns, now).slice(0, maxRuns)
  if (runs.length > 0) return { ...found, runs, nothing: null }
  return { ...found, runs: [], nothing: now.widthFactor <= narrowFactor ? 'narrow' : 'out-of-reach' }
}

/**
 * Returns the figure of the direction whose limit binds. If that is a limit on reading that is already known as
 * precisely as a run could measure it, such as a ceiling in the scenario, returns the written rate, which may still be
 * uncertain.
 */
function uncertainFigure(solution: Solution): LimitFigure {
  const figure = limitFigure(solution)
  const hasLaws = (solution.situation.hardware?.lawBands ?? null) !== null
  const isAnswered = hasLaws && solution.headroom.factor > 0
  const isKnown = isAnswered && limitAnswer(solution, figure).widthFactor <= narrowFactor
  return isKnown ? 'ingressWireBytesPerSec' : figure
}

function withoutAnswer(figure: LimitFigure, nothing: NothingToMeasure): NextMeasurement {
  return { figure, now: null, runs: [], nothing, made: null }
}

function madeRuns(scenario: Scenario, model: Offering, base: Offering): MadeRuns | null {
  const { name, laws = [] } = model.calibration ?? {}
  if (name === undefined || laws.length === 0) return null
  const solution = solve(scenario, base)
  return {
    calibration: name,
    laws: laws.map(({ band: { law, own } }) => ({ law, runs: own?.runs ?? 0 })),
    before: limitAnswer(solution, uncertainFigure(solution)),
  }
}

/** Computes the answer after a run that a law limits, and the law's share of the answer's width. */
type Effect = (band: LikelyBand, measured: Solution) => AfterRuns & { readonly widthShare: number }

/** An `Effect` that computes each answer once, because most mixes have the scenario's setting of a law. */
function cachedEffect(wide: WideAnswer): Effect {
  const known = new Map<string, ReturnType<Effect>>()
  return (band, measured) => {
    const setting = settingOf(measured.situation)
    const bound = measured.headroom.binding.find((model) => lawOfConstraint(model) === band.law)
    const sensitivity = bound?.timeLaw?.isBound === true ? sensitivityOf(bound.timeLaw, band.likelyFactor) : 1
    const likelyShare = bound === undefined ? band.likelyFactor : likelyShareOf(bound, band)
    const run = { setting, sensitivity, likelyShare }
    const key = JSON.stringify([band.law, run])
    const found = known.get(key) ?? {
      ...afterRun(band, run, wide),
      widthShare: widthShare(band, likelyShare, wide),
    }
    known.set(key, found)
    return found
  }
}

type Circumstances = { readonly model: Offering; readonly bands: readonly LikelyBand[]; readonly effect: Effect }

/** The run of a mix at its limit, as a list of one. Empty if it cannot be planned or is limited by reading only. */
function narrowingRun(mix: Mix, { model, bands, effect }: Circumstances): NarrowingRun[] {
  const measured = solve(mix.scenario, model)
  if (measured.refusals.length > 0 || measured.headroom.factor === 0) return []
  // A calibration only compares written rates.
  if (limitFigure(measured) !== 'ingressWireBytesPerSec') return []
  const law = measured.headroom.binding.map(lawOfConstraint).find((each) => each !== null)
  const band = bands.find((each) => each.law === law)
  const run = loadedRun(mix, overload(measured, band?.likelyFactor ?? 1), model)
  const durationMs = plannedDurationMs(run.scenario)
  if (band === undefined || durationMs === null || run.solution.refusals.length > 0) return []
  const { answer, decides, widthShare: share } = effect(band, measured)
  return [
    {
      law: band.law,
      widthShare: share,
      changes: run.changes,
      scenario: run.scenario,
      after: answer,
      decides,
      reachesLimit: 1 - (chanceMet(run.solution) ?? 0),
      durationMs,
      cost: runCost(run.scenario, run.solution, durationMs),
    },
  ]
}

/**
 * The mix at a load. If its data would not fit on the disks, average rates, which fill the disks, stay as in the
 * scenario.
 */
function loadedRun(mix: Mix, factor: number, model: Offering): Mix & { readonly solution: Solution } {
  const loaded = atLoad(mix, factor)
  const solution = solve(loaded.scenario, model)
  if (solution.refusals.length === 0) return { ...loaded, solution }
  const kept = atLoad(mix, factor, true)
  return { ...kept, solution: solve(kept.scenario, model) }
}

/** Factor on a mix's load that very likely reaches its limit. `likelyFactor`: likely limit / the law's. */
function overload(measured: Solution, likelyFactor: number): number {
  const { likely, high } = limitBand(measured, 'ingressWireBytesPerSec')
  const wanted = (highEndMargin * high) / likely
  return measured.headroom.factor * Math.min(maxOverload / likelyFactor, Math.max(minOverload, wanted))
}

/** The run that narrows most for each law, best first. Between equal runs, the one that changes or writes less wins. */
function bestOfEachLaw(runs: readonly NarrowingRun[], now: LimitAnswer): NarrowingRun[] {
  const value = (run: NarrowingRun) => Math.round(narrowing(run, now) / narrowingStep)
  const ranked = runs
    .filter((run) => narrowing(run, now) >= minNarrowing)
    .sort(
      (one, other) =>
        value(other) - value(one) ||
        one.changes.length - other.changes.length ||
        one.cost.writtenBytes - other.cost.writtenBytes,
    )
  return ranked.filter((run, index) => ranked.findIndex(({ law }) => law === run.law) === index)
}

/** The expected narrowing, as a logarithm of half the width. */
function narrowing({ after, reachesLimit }: NarrowingRun, now: LimitAnswer): number {
  return reachesLimit * Math.log(now.widthFactor / after.widthFactor)
}
