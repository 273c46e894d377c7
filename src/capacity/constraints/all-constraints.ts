/**
 * Makes all constraints of a situation. To add a dimension, name the functions that make its constraints here.
 */
import type { Dimension } from '../../contracts/dimensions.ts'
import type { ConstraintModel } from '../constraint-model.ts'
import { brokerConstraints } from '../hardware/broker-constraints.ts'
import { atLikelyCapacity } from '../likely-capacity.ts'
import type { Situation } from '../situation.ts'
import { bandwidthConstraint } from './bandwidth.ts'
import { busiestBrokerConstraints } from './busiest-broker-quota.ts'
import { clientCeilingConstraints } from './client-ceilings.ts'
import { connectionAttemptsConstraint } from './connection-attempts.ts'
import { connectionsConstraint } from './connections.ts'
import { consumerGroupsConstraint } from './consumer-groups.ts'
import { consumersPerPartitionConstraints } from './consumers-per-partition.ts'
import { diskFlushConstraints } from './disk-flush.ts'
import { egressConstraint } from './egress.ts'
import { fetchSizeConstraints } from './fetch-size.ts'
import { ingressConstraint } from './ingress.ts'
import { measuredThroughputConstraint } from './measured-throughput.ts'
import { partitionEgressConstraints } from './partition-egress.ts'
import { partitionIngressConstraints } from './partition-ingress.ts'
import { partitionReplicationConstraints } from './partition-replication.ts'
import { partitionsConstraint } from './partitions.ts'
import { producerPipelineConstraints } from './producer-pipeline.ts'
import { recordsConstraint } from './records.ts'
import { recordsReadConstraint } from './records-read.ts'
import { requestsConstraint } from './requests.ts'
import { storageConstraint } from './storage.ts'

type ConstraintMaker = (situation: Situation) => readonly ConstraintModel[]

/**
 * The functions that make the constraints on each dimension. Ties are named in this order; a function of several
 * dimensions counts where it first occurs.
 */
export const constraintMakers: Readonly<Record<Dimension, readonly ConstraintMaker[]>> = {
  ingress: [ingressConstraint],
  egress: [egressConstraint, busiestBrokerConstraints],
  'storage-bandwidth': [brokerConstraints],
  'disk-flush': [diskFlushConstraints],
  'network-in': [brokerConstraints],
  'network-out': [brokerConstraints],
  cpu: [brokerConstraints],
  throughput: [measuredThroughputConstraint],
  bandwidth: [bandwidthConstraint],
  records: [recordsConstraint],
  'records-read': [recordsReadConstraint],
  partitions: [partitionsConstraint],
  connections: [connectionsConstraint],
  'connection-attempts': [connectionAttemptsConstraint],
  'consumer-groups': [consumerGroupsConstraint],
  requests: [requestsConstraint],
  storage: [storageConstraint],
  'partition-ingress': [partitionIngressConstraints, partitionReplicationConstraints],
  'partition-egress': [partitionEgressConstraints],
  'consumers-per-partition': [consumersPerPartitionConstraints],
  'producer-pipeline': [producerPipelineConstraints],
  'synchronous-senders': [producerPipelineConstraints],
  'producer-client': [clientCeilingConstraints],
  'consumer-client': [clientCeilingConstraints, fetchSizeConstraints],
}

/** Each maker once. */
const makers = [...new Set(Object.values(constraintMakers).flat())]

/** Every constraint of a situation, in the order in which ties are named. */
export function allConstraints(situation: Situation): readonly ConstraintModel[] {
  const models: ConstraintModel[] = []
  // By index, because an iterator over arrays of different kinds allocates an object per step.
  for (let maker = 0; maker < makers.length; maker++) {
    const made = makers[maker]?.(situation) ?? []
    for (let index = 0; index < made.length; index++) {
      const model = made[index]
      if (model !== undefined) models.push(model)
    }
  }
  return atLikelyCapacity(models, situation.hardware?.lawBands ?? null)
}
