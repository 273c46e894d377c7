/**
 * Finds the fewest partitions with which each topic carries its load.
 */
import type { Prediction } from '../contracts/prediction.ts'
import type { ConsumerGroup, Topic } from '../contracts/workload.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { counted, formatCount } from '../units/count.ts'
import { formatPercent } from '../units/ratio.ts'
import { keysInUse } from './client-keys.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { partitionEgressConstraints } from './constraints/partition-egress.ts'
import { partitionIngressConstraints } from './constraints/partition-ingress.ts'
import { partitionReplicationConstraints } from './constraints/partition-replication.ts'
import { mostFrequentKeyShare } from './hottest-partition.ts'
import { atLikelyCapacity } from './likely-capacity.ts'
import { shownQuotient } from './shown-quotient.ts'
import { describeSituation, type Situation, type TopicLoad } from './situation.ts'
import { type Traffic, trafficAt } from './traffic.ts'

/** Maximum number of partitions of a topic in a scenario. */
const mostPartitions = 200_000

/** Absorbs rounding: utilisations within this factor are equal. */
const slack = 1 + 1e-9

/**
 * The minimum number of partitions of a topic. `partitions` is null if no number suffices, because one key is too hot.
 */
export type PartitionCount = {
  readonly topic: string
  readonly partitions: number | null
  /** The formula of the number, or the reason why there is none. */
  readonly formula: string
}

/**
 * Returns the minimum number of partitions with which each topic carries its offered load. It does not depend on other
 * limits, because partitions are created once, for a load for which a larger size may be bought later.
 *
 * This generalises the rule "at least 10 partitions per CKU": the rate of the topic / the limit of a partition, and more if
 * keys are uneven. A topic with one key that is too hot for any number of partitions is left out.
 */
export function minimumPartitions(situation: Situation): Prediction['minimumPartitions'] {
  return situation.topics.flatMap((load) => {
    const found = fewestPartitions(situation, load, 1)
    if (found === null || found.partitions === null) return []
    return [{ topic: found.topic, partitions: found.partitions, formula: found.formula }]
  })
}

/**
 * Returns the minimum number of partitions that keep a topic's partition limits at or below `target`; null if there is
 * none.
 */
export function fewestPartitions(situation: Situation, load: TopicLoad, target: number): PartitionCount | null {
  const { topic } = load
  const fullestWith = (partitions: number) => fullestPartition(withPartitions(situation, load, partitions))
  const first = fullestWith(1)
  if (first === null) return null
  const isHeld = ({ utilisation }: FullestPartition) => utilisation <= target * slack
  // With even keys each of n partitions has 1 / n of the load, so the search nearly always ends at the first guess or
  // one below it. Uneven keys need more steps.
  const guess = Math.ceil(first.utilisation / target / slack)
  let [low, high, found] = [0, 1, first]
  while (!isHeld(found)) {
    if (high === mostPartitions) {
      return { topic: topic.name, partitions: null, formula: hotKeyFormula(situation, load, target) }
    }
    low = high
    high = Math.min(mostPartitions, Math.max(guess, high * 2))
    found = fullestWith(high) ?? first
  }
  let middle = high - 1
  while (high - low > 1) {
    const there = fullestWith(middle) ?? first
    if (isHeld(there)) [high, found] = [middle, there]
    else low = middle
    middle = Math.floor((low + high) / 2)
  }
  return {
    topic: topic.name,
    partitions: high,
    formula: describe(situation, load, { ...found, partitions: high, target }),
  }
}

/** One topic by itself, with another number of partitions: its constraints are those of the whole workload. */
function withPartitions(situation: Situation, { topic }: TopicLoad, partitions: number): Situation {
  const { workload, deployment, offering, limits, context, size, brokers } = situation
  const alone = {
    ...workload,
    topics: [{ ...topic, partitions }],
    producers: workload.producers.filter((producer) => producer.topic === topic.name),
    consumerGroups: workload.consumerGroups.filter((group) => group.topic === topic.name),
  }
  return describeSituation({ workload: alone, deployment }, offering, limits, {
    context: { ...context, brokers },
    size,
  })
}

/** A constraint of the fullest partition at the offered load. */
type FullestPartition = {
  readonly utilisation: number
  readonly model: ConstraintModel
  readonly traffic: Traffic
  readonly readers: number
}

