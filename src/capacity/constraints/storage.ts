import { formatBytes } from '../../units/bytes.ts'
import { type ConstraintModel, constraintOf } from '../constraint-model.ts'
import { limitOn } from '../limit-set.ts'
import type { Situation } from '../situation.ts'
import { storedBytes } from '../stored-bytes.ts'

/** Compares the bytes that the topics' retention keeps, at the average produce rate, with the cluster's storage. */
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
        `${formatBytes(demand)} retained at the average produce rate, ${withReplicas ? 'including all replicas' : 'before replication'}`,
    }),
  ]
}
