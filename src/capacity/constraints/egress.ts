import { formatByteRate } from '../../units/byte-rate.ts'
import { type ConstraintModel, constraintOn, type LimitUse } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

const use: LimitUse = {
  id: 'egress',
  layer: 'cluster',
  bursts: true,
  demandAt: (traffic) => traffic.figures.egressWireBytesPerSec,
  demandText: (demand) => `${formatByteRate(demand)} read`,
}

/** Wire bytes that all consumer groups read in a second, each its own copy, against the cluster's egress. */
export function egressConstraint(situation: Situation): ConstraintModel[] {
  return constraintOn(situation, 'egress', use)
}
