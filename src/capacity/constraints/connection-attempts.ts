import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOn } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

/** New connections a second, as given: they belong to the clients' life, not to the traffic, and do not grow with it. */
export function connectionAttemptsConstraint(situation: Situation): ConstraintModel[] {
  return constraintOn(situation, 'connection-attempts', {
    id: 'connection-attempts',
    layer: 'cluster',
    bursts: false,
    demandAt: () => situation.workload.connections.attemptsPerSec,
    demandText: (demand) => formatInUnit(demand, 'attempts/s'),
  })
}
