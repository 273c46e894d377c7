import { formatByteRate } from '../../units/byte-rate.ts'
import { type ConstraintModel, constraintOn, type LimitUse } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

const use: LimitUse = {
  id: 'ingress',
  layer: 'cluster',
  bursts: true,
  demandAt: (traffic) => traffic.figures.ingressWireBytesPerSec,
  demandText: (demand) => `${formatByteRate(demand)} written`,
}

/** Wire bytes that all producers write in a second, against the cluster's ingress. */
export function ingressConstraint(situation: Situation): ConstraintModel[] {
  return constraintOn(situation, 'ingress', use)
}
