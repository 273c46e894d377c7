import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOn, type LimitUse } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

const use: LimitUse = {
  id: 'requests',
  layer: 'cluster',
  bursts: false,
  demandAt: (traffic) => traffic.requestsPerSec,
  demandText: (demand) => `${formatInUnit(demand, 'requests/s')} to produce and fetch`,
}

/** Produce and fetch requests/s of all clients. As the load grows, linger and round trip bound their number. */
export function requestsConstraint(situation: Situation): ConstraintModel[] {
  return constraintOn(situation, 'requests', use)
}
