import { formatByteRate } from '../../units/byte-rate.ts'
import { formatPercent } from '../../units/ratio.ts'
import { type ConstraintModel, limitParts } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'

/** Wire bytes into the fullest partition of each topic entry; its share follows from the keys. */
export function partitionIngressConstraints(situation: Situation): ConstraintModel[] {
  const parts = limitParts(situation, 'partition-ingress')
  if (!parts) return []
  return situation.topics.map((topic, index) => ({
    ...parts,
    id: `partition-ingress:${topic.topic.name}`,
    layer: 'partition',
    role: 'grows',
    bursts: false,
    demandAt: (traffic) => traffic.topics[index]?.hottestWireBytesPerSec ?? 0,
    demandText: (demand) => `${formatByteRate(demand)} into the fullest of ${describeShare(situation, index)}`,
  }))
}

/** "108 partitions (0.9 % of the topic)". */
export function describeShare(situation: Situation, topicIndex: number): string {
  const topic = situation.topics[topicIndex]
  if (!topic) return ''
  const shares = situation.producers.filter((load) => load.topic === topic).map((load) => load.hottest.share)
  const largest = shares.length === 0 ? '' : ` (${formatPercent(Math.max(...shares))} of the topic)`
  return `${topic.partitions} ${topic.partitions === 1 ? 'partition' : 'partitions'}${largest}`
}
