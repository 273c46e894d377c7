import { formatByteRate } from '../../units/byte-rate.ts'
import { type ConstraintModel, limitParts } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'
import { describeShare } from './partition-ingress.ts'

/** Wire bytes that all groups together read from the fullest partition of each topic entry. */
export function partitionEgressConstraints(situation: Situation): ConstraintModel[] {
  const parts = limitParts(situation, 'partition-egress')
  if (!parts) return []
  return situation.topics.map((topic, index) => ({
    ...parts,
    id: `partition-egress:${topic.topic.name}`,
    layer: 'partition',
    role: 'grows',
    bursts: false,
    demandAt: (traffic) => (traffic.topics[index]?.hottestWireBytesPerSec ?? 0) * topic.readers,
    demandText: (demand) =>
      `${formatByteRate(demand)} by ${topic.readers} ${topic.readers === 1 ? 'group' : 'groups'} out of the fullest of ${describeShare(situation, index)}`,
  }))
}
