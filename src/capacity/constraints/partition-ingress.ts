import { formatByteRate } from '../../units/byte-rate.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { formatPercent } from '../../units/ratio.ts'
import { type ConstraintModel, constraintOf } from '../constraint-model.ts'
import { topicFramingBytesPerSec } from '../request-framing.ts'
import type { Situation, TopicLoad } from '../situation.ts'
import type { Traffic } from '../traffic.ts'

/** Wire bytes/s into the hottest partition of each topic entry; its share follows from the keys. */
export function partitionIngressConstraints(situation: Situation): ConstraintModel[] {
  const limit = situation.publishedLimits.get('partition-ingress')
  if (limit === undefined) return []
  return situation.topics.map((topic) =>
    constraintOf(limit, situation, {
      id: `partition-ingress:${topic.topic.name}`,
      layer: 'partition',
      mayBurst: false,
      demandAt: (traffic) => traffic.topics[topic.index]?.hottestWireBytesPerSec ?? 0,
      framingAt: (traffic) => hottestFramingBytesPerSec(situation, topic, traffic),
      demandText: (demand) => `${formatByteRate(demand)} into the fullest of ${describeShare(situation, topic)}`,
    }),
  )
}

/** The part of a topic's request framing that goes to its hottest partition: the same share as of its bytes. */
function hottestFramingBytesPerSec(situation: Situation, { index }: TopicLoad, traffic: Traffic): number {
  const { hottestWireBytesPerSec = 0, wireBytesPerSec = 0 } = traffic.topics[index] ?? {}
  if (wireBytesPerSec === 0) return 0
  return (topicFramingBytesPerSec(situation, traffic, index) * hottestWireBytesPerSec) / wireBytesPerSec
}

/** "108 partitions (0.9 % of the topic)". */
export function describeShare(situation: Situation, topic: TopicLoad): string {
  const shares = situation.producers.filter((load) => load.topic === topic).map((load) => load.hottest.share)
  const largest = shares.length === 0 ? '' : ` (${formatPercent(Math.max(...shares))} of the topic)`
  return `${formatInUnit(topic.partitions, 'partitions')}${largest}`
}
