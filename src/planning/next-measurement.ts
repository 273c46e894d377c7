/**
 * What to measure next: the runs on a cluster of the user's own that would narrow a prediction of hosts most.
 * docs/decisions/next-measurement.md is the rule.
 */
import { chanceMet } from '../capacity/chance-met.ts'
import { settingOf } from '../capacity/law-chances.ts'
import { lawOfConstraint } from '../capacity/law-of-constraint.ts'
import { limitBand } from '../capacity/limit-band.ts'
import { type Solution, solve } from '../capacity/solve.ts'
import type { Law, LawBand } from '../contracts/law-bands.ts'
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

/** Why no run is named. */
export type NothingToMeasure = 'declared-limits' | 'one-width' | 'refused' | 'load-fits' | 'narrow' | 'out-of-reach'

/** A run that narrows the prediction. */
export type NarrowingRun = {
  /** The law that limits the run, whose band a calibration with it replaces. */
  readonly law: Law
  /** Share of the width, in logarithms, that would go if the law were exact: 0 to 1. */
  readonly widthShare: number
  /** Fields in which the run differs from the scenario, as `--set` takes them. */
  readonly changes: readonly ChangedField[]
  /** The scenario of the run. */
  readonly scenario: Scenario
  /** The prediction of the scenario after the run. */
  readonly after: LimitAnswer
  /** Share of outcomes after which the load is surely met, or surely not. */
  readonly decides: number
  /** The chance that the run reaches the limit. If it does not, it gives a lower bound, and narrows nothing. */
  readonly reachesLimit: number
  /** Length of the load. */
  readonly durationMs: number
  readonly cost: RunCost
}

/** What runs of the user's own did to the prediction. */
export type MadeRuns = {
  readonly calibration: string
  readonly laws: readonly { readonly law: Law; readonly runs: number }[]
  /** The prediction without the calibration. */
  readonly before: LimitAnswer
}

/** What to measure next. */
export type NextMeasurement = {
  readonly figure: LimitFigure
  /** The prediction as it is. Null: no bands by law, or the workload is refused. */
  readonly now: LimitAnswer | null
  /** The best run first, at most one of each law. */
  readonly runs: readonly NarrowingRun[]
  /** Why there are no runs; null if there are. */
  readonly nothing: NothingToMeasure | null
  /** Runs that narrowed it already. Null: none. */
  readonly made: MadeRuns | null
}

/** Runs that are named. */
const mostRuns = 3

/** A narrowing of less than this, in logarithms of half the width, is not worth a run. */
const leastNarrowing = 0.05

/** Narrowings that differ by less are equal. */
const narrowingStep = 0.02

/** As narrow as one run leaves a law, 12 % either way, and a little for a second law. */
const narrowFactor = 1.2

/** A run offers a little more than the high end of its band, between these factors on its likely limit. */
const aboveHighEnd = 1.1
const leastOverload = 1.5
const mostOverload = 3

/**
 * The runs that narrow the prediction of a scenario most. `base` is the model without its calibration, by which the answer
 * before runs of the user's own is computed. Pure, and never throws for parsed values.
 */
export function nextMeasurement(scenario: Scenario, model: Offering, base: Offering = model): NextMeasurement {
  const solution = solve(scenario, model)
  const figure = limitFigure(solution)
  const bands = solution.situation.hardware?.lawBands ?? null
  if (solution.situation.hardware === null) return withoutAnswer(figure, 'declared-limits')
  if (bands === null) return withoutAnswer(figure, 'one-width')
  if (solution.refusals.length > 0 || solution.headroom.factor === 0) return withoutAnswer(figure, 'refused')
  const now = limitAnswer(solution, figure)
  const found = { figure, now, made: madeRuns(scenario, model, base) }
  if (now.chanceMet >= surelyMet) return { ...found, runs: [], nothing: 'load-fits' }
  const effect = effects({ scenario, model, figure, now })
  const possible = measurableMixes(scenario).flatMap((mix) => narrowingRun(mix, { model, bands, effect }))
  const runs = bestOfEachLaw(possible, now).slice(0, mostRuns)
  if (runs.length > 0) return { ...found, runs, nothing: null }
  return { ...found, runs: [], nothing: now.widthFactor <= narrowFactor ? 'narrow' : 'out-of-reach' }
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
    before: limitAnswer(solution, limitFigure(solution)),
  }
}

/** What a run that a law limits does to the answer, and the law's share of its width. */
type Effect = (band: LawBand, measured: Solution) => AfterRuns & { readonly widthShare: number }

/** Most mixes have the configuration of the scenario in what counts as distance: each answer is computed once. */
function effects(wide: WideAnswer): Effect {
  const known = new Map<string, ReturnType<Effect>>()
  return (band, measured) => {
    const setting = settingOf(measured.situation)
    const key = JSON.stringify([band.law, setting])
    const found = known.get(key) ?? { ...afterRun(band, setting, wide), widthShare: widthShare(band, wide) }
    known.set(key, found)
    return found
  }
}

type Possible = { readonly model: Offering; readonly bands: readonly LawBand[]; readonly effect: Effect }

/** The run of a mix at its limit; none if it cannot be planned, or limits on readers alone hold it. */
function narrowingRun(mix: Mix, { model, bands, effect }: Possible): NarrowingRun[] {
  const measured = solve(mix.scenario, model)
  if (measured.refusals.length > 0 || measured.headroom.factor === 0) return []
  // A calibration compares what was written.
  if (limitFigure(measured) !== 'ingressWireBytesPerSec') return []
  const law = measured.headroom.binding.map(lawOfConstraint).find((each) => each !== null)
  const band = bands.find((each) => each.law === law)
  const run = loadedRun(mix, overload(measured), model)
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

/** The mix at a load. If more than the scenario's load does not fit on the disks, what they keep stays that of the scenario. */
function loadedRun(mix: Mix, factor: number, model: Offering): Mix & { readonly solution: Solution } {
  const loaded = atLoad(mix, factor)
  const solution = solve(loaded.scenario, model)
  if (solution.refusals.length === 0) return { ...loaded, solution }
  const kept = atLoad(mix, factor, true)
  return { ...kept, solution: solve(kept.scenario, model) }
}

/** Factor on the load of a mix at which its limit is reached. */
function overload(measured: Solution): number {
  const { likely, high } = limitBand(measured, 'ingressWireBytesPerSec')
  const wanted = (aboveHighEnd * high) / likely
  return measured.headroom.factor * Math.min(mostOverload, Math.max(leastOverload, wanted))
}

/** The run of each law that narrows most, the best first. Of equal ones the one that changes or writes less. */
function bestOfEachLaw(runs: readonly NarrowingRun[], now: LimitAnswer): NarrowingRun[] {
  const value = (run: NarrowingRun) => Math.round(narrowing(run, now) / narrowingStep)
  const ranked = runs
    .filter((run) => narrowing(run, now) >= leastNarrowing)
    .sort(
      (one, other) =>
        value(other) - value(one) ||
        one.changes.length - other.changes.length ||
        one.cost.writtenBytes - other.cost.writtenBytes,
    )
  return ranked.filter((run, index) => ranked.findIndex(({ law }) => law === run.law) === index)
}

/** The expected narrowing, in logarithms of half the width. */
function narrowing({ after, reachesLimit }: NarrowingRun, now: LimitAnswer): number {
  return reachesLimit * Math.log(now.widthFactor / after.widthFactor)
}
