import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOn } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

/** New connections per second, as the scenario states them. They do not grow with the load. */
export function connectionAttemptsConstraint(situation: Situation): ConstraintModel[] {
  return constraintOn(situation, 'connection-attempts', {
    id: 'connection-attempts',
    layer: 'cluster',
    mayBurst: false,
    demandAt: () => situation.workload.connections.attemptsPerSec,
    demandText: (demand) => formatInUnit(demand, 'attempts/s'),
  })
}
