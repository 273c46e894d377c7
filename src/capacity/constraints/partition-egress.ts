import { formatByteRate } from '../../units/byte-rate.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { type ConstraintModel, constraintOf } from '../constraint-model.ts'
import type { Situation } from '../situation.ts'
import { hottestLoggedBytesPerSec } from '../topic-traffic.ts'
import { describeShare } from './partition-ingress.ts'

/** Wire bytes/s that all groups together read from the hottest partition of each topic entry. */
export function partitionEgressConstraints(situation: Situation): ConstraintModel[] {
  const limit = situation.publishedLimits.get('partition-egress')
  if (limit === undefined) return []
  return situation.topics.map((topic) =>
    constraintOf(limit, situation, {
      id: `partition-egress:${topic.topic.name}`,
      layer: 'partition',
      mayBurst: false,
      readers: { topic: topic.index },
      demandAt: (traffic) => {
        const flow = traffic.topics[topic.index]
        return hottestLoggedBytesPerSec(flow, topic.partitions) * (flow?.timesRead ?? 0)
      },
      demandText: (demand) => {
        const groups = formatInUnit(topic.readers, 'groups')
        return `${formatByteRate(demand)} by ${groups} out of the fullest of ${describeShare(situation, topic)}`
      },
    }),
  )
}
