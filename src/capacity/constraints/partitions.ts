import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOf } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

/** Partitions of all topics; counted before replication or with all replicas, as the offering does. */
export function partitionsConstraint(situation: Situation): ConstraintModel[] {
  const limit = situation.publishedLimits.get('partitions')
  if (limit === undefined) return []
  const withReplicas = limit.counts === 'replicas'
  const total = situation.topics.reduce(
    (sum, { topic, partitions }) => sum + partitions * (withReplicas ? topic.replicationFactor : 1),
    0,
  )
  return [
    constraintOf(limit, situation, {
      id: 'partitions',
      layer: 'cluster',
      mayBurst: false,
      demandAt: () => total,
      demandText: (demand) =>
        `${formatInUnit(demand, 'partitions')} ${withReplicas ? 'with all replicas' : 'before replication'}`,
    }),
  ]
}
