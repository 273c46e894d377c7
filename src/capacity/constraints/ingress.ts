import { formatByteRate } from '../../units/byte-rate.ts'
import { type ConstraintModel, constraintOn } from '../constraint-model.ts'
import { requestFramingBytesPerSec } from '../request-framing.ts'
import type { Situation } from '../situation.ts'

/** Compares the bytes that all producers write in a second with the cluster's ingress limit. */
export function ingressConstraint(situation: Situation): ConstraintModel[] {
  return constraintOn(situation, 'ingress', {
    id: 'ingress',
    layer: 'cluster',
    mayBurst: true,
    demandAt: (traffic) => traffic.figures.ingressWireBytesPerSec,
    framingAt: (traffic) => requestFramingBytesPerSec(situation, traffic),
    demandText: (demand) => `${formatByteRate(demand)} written`,
  })
}
