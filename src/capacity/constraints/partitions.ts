import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOn } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

/** Partitions of all topics before replication, as the services count them. */
export function partitionsConstraint(situation: Situation): ConstraintModel[] {
  const total = situation.topics.reduce((sum, topic) => sum + topic.partitions, 0)
  return constraintOn(situation, 'partitions', {
    id: 'partitions',
    layer: 'cluster',
    role: 'veto',
    bursts: false,
    demandAt: () => total,
    demandText: (demand) => `${formatInUnit(demand, 'partitions')} before replication`,
  })
}
