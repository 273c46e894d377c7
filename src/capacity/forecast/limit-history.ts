/**
 * Lists how the published limits of an offering changed, by the dates in its model.
 */
import type { LimitChange } from '../../contracts/forecast.ts'
import type { Limit, LimitSet, Offering } from '../../contracts/offering.ts'
import type { Deployment } from '../../contracts/scenario.ts'
import { limitOn, limitSetsOf } from '../limit-set.ts'

/** The changes from each limit set to the next one, newest first. A limit that only one of them has is not a change. */
export function limitChanges(offering: Offering, { tier }: Pick<Deployment, 'tier'>): LimitChange[] {
  const sets = [...limitSetsOf(offering, tier)].sort((one, other) => (one.asOf < other.asOf ? -1 : 1))
  return sets.flatMap((set, index) => changesTo(set, sets[index - 1])).reverse()
}

function changesTo(set: LimitSet, older: LimitSet | undefined): LimitChange[] {
  if (older === undefined) return []
  return set.limits.flatMap((limit): LimitChange[] => {
    const known = limitOn(older, limit.dimension)
    if (known === undefined || known.unit !== limit.unit) return []
    const [before, after] = [amountsOf(known), amountsOf(limit)]
    if (before.perUnit === after.perUnit && before.max === after.max) return []
    return [{ asOf: set.asOf, dimension: limit.dimension, unit: limit.unit, before, after }]
  })
}

function amountsOf({ perUnit, max }: Limit): LimitChange['before'] {
  return { perUnit: perUnit ?? null, max: max ?? null }
}
