/**
 * Narrows the bands of laws by runs of the user's own cluster (docs/decisions/bands.md, rule 8).
 */
import { factorsAtSetting, settingOf } from '../capacity/law-chances.ts'
import { lawOfConstraint } from '../capacity/law-of-constraint.ts'
import { likelyShareOf } from '../capacity/likely-capacity.ts'
import { likelyBandsOf } from '../capacity/likely-value.ts'
import { type LawRun, ownBand, withLawBands } from '../capacity/own-band.ts'
import { sensitivityOf } from '../capacity/time-law.ts'
import type { CalibratedLaw } from '../contracts/calibration.ts'
import { type Law, type LawBand, laws } from '../contracts/law-bands.ts'
import type { Offering } from '../contracts/offering.ts'
import type { RunObservation } from './run-observations.ts'

/** A run at the limit of a law. */
type LimitedRun = LawRun & { readonly law: Law }

/** The laws whose limit the runs reached, each with its narrowed band. Empty for a model without bands by law. */
export function ownLawsOf(model: Offering, runsAtLimit: readonly RunObservation[]): CalibratedLaw[] {
  if (model.model !== 'broker-hardware') return []
  const { lawBands } = model.hardware
  if (lawBands === undefined) return []
  const likelyBands = likelyBandsOf(model) ?? []
  const limited = runsAtLimit.flatMap((run) => limitedRun(run, model))
  return laws.flatMap((law, index) => {
    const runs = limited.filter((run) => run.law === law)
    const [first] = runs
    const published = lawBands[index]
    if (first === undefined || published === undefined) return []
    const band = ownBand(published, runs, likelyBands[index]?.likelyFactor)
    const ends = (of: LawBand) => {
      const { lowFactor: low, highFactor: high } = factorsAtSetting(of, first.setting)
      return { low, high }
    }
    return [{ band, before: ends(published), after: ends(band) }]
  })
}

/** The run with the law that limited it; empty if no law did, but for example a declared limit. */
function limitedRun({ value, predict, solved }: RunObservation, model: Offering): LimitedRun[] {
  const solution = solved(model)
  const bound = solution.headroom.binding.find((candidate) => lawOfConstraint(candidate) !== null)
  const law = bound === undefined ? null : lawOfConstraint(bound)
  const predicted = predict(model).likely
  if (bound === undefined || law === null || predicted === 0) return []
  const setting = settingOf(solution.situation)
  const measured = value / predicted
  const { timeLaw } = bound
  const band = model.model === 'broker-hardware' ? likelyBandsOf(model)?.find((each) => each.law === law) : undefined
  if (band === undefined) return []
  const { likelyFactor } = band
  if (timeLaw?.isBound !== true) {
    const log = Math.log((measured * likelyShareOf(bound, band)) / likelyFactor)
    return [{ law, setting, log, sensitivity: 1 }]
  }
  // The stated time of a step bounds the rate, so the run measured the rest of the time.
  const { waitingAt, headroom } = solution
  const factor = timeLaw.factorFor(waitingAt(headroom.factor), measured)
  // A run that is faster than the stated time allows shows that the statement is wrong. It does not measure the rest.
  const log = Math.log(Number.isFinite(factor) ? factor / likelyFactor : measured)
  return [{ law, setting, log, sensitivity: sensitivityOf(timeLaw, likelyFactor * Math.exp(log)) }]
}

/** The model with the bands of the calibrated laws. The bands of the other laws stay. */
export function withOwnLaws(model: Offering, own: readonly CalibratedLaw[]): Offering {
  return withLawBands(
    model,
    own.map(({ band }) => band),
  )
}