function fullestPartition(alone: Situation): FullestPartition | null {
  const traffic = trafficAt(alone, 1)
  const readers = alone.topics[0]?.readers ?? 0
  let fullest: FullestPartition | null = null
  for (const make of [partitionIngressConstraints, partitionReplicationConstraints, partitionEgressConstraints]) {
    for (const model of atLikelyCapacity(make(alone), alone.hardware?.lawBands ?? null)) {
      const utilisation = model.demandAt(traffic) / model.capacity
      if (fullest === null || utilisation > fullest.utilisation) fullest = { utilisation, model, traffic, readers }
    }
  }
  return fullest
}

function describe(
  situation: Situation,
  { topic }: TopicLoad,
  {
    model,
    traffic,
    readers,
    partitions,
    target,
  }: FullestPartition & { readonly partitions: number; readonly target: number },
): string {
  const isEgress = model.dimension === 'partition-egress'
  const bytes = (traffic.topics[0]?.wireBytesPerSec ?? 0) * (isEgress ? readers : 1)
  if (bytes === 0) return 'nothing limits a partition: 1'
  const topicsText = topic.count === 1 ? '' : ` / ${formatCount(topic.count)} topics`
  const evenOf = (rate: number, limit: number) => Math.max(1, Math.ceil(rate / (limit * target) / topic.count / slack))
  const even = evenOf(bytes, model.capacity)
  const shown = shownQuotient(bytes, model.capacity, evenOf)
  const found =
    partitions > even
      ? `${formatCount(even)}, and ${formatCount(partitions)} because the keys are uneven`
      : formatCount(partitions)
  const limit = `${shown.each} a partition${target === 1 ? '' : ` x ${formatPercent(target)}`}`
  const divisor = target === 1 ? limit : `(${limit})`
  const remarks = [...partitionsOfUnit(situation), ...idleMembers(situation, topic, partitions)]
  const rule = remarks.length === 0 ? '' : ` (${remarks.join('; ')})`
  return `${shown.rate} ${isEgress ? 'out' : 'in'} / ${divisor}${topicsText} = ${found}${rule}`
}

/**
 * "one key, 7.1 % of the records, takes 8.5 MB/s of the ingress of its partition, more than 5 MB/s x 80 % = 4 MB/s; no number of
 * partitions helps".
 */
function hotKeyFormula(situation: Situation, load: TopicLoad, target: number): string {
  const shares = situation.producers
    .filter(({ topic }) => topic === load)
    .map(({ producer }) => mostFrequentKeyShare(keysInUse(producer)))
  const share = Math.max(0, ...shares)
  const found = fullestPartition(withPartitions(situation, load, mostPartitions))
  if (found === null) return ''
  const way = found.model.dimension === 'partition-egress' ? 'egress' : 'ingress'
  const demand = formatByteRate(found.model.demandAt(found.traffic))
  const all = formatByteRate(found.model.capacity)
  const most =
    target === 1 ? all : `${all} x ${formatPercent(target)} = ${formatByteRate(found.model.capacity * target)}`
  const why =
    share === 0
      ? `the fullest partition takes ${demand} of ${way}`
      : `one key, ${formatPercent(share)} of the records, takes ${demand} of the ${way} of its partition`
  return `${why}, more than ${most}; no number of partitions helps`
}

/**
 * 'fewer than 12 leave consumers of "billing" without a partition': what speaks against the fewest partitions that
 * carry the load, for the largest group. Empty if each member has a partition.
 */
function idleMembers({ consumers }: Situation, topic: Topic, partitions: number): string[] {
  let largest: ConsumerGroup | null = null
  for (const { group } of consumers) {
    if (group.topic === topic.name && group.members > (largest?.members ?? partitions * topic.count)) largest = group
  }
  if (largest === null) return []
  return [
    `fewer than ${formatCount(Math.ceil(largest.members / topic.count))} leave consumers of "${largest.name}" without a partition`,
  ]
}

/** The vendor's rule of thumb, from its limits and independent of this load: 50 MB/s / 5 MB/s = 10 partitions. */
function partitionsOfUnit({ limits, offering }: Situation): string[] {
  const ingress = limits.limits.find((limit) => limit.dimension === 'ingress')?.perUnit
  const partition = limits.limits.find((limit) => limit.dimension === 'partition-ingress')?.max
  if (ingress === undefined || partition === undefined) return []
  const filled = counted(Math.ceil(ingress / partition), 'partition')
  return [`1 full ${offering.unitName.singular}, ${formatByteRate(ingress)} in, would need ${filled}`]
}
