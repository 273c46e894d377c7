import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOn, type LimitUse } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

const use: LimitUse = {
  id: 'records',
  layer: 'cluster',
  mayBurst: false,
  demandAt: (traffic) => traffic.figures.recordsPerSec,
  demandText: (demand) => `${formatInUnit(demand, 'records/s')} written`,
}

/** Records/s of all producers, if the offering limits them. */
export function recordsConstraint(situation: Situation): ConstraintModel[] {
  return constraintOn(situation, 'records', use)
}
