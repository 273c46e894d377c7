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
import { partitionsConstraint } from './partitions.ts'
import { producerPipelineConstraints } from './producer-pipeline.ts'
import { recordsConstraint } from './records.ts'
import { requestsConstraint } from './requests.ts'
import { storageConstraint } from './storage.ts'

/** Every constraint of a situation, in the order in which ties are named. */
export function allConstraints(situation: Situation): ConstraintModel[] {
  return [
    ...ingressConstraint(situation),
    ...egressConstraint(situation),
    ...busiestBrokerConstraints(situation),
    ...brokerConstraints(situation),
    ...measuredThroughputConstraint(situation),
    ...bandwidthConstraint(situation),
    ...recordsConstraint(situation),
    ...partitionsConstraint(situation),
    ...connectionsConstraint(situation),
    ...connectionAttemptsConstraint(situation),
    ...requestsConstraint(situation),
    ...storageConstraint(situation),
    ...partitionIngressConstraints(situation),
    ...partitionEgressConstraints(situation),
    ...consumersPerPartitionConstraints(situation),
    ...producerPipelineConstraints(situation),
    ...clientCeilingConstraints(situation),
  ]
}
