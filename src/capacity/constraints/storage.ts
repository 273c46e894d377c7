import { formatBytes } from '../../units/bytes.ts'
import { type ConstraintModel, constraintOf } from '../constraint-model.ts'
import { limitOn } from '../limit-set.ts'
import type { Situation } from '../situation.ts'
import { storedBytes } from '../stored-bytes.ts'

/** Wire bytes kept for as long as the topics ask, at the average rate, against the storage of the cluster. */
export function storageConstraint(situation: Situation): ConstraintModel[] {
  const limit = limitOn(situation.limits, 'storage')
  if (limit === undefined) return []
  const withReplicas = limit.counts === 'replicas'
  const stored = storedBytes(situation, withReplicas)
  if (stored === 0) return []
  return [
    constraintOf(limit, situation, {
      id: 'storage',
      layer: 'storage',
      bursts: false,
      demandAt: () => stored,
      demandText: (demand) =>
        `${formatBytes(demand)} kept at the average rate, ${withReplicas ? 'all replicas' : 'before replication'}`,
    }),
  ]
}
