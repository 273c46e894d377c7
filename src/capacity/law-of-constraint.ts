import { type Law, lawOf } from '../contracts/law-bands.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { givenCeilingSource } from './constraints/client-ceilings.ts'

/** The law of a constraint; null if its limit is declared, by a vendor or by the scenario. */
export function lawOfConstraint({ dimension, kind, source }: ConstraintModel): Law | null {
  return kind === 'physical' && source !== givenCeilingSource ? lawOf(dimension) : null
}
