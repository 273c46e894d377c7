/**
 * What binds the prediction of a published figure: errors are grouped by it.
 */
import { onWriters } from '../capacity/directions.ts'
import { findHeadroom } from '../capacity/headroom.ts'
import { solve } from '../capacity/solve.ts'
import type { FirstSight, PublishedPoint } from '../contracts/evidence.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'

/** A dimension, or the offered load. */
export type BindingLaw = NonNullable<FirstSight['binding']>

/**
 * The dimension that is full first at the load that is expected, or `offered-load` if none is. Figures of writing are
 * not bound by limits on readers alone. A short load uses the bursts of hosts.
 */
export function bindingLaw(scenario: Scenario, model: Offering, quantity: PublishedPoint['quantity']): BindingLaw {
  const { parties, headroom, writing, waitingAt } = solve(scenario, model)
  const isOfReaders = quantity === 'readRecordsPerSec' || quantity === 'egressPayloadBytesPerSec'
  const found = isOfReaders ? headroom : writing.headroom
  const bound = scenario.deployment.isShort === true ? withBursts() : found
  return bound.factor >= 1 ? 'offered-load' : (bound.binding[0]?.dimension ?? 'offered-load')

  function withBursts() {
    const all = isOfReaders ? parties.growing : onWriters(parties)
    const bursting = all.map((each) =>
      each.shortBurst === undefined ? each : { ...each, capacity: each.shortBurst.capacity },
    )
    return findHeadroom(isOfReaders ? waitingAt : writing.waitingAt, bursting)
  }
}
