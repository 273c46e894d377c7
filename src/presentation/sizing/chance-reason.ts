/**
 * Explains why the chance that the load is met is low.
 */
import { limitName } from '../../capacity/explain-prediction.ts'
import type { Constraint, Prediction } from '../../contracts/prediction.ts'
import { formatUtilisation } from '../../contracts/target-utilisation.ts'
import { lawNoun } from '../labels.ts'

/** The parts of a prediction from which its chance is explained. */
export type ChanceAnswer = Pick<Prediction, 'chanceMet' | 'isFeasible' | 'laws' | 'constraints'>

/** Why the chance is low: the law with the lowest chance ("network"), or a limit that is exactly known. */
export interface ChanceReason {
  readonly kind: 'law' | 'limit'
  readonly what: string
}

/**
 * The law with the lowest chance; null if the prediction has no laws. If even this law has a better chance than the whole
 * load, it does not explain the low chance. Then a limit that is known exactly is above 100 %, for example a ceiling of
 * clients that the scenario states, and the fullest such limit is the reason.
 */
export function chanceReason({ chanceMet, laws = [], constraints }: ChanceAnswer): ChanceReason | null {
  const [first] = laws
  if (first === undefined || chanceMet == null) return null
  if (first.chanceMet <= chanceMet) return { kind: 'law', what: lawNoun(first.law) }
  const fullest = constraints.reduce<Constraint | null>(
    (most, each) => (each.kind !== 'structural' && each.utilisation > (most?.utilisation ?? 1) ? each : most),
    null,
  )
  return fullest === null
    ? { kind: 'law', what: lawNoun(first.law) }
    : { kind: 'limit', what: `${limitName(fullest)} (${formatUtilisation(fullest.utilisation)})` }
}
