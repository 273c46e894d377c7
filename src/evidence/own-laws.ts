/**
 * Bands of the laws that runs of the user's own constrain: docs/decisions/bands.md, rule 8.
 */
import { factorsAtSetting, settingOf } from '../capacity/law-chances.ts'
import { lawOfConstraint } from '../capacity/law-of-constraint.ts'
import type { CalibratedLaw } from '../contracts/calibration.ts'
import { type Law, type LawBand, type LawSetting, laws } from '../contracts/law-bands.ts'
import type { Offering } from '../contracts/offering.ts'
import { rangeOfSettings } from './law-bands.ts'
import type { RunObservation } from './run-observations.ts'

/** Standard deviation, in logarithms, of what a run measures, until there are three to tell it. */
const noiseOfRun = 0.05
const runsThatTell = 3

/** Finer than a run tells. */
const leastSpread = 0.01

/** Degrees of freedom beyond the runs. */
const extraDegrees = 2

/** A run at the limit of a law. */
type LimitedRun = { readonly law: Law; readonly setting: LawSetting; readonly log: number }

/** The laws that the runs reached, each with the band that they leave. Empty for a model without bands by law. */
export function ownLawsOf(model: Offering, runsAtLimit: readonly RunObservation[]): CalibratedLaw[] {
  if (model.model !== 'broker-hardware') return []
  const { lawBands } = model.hardware
  if (lawBands === undefined) return []
  const limited = runsAtLimit.flatMap((run) => limitedRun(run, model))
  return laws.flatMap((law, index) => {
    const runs = limited.filter((each) => each.law === law)
    const [first] = runs
    const published = lawBands[index]
    if (first === undefined || published === undefined) return []
    const band = ownBand(published, runs)
    const ends = (of: LawBand) => {
      const { lowFactor: low, highFactor: high } = factorsAtSetting(of, first.setting)
      return { low, high }
    }
    return [{ band, before: ends(published), after: ends(band) }]
  })
}

/** The run with its law; empty if a declared limit held it. */
function limitedRun({ value, predict, solved }: RunObservation, model: Offering): LimitedRun[] {
  const solution = solved(model)
  const law = solution.headroom.binding.map(lawOfConstraint).find((each) => each !== null)
  const predicted = predict(model).likely
  if (law === undefined || law === null || predicted === 0) return []
  return [{ law, setting: settingOf(solution.situation), log: Math.log(value / predicted) }]
}

function ownBand(published: LawBand, runs: readonly LimitedRun[]): LawBand {
  const mean = runs.reduce((sum, { log }) => sum + log, 0) / runs.length
  const squares = runs.reduce((sum, { log }) => sum + (log - mean) ** 2, 0)
  const spread = runs.length < runsThatTell ? noiseOfRun : Math.sqrt(squares / (runs.length - 1))
  return {
    ...published,
    location: 0,
    spread: Math.max(leastSpread, spread),
    degreesOfFreedom: runs.length + extraDegrees,
    range: rangeOfSettings(runs.map(({ setting }) => setting)),
    own: { runs: runs.length, capacityFactor: (published.own?.capacityFactor ?? 1) * Math.exp(mean) },
  }
}

/** The model with the bands of the laws that were calibrated; the others stay. */
export function withOwnLaws(model: Offering, own: readonly CalibratedLaw[]): Offering {
  if (own.length === 0 || model.model !== 'broker-hardware' || model.hardware.lawBands === undefined) return model
  const lawBands = model.hardware.lawBands.map((band) => own.find((each) => each.band.law === band.law)?.band ?? band)
  return { ...model, hardware: { ...model.hardware, lawBands } }
}
