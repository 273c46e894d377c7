import { formatBytes } from '../../units/bytes.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOf } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'
import { storedBytes, storedBytesOfReplicas, storedOnFullestDisk } from '../stored-bytes.ts'

/**
 * Compares the bytes that the topics retain at the average produce rate with the storage. A limit that grows with the
 * size and counts replicas is disk space of brokers: each has an equal part of it, and the fullest broker decides. Where
 * the size of the disks is known, that size is the limit (`brokerConstraints`).
 */
export function storageConstraint(situation: Situation): ConstraintModel[] {
  const limit = situation.publishedLimits.get('storage')
  const hasKnownDisks = situation.hardware !== null && situation.hardware.storageBytes !== null
  if (limit === undefined || hasKnownDisks) return []
  const withReplicas = limit.counts === 'replicas'
  const isByBroker = withReplicas && limit.perUnit !== undefined
  const storedInCluster = withReplicas ? storedBytesOfReplicas : storedBytes
  const stored = isByBroker ? storedOnFullestDisk(situation, 1) : storedInCluster(situation)
  if (stored === 0) return []
  const whole = constraintOf(limit, situation, {
    id: 'storage',
    layer: 'storage',
    mayBurst: false,
    demandAt: () => stored,
    demandText: (demand) =>
      isByBroker
        ? `${formatBytes(demand)} of replicas retained on the fullest broker at the average produce rate`
        : `${formatBytes(demand)} retained at the average produce rate, ${withReplicas ? 'including all replicas' : 'before replication'}`,
  })
  return [isByBroker ? ofBroker(whole, situation.deployedBrokers) : whole]
}

/** The constraint of one broker, which has an equal part of the whole storage. */
function ofBroker(whole: ConstraintModel, brokers: number): ConstraintModel {
  const capacity = whole.capacity / brokers
  const capacityText = () =>
    `${whole.capacityText()}, over ${formatInUnit(brokers, 'brokers')} ${formatBytes(capacity)} each`
  return { ...whole, capacity, capacityText }
}
