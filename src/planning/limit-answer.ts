/**
 * Computes the throughput limit of a deployment on hosts, now and after a run that a law limits.
 */
import { chanceMet } from '../capacity/chance-met.ts'
import { settingOf, widenedSpread } from '../capacity/law-chances.ts'
import type { LikelyBand } from '../capacity/likely-value.ts'
import { limitBand } from '../capacity/limit-band.ts'
import { type LawRun, ownBand, withLawBands } from '../capacity/own-band.ts'
import { type Solution, situationOf, solve } from '../capacity/solve.ts'
import { studentT } from '../capacity/student-t.ts'
import type { FigureName } from '../contracts/figures.ts'
import type { LawBand, LawSetting } from '../contracts/law-bands.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'
import type { Scenario } from '../contracts/scenario.ts'

/** The written rate, or the read rate if only limits on reading bind. */
export type LimitFigure = Extract<FigureName, 'ingressWireBytesPerSec' | 'egressWireBytesPerSec'>

/** The limit of a mix of load, independent of the offered load, and the chance that the offered load is met. */
export type LimitAnswer = {
  /** The band in which nine of ten clusters lie, in bytes/s of the figure. */
  readonly limit: Band
  /** Half the width as a factor: the square root of high / low. */
  readonly widthFactor: number
  readonly chanceMet: number
}

/** The answer after a run and a calibration that replaces one law's band. */
export type AfterRuns = {
  /** The answer after the median outcome. Its width is the geometric mean over all outcomes. */
  readonly answer: LimitAnswer
  /** Share of the outcomes after which it is decided whether the load is met. */
  readonly decides: number
}

/**
 * With a chance above `surelyMet`, the load is below the whole 90 % band. With a chance below `surelyNotMet`, it is
 * above the band.
 */
export const surelyMet = 0.95
const surelyNotMet = 0.05

/** Outcomes of a run that are evaluated, each as the share of clusters that measure more. */
const outcomes = [0.9, 0.7, 0.5, 0.3, 0.1] as const
const middleOutcome = 2

/** The spread of a law that is assumed to be exact. It is narrower than any band. */
const exactSpread = 1e-6

/** True if the load is almost surely met, or almost surely not met. */
export function isDecided({ chanceMet: chance }: LimitAnswer): boolean {
  return chance >= surelyMet || chance <= surelyNotMet
}

/** The figure of the direction whose limit binds. */
export function limitFigure({ headroom, writing }: Solution): LimitFigure {
  return writing.headroom === headroom ? 'ingressWireBytesPerSec' : 'egressWireBytesPerSec'
}

/** The answer of a solved workload. The model must have bands by law, and the workload must not be refused. */
export function limitAnswer(solution: Solution, figure: LimitFigure): LimitAnswer {
  const limit = limitBand(solution, figure)
  return { limit, widthFactor: Math.sqrt(limit.high / limit.low), chanceMet: chanceMet(solution) ?? 0 }
}

/** A prediction to be narrowed. */
export type WideAnswer = {
  readonly scenario: Scenario
  readonly model: Offering
  readonly figure: LimitFigure
  readonly now: LimitAnswer
}

/** A run that a law limits, and what that limit likely carries / what its law gives. */
type LimitedRun = Omit<LawRun, 'log'> & { readonly likelyShare: number }

/** The answer after a run that a law limits, computed as a calibration with the run would. */
export function afterRun(band: LikelyBand, { likelyShare, ...run }: LimitedRun, wide: WideAnswer): AfterRuns {
  const answers = outcomesOf(band, run.setting).map((log) =>
    answerWith(ownBand(band, [{ ...run, log }], likelyShare), wide),
  )
  const middle = answers[middleOutcome] ?? wide.now
  const decided = answers.filter(isDecided)
  return {
    answer: { ...middle, widthFactor: Math.exp(meanWidthLog(answers)) },
    decides: decided.length / answers.length,
  }
}

/**
 * Share of the answer's logarithmic width that would vanish if a law were exact: 0 to 1. It is a mean over the same
 * outcomes as for a run, because the width depends on the value of the law: at another value, another law may bind.
 */
export function widthShare(band: LikelyBand, likelyShare: number, wide: WideAnswer): number {
  const setting = settingOf(situationOf(wide.scenario, wide.model))
  const answers = outcomesOf(band, setting).map((log) =>
    answerWith({ ...ownBand(band, [{ setting, log, sensitivity: 1 }], likelyShare), spread: exactSpread }, wide),
  )
  const share = 1 - meanWidthLog(answers) / Math.log(wide.now.widthFactor)
  return Math.min(1, Math.max(0, share))
}

/** Possible values of a law at a setting, as logarithms of measured / likely: the outcomes of a run that it limits. */
function outcomesOf(band: LikelyBand, setting: LawSetting): number[] {
  const { exceededWith } = studentT(band.degreesOfFreedom)
  const spread = widenedSpread(band, setting)
  return outcomes.map((share) => band.location + spread * exceededWith(share))
}

function meanWidthLog(answers: readonly LimitAnswer[]): number {
  return answers.reduce((sum, { widthFactor }) => sum + Math.log(widthFactor), 0) / answers.length
}

function answerWith(band: LawBand, { scenario, model, figure }: WideAnswer): LimitAnswer {
  return limitAnswer(solve(scenario, withLawBands(model, [band])), figure)
}
