/**
 * What a deployment of hosts carries, now and after a run that a law limits.
 */
import { chanceMet } from '../capacity/chance-met.ts'
import { settingOf, widenedSpread } from '../capacity/law-chances.ts'
import { limitBand } from '../capacity/limit-band.ts'
import { ownBand, withLawBands } from '../capacity/own-band.ts'
import { type Solution, solve } from '../capacity/solve.ts'
import { studentT } from '../capacity/student-t.ts'
import type { FigureName } from '../contracts/figures.ts'
import type { LawBand, LawSetting } from '../contracts/law-bands.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Band } from '../contracts/primitives.ts'
import type { Scenario } from '../contracts/scenario.ts'

/** What is written, or what is read where limits on readers alone bind. */
export type LimitFigure = Extract<FigureName, 'ingressWireBytesPerSec' | 'egressWireBytesPerSec'>

/** What nine of ten clusters carry of a mix, however much is offered, and the chance that the offered load is met. */
export type LimitAnswer = {
  /** In bytes/s of the figure. */
  readonly limit: Band
  /** Half the width as a factor: the square root of high / low. */
  readonly widthFactor: number
  readonly chanceMet: number
}

/** What runs after which a calibration replaces the band of one law do to an answer. */
export type AfterRuns = {
  /** After a run that measured what is as likely exceeded as not. Its width is the mean over the outcomes, in logarithms. */
  readonly answer: LimitAnswer
  /** Share of the outcomes after which the load is surely met, or surely not. */
  readonly decides: number
}

/** From this chance on the load lies below the whole band; from the other one down, above it. */
export const surelyMet = 0.95
const surelyNotMet = 0.05

/** Outcomes of a run that are tried: the share of clusters that measure more. The middle one stands for all. */
const outcomes = [0.9, 0.7, 0.5, 0.3, 0.1] as const
const middleOutcome = 2

/** Finer than any band: what a law without doubt is taken as. */
const exactSpread = 1e-6

/** True if the load is surely met, or surely not. */
export function isDecided({ chanceMet: chance }: LimitAnswer): boolean {
  return chance >= surelyMet || chance <= surelyNotMet
}

/** The direction whose limit binds. */
export function limitFigure({ headroom, writing }: Solution): LimitFigure {
  return writing.headroom === headroom ? 'ingressWireBytesPerSec' : 'egressWireBytesPerSec'
}

/** The answer of a workload that hosts with bands by law take. */
export function limitAnswer(solution: Solution, figure: LimitFigure): LimitAnswer {
  const limit = limitBand(solution, figure)
  return { limit, widthFactor: Math.sqrt(limit.high / limit.low), chanceMet: chanceMet(solution) ?? 0 }
}

/** A prediction that is to be narrowed. */
export type WideAnswer = {
  readonly scenario: Scenario
  readonly model: Offering
  readonly figure: LimitFigure
  readonly now: LimitAnswer
}

/** The answer after a run at a configuration that a law limits, by the rule of calibrations. */
export function afterRun(band: LawBand, setting: LawSetting, wide: WideAnswer): AfterRuns {
  const { exceededWith } = studentT(band.degreesOfFreedom)
  const spread = widenedSpread(band, setting)
  const answers = outcomes.map((share) =>
    answerWith(ownBand(band, [{ setting, log: band.location + spread * exceededWith(share) }]), wide),
  )
  const middle = answers[middleOutcome] ?? wide.now
  const widthLog = answers.reduce((sum, { widthFactor }) => sum + Math.log(widthFactor), 0) / answers.length
  const decided = answers.filter(isDecided)
  return { answer: { ...middle, widthFactor: Math.exp(widthLog) }, decides: decided.length / answers.length }
}

/** Share of the width, in logarithms, that would go if a law were exact: 0 to 1. */
export function widthShare(band: LawBand, wide: WideAnswer): number {
  const setting = settingOf(solve(wide.scenario, wide.model).situation)
  const { range } = ownBand(band, [{ setting, log: 0 }])
  const exact = answerWith({ ...band, spread: exactSpread, range }, wide)
  const share = 1 - Math.log(exact.widthFactor) / Math.log(wide.now.widthFactor)
  return Math.min(1, Math.max(0, share))
}

function answerWith(band: LawBand, { scenario, model, figure }: WideAnswer): LimitAnswer {
  return limitAnswer(solve(scenario, withLawBands(model, [band])), figure)
}
