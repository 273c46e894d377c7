import type { ConstraintModel } from '../constraint-model.ts'
import { brokerConstraints } from '../hardware/broker-constraints.ts'
import type { Situation } from '../situation.ts'
import { bandwidthConstraint } from './bandwidth.ts'
import { busiestBrokerConstraints } from './busiest-broker.ts'
import { clientCeilingConstraints } from './client-ceilings.ts'
import { connectionAttemptsConstraint } from './connection-attempts.ts'
import { connectionsConstraint } from './connections.ts'
import { consumersPerPartitionConstraints } from './consumers-per-partition.ts'
import { egressConstraint } from './egress.ts'
import { ingressConstraint } from './ingress.ts'
import { measuredThroughputConstraint } from './measured-throughput.ts'
import { partitionEgressConstraints } from './partition-egress.ts'
import { partitionIngressConstraints } from './partition-ingress.ts'
import { partitionReplicationConstraints } from './partition-replication.ts'
import { partitionsConstraint } from './partitions.ts'
import { producerPipelineConstraints } from './producer-pipeline.ts'
import { recordsConstraint } from './records.ts'
import { requestsConstraint } from './requests.ts'
import { storageConstraint } from './storage.ts'

/** What makes the constraints of a situation, in the order in which ties are named. */
const makers: readonly ((situation: Situation) => readonly ConstraintModel[])[] = [
  ingressConstraint,
  egressConstraint,
  busiestBrokerConstraints,
  brokerConstraints,
  measuredThroughputConstraint,
  bandwidthConstraint,
  recordsConstraint,
  partitionsConstraint,
  connectionsConstraint,
  connectionAttemptsConstraint,
  requestsConstraint,
  storageConstraint,
  partitionIngressConstraints,
  partitionReplicationConstraints,
  partitionEgressConstraints,
  consumersPerPartitionConstraints,
  producerPipelineConstraints,
  clientCeilingConstraints,
]

/** Every constraint of a situation, in the order in which ties are named. */
export function allConstraints(situation: Situation): ConstraintModel[] {
  const models: ConstraintModel[] = []
  // By index: the makers' arrays are of several kinds, and for those an iterator costs an object a step.
  for (let maker = 0; maker < makers.length; maker++) {
    const made = makers[maker]?.(situation) ?? []
    for (let index = 0; index < made.length; index++) {
      const model = made[index]
      if (model !== undefined) models.push(model)
    }
  }
  return models
}
