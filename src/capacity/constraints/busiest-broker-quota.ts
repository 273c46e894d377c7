/**
 * The constraint of the busiest broker on a target whose brokers each enforce an equal share of a quota.
 */
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatPercent } from '../../units/ratio.ts'
import { type ConstraintModel, constraintOn, ownSource } from '../constraint-model.ts'
import { partWithHottest } from '../hottest-partition.ts'
import { topicFramingBytesPerSec } from '../request-framing.ts'
import type { ProducerLoad, Situation, TopicLoad } from '../situation.ts'
import { loggedBytesPerSec } from '../topic-traffic.ts'
import type { Traffic } from '../traffic.ts'

/** Skew (busiest broker / even share) from which the busiest broker gets its own constraint. */
const minSkew = 1.001

const quotaSource = ownSource(
  'quotas of the target',
  'Each broker of the target holds its own share, capacity / brokers, so the broker that leads most of the load is full first. Leaders are taken as spread over the brokers in turn.',
)

/**
 * Load of the busiest broker against its quota, on a target where each broker enforces capacity / brokers.
 *
 * Only if the load is uneven: of 10 partitions on 3 brokers, one broker leads 4.
 */
export function busiestBrokerConstraints(situation: Situation): ConstraintModel[] {
  const { context, brokers } = situation
  if (context.allowsBurst || context.brokers === undefined || brokers === 1) return []
  const shares = situation.topics.map((topic) => busiestShare(topic, situation, brokers))
  if (shares.every((share) => share * brokers < minSkew)) return []
  return (['ingress', 'egress'] as const).flatMap((dimension) =>
    constraintOn(situation, dimension, {
      id: `${dimension}:busiest-broker`,
      layer: 'broker',
      mayBurst: false,
      demandAt: (traffic) => busiestDemand(traffic, shares, dimension),
      framingAt: (traffic) => (dimension === 'ingress' ? busiestFraming(traffic, situation, shares) : 0),
      demandText: (demand) =>
        `${formatByteRate(demand)} on the busiest broker (${formatPercent(Math.max(...shares))} of a topic)`,
    }).map((whole) => shareOf(whole, brokers)),
  )
}

/** One broker's share of a limit on the whole cluster. */
function shareOf(whole: ConstraintModel, brokers: number): ConstraintModel {
  const capacity = whole.capacity / brokers
  const capacityText = () => `${formatByteRate(whole.capacity)} / ${brokers} brokers = ${formatByteRate(capacity)}`
  return { ...whole, capacity, capacityText, source: quotaSource }
}

function busiestDemand(traffic: Traffic, shares: readonly number[], dimension: 'ingress' | 'egress'): number {
  let demand = 0
  for (const [index, topic] of traffic.topics.entries()) {
    const bytes = dimension === 'ingress' ? topic.wireBytesPerSec : loggedBytesPerSec(topic) * topic.timesRead
    demand += bytes * (shares[index] ?? 0)
  }
  return demand
}

/** Request framing on the busiest broker: its share of the framing of each topic is its share of the bytes. */
function busiestFraming(traffic: Traffic, situation: Situation, shares: readonly number[]): number {
  return shares.reduce((sum, share, index) => sum + topicFramingBytesPerSec(situation, traffic, index) * share, 0)
}

/** Share of a topic on its busiest broker: the hottest partition, and as many others as one broker leads. */
function busiestShare(topic: TopicLoad, situation: Situation, brokers: number): number {
  const led = Math.ceil(topic.partitions / brokers)
  const hottest = Math.max(0, ...producersOf(topic, situation).map((load) => load.hottest.share))
  return hottest === 0 ? led / topic.partitions : partWithHottest(1, hottest, led, topic.partitions)
}

function producersOf(topic: TopicLoad, situation: Situation): ProducerLoad[] {
  return situation.producers.filter((load) => load.topic === topic)
}
