import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOn, type LimitUse } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'
import type { Traffic } from '../traffic.ts'

const use: LimitUse = {
  id: 'records-read',
  layer: 'cluster',
  mayBurst: false,
  demandAt: recordsReadPerSec,
  demandText: (demand) => `${formatInUnit(demand, 'records/s')} read`,
}

/** Records/s that all consumer groups read together, if the offering limits them. */
export function recordsReadConstraint(situation: Situation): ConstraintModel[] {
  return constraintOn(situation, 'records-read', use)
}

function recordsReadPerSec({ topics }: Traffic): number {
  let total = 0
  for (const { recordsPerSec, timesRead } of topics) total += recordsPerSec * timesRead
  return total
}
