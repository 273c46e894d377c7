import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, limitParts } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

/** New connections a second, as given: they belong to the clients' life, not to the traffic, and do not grow with it. */
export function connectionAttemptsConstraint(situation: Situation): ConstraintModel[] {
  const parts = limitParts(situation, 'connection-attempts')
  if (!parts) return []
  const attempts = situation.workload.connections.attemptsPerSec
  return [
    {
      ...parts,
      id: 'connection-attempts',
      layer: 'cluster',
      role: 'veto',
      bursts: false,
      demandAt: () => attempts,
      demandText: (demand) => `${formatInUnit(demand, 'attempts/s')}`,
    },
  ]
}
