import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, limitParts } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

/** Partitions of all topics before replication, as the services count them. */
export function partitionsConstraint(situation: Situation): ConstraintModel[] {
  const parts = limitParts(situation, 'partitions')
  if (!parts) return []
  const total = situation.topics.reduce((sum, topic) => sum + topic.partitions, 0)
  return [
    {
      ...parts,
      id: 'partitions',
      layer: 'cluster',
      role: 'veto',
      bursts: false,
      demandAt: () => total,
      demandText: (demand) => `${formatInUnit(demand, 'partitions')} before replication`,
    },
  ]
}
