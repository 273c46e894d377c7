/**
 * Determines which limit binds the prediction of a published figure. The backtest groups its errors by this limit.
 */

import type { ConstraintModel } from '../capacity/constraint-model.ts'
import { onWriters } from '../capacity/directions.ts'
import { findHeadroom } from '../capacity/headroom.ts'
import { solve } from '../capacity/solve.ts'
import type { FirstSight, PublishedPoint } from '../contracts/evidence.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'

/** A dimension, or `offered-load`. */
export type BindingLaw = NonNullable<FirstSight['binding']>

/**
 * The dimension whose limit is reached first as the load grows, or `offered-load` if the offered load reaches none.
 * Limits that concern only readers are ignored for figures of writing. For a short load the burst capacities of hosts
 * apply.
 */
export function bindingLaw(scenario: Scenario, model: Offering, quantity: PublishedPoint['quantity']): BindingLaw {
  return bindingConstraint(scenario, model, quantity)?.dimension ?? 'offered-load'
}

/** The limit that is reached first as the load grows, as in `bindingLaw`; null if the offered load reaches none. */
export function bindingConstraint(
  scenario: Scenario,
  model: Offering,
  quantity: PublishedPoint['quantity'],
): ConstraintModel | null {
  const { parties, headroom, writing, waitingAt } = solve(scenario, model)
  const isOfReaders = quantity === 'readRecordsPerSec' || quantity === 'egressPayloadBytesPerSec'
  const sustained = isOfReaders ? headroom : writing.headroom
  const bound = scenario.deployment.isShort === true ? withBursts() : sustained
  return bound.factor >= 1 ? null : (bound.binding[0] ?? null)

  function withBursts() {
    const all = isOfReaders ? parties.growing : onWriters(parties)
    const bursting = all.map((constraint) =>
      constraint.hostBurst === undefined ? constraint : { ...constraint, capacity: constraint.hostBurst.capacity },
    )
    return findHeadroom(isOfReaders ? waitingAt : writing.waitingAt, bursting)
  }
}
