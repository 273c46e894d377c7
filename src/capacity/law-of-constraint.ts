/**
 * Maps a constraint to the law of the model of hosts that gives its capacity.
 */
import { type Law, lawOf } from '../contracts/law-bands.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { givenCeilingSource } from './constraints/client-ceilings.ts'
import { fetchSizeSource } from './constraints/fetch-size.ts'

/** The law of a constraint; null if its limit is declared, by a vendor or by the scenario, or follows from settings. */
export function lawOfConstraint({ dimension, kind, source }: ConstraintModel): Law | null {
  return kind === 'physical' && source !== givenCeilingSource && source !== fetchSizeSource ? lawOf(dimension) : null
}
