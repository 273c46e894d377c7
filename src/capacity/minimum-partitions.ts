import type { Prediction } from '../contracts/prediction.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { hottestPartitionShare } from './hottest-partition.ts'
import type { Situation, TopicLoad } from './situation.ts'
import type { Traffic } from './traffic.ts'

/** Most partitions that a topic may have in a scenario. */
const mostPartitions = 200_000

/** Absorbs rounding: quotients within this factor are equal. */
const slack = 1 + 1e-9

/**
 * Fewest partitions of each topic that let it carry its offered load. What else is too small for that load does not lower
 * them: partitions are made once, for the load that a larger size is then bought for.
 *
 * The general form of "at least 10 x CKUs": its rate / the limit of a partition, more where keys are uneven. A topic that
 * no number of partitions helps (one key is too hot) is left out.
 */
export function minimumPartitions(
  situation: Situation,
  models: readonly ConstraintModel[],
  offered: Traffic,
): Prediction['minimumPartitions'] {
  if (!models.some(({ dimension }) => dimension === 'partition-ingress' || dimension === 'partition-egress')) return []
  return situation.topics.flatMap((topic, index) => {
    const limits = partitionLimits(models, topic.topic.name)
    if (limits.ingress === null && limits.egress === null) return []
    const wire = offered.topics[index]?.wireBytesPerSec ?? 0
    const byIngress = fewest(situation, topic, wire, limits.ingress)
    const byEgress = fewest(situation, topic, wire * topic.readers, limits.egress)
    if (byIngress === null || byEgress === null) return []
    const [bytes, limit, way] =
      byIngress >= byEgress ? [wire, limits.ingress, 'in'] : [wire * topic.readers, limits.egress, 'out']
    const partitions = Math.max(1, Math.ceil(Math.max(byIngress, byEgress) / topic.topic.count / slack))
    return [
      { topic: topic.topic.name, partitions, formula: describe(situation, topic, { bytes, limit, way, partitions }) },
    ]
  })
}

/** The limits of one partition of a topic. The ids of these constraints end with the topic's name. */
function partitionLimits(
  models: readonly ConstraintModel[],
  topic: string,
): { readonly ingress: number | null; readonly egress: number | null } {
  const capacity = (dimension: string) =>
    models.find((model) => model.dimension === dimension && model.id.endsWith(`:${topic}`))?.capacity ?? null
  return { ingress: capacity('partition-ingress'), egress: capacity('partition-egress') }
}

/**
 * Fewest partitions of the entry with which the hottest one gets at most `limit` of `bytes`; null if no number
 * suffices.
 */
function fewest(situation: Situation, topic: TopicLoad, bytes: number, limit: number | null): number | null {
  if (limit === null || bytes === 0) return 1
  const keys = situation.producers.filter((load) => load.topic === topic).map((load) => load.producer.keys)
  const holds = (partitions: number) => {
    const share = Math.max(...keys.map((each) => hottestPartitionShare(each, partitions).share))
    return share * bytes <= limit * slack
  }
  const even = Math.max(1, Math.ceil(bytes / limit / slack))
  if (holds(even)) return even
  if (!holds(mostPartitions)) return null
  let [low, high] = [even, Math.min(mostPartitions, even * 2)]
  while (!holds(high)) [low, high] = [high, Math.min(mostPartitions, high * 2)]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle)) high = middle
    else low = middle
  }
  return high
}

function describe(
  situation: Situation,
  { topic }: TopicLoad,
  found: { readonly bytes: number; readonly limit: number | null; readonly way: string; readonly partitions: number },
): string {
  if (found.limit === null || found.bytes === 0) return 'nothing limits a partition: 1'
  const copies = topic.count === 1 ? '' : ` / ${topic.count} topics`
  const even = Math.max(1, Math.ceil(found.bytes / found.limit / topic.count / slack))
  const uneven = found.partitions > even ? ', more because the keys are uneven,' : ''
  const rule = partitionsOfUnit(situation)
  return `${formatByteRate(found.bytes)} ${found.way} / ${formatByteRate(found.limit)} a partition${copies}${uneven} = ${found.partitions}${rule}`
}

/** The rule of thumb of the source, from its own limits: 50 MB/s / 5 MB/s = 10 partitions a CKU. */
function partitionsOfUnit({ limits, offering }: Situation): string {
  const ingress = limits.limits.find((limit) => limit.dimension === 'ingress')?.perUnit
  const partition = limits.limits.find((limit) => limit.dimension === 'partition-ingress')?.max
  if (ingress === undefined || partition === undefined) return ''
  return ` (all ingress of a ${offering.unitName.singular} takes ${Math.ceil(ingress / partition)})`
}
