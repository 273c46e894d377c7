import { formatByteRate } from '../../units/byte-rate.ts'
import { type ConstraintModel, constraintOn, type LimitUse } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

const use: LimitUse = {
  id: 'egress',
  layer: 'cluster',
  mayBurst: true,
  demandAt: (traffic) => traffic.figures.egressWireBytesPerSec,
  demandText: (demand) => `${formatByteRate(demand)} read`,
}

/** Compares the wire bytes/s that all consumer groups read together with the cluster's egress limit. */
export function egressConstraint(situation: Situation): ConstraintModel[] {
  return constraintOn(situation, 'egress', use)
}
