import type { Prediction } from '../contracts/prediction.ts'
import { formatFactor, formatPercent } from '../units/ratio.ts'
import type { ConstraintModel } from './constraint-model.ts'
import type { Headroom } from './headroom.ts'
import type { Situation } from './situation.ts'
import { targetUtilisation } from './smallest-size.ts'

type Advice = Prediction['advice'][number]

/** What advice is made from. */
export type AdviceInput = {
  readonly situation: Situation
  readonly models: readonly ConstraintModel[]
  readonly headroom: Headroom
  readonly isFeasible: boolean
  readonly smallest: Prediction['smallest']
  readonly minimumPartitions: Prediction['minimumPartitions']
}

/** What to change, most useful first. */
export function giveAdvice(input: AdviceInput): Advice[] {
  const { headroom, isFeasible } = input
  const isTight = !isFeasible || headroom.factor < 1 / targetUtilisation
  const found = isTight ? [...bindingAdvice(input), ...sizeAdvice(input)] : []
  found.push(...idleConsumers(input.situation))
  if (!isTight) {
    const text = `Nothing has to change: the load can grow to ${formatFactor(headroom.factor)} the offered one.`
    found.push({ id: 'nothing', text })
  }
  return found
}

function bindingAdvice(input: AdviceInput): Advice[] {
  const bound = new Set(input.headroom.binding.map((model) => model.dimension))
  const found: Advice[] = []
  if (bound.has('partition-ingress') || bound.has('partition-egress')) found.push(...partitionAdvice(input))
  if (bound.has('producer-pipeline')) {
    const text =
      'A producer connection is full: larger batches (batch size, linger) or more producer clients raise it, more requests in flight only hide the network.'
    found.push({ id: 'larger-batches', text })
  }
  if (bound.has('producer-client') || bound.has('consumer-client')) {
    const text = 'The clients bind, not the cluster: use more of them, on hosts of their own, or faster ones.'
    found.push({ id: 'more-clients', text })
  }
  if (bound.has('requests')) {
    const text =
      'Requests bind: raise linger and batch size, and fetchMinBytes at the consumers, so that each request carries more.'
    found.push({ id: 'fewer-requests', text })
  }
  if (bound.has('ingress') || bound.has('egress')) found.push(...bandwidthAdvice(input))
  if (bound.has('partitions')) {
    found.push({ id: 'fewer-partitions', text: 'Use fewer partitions: their number is refused, whatever the load.' })
  }
  if (bound.has('connections') || bound.has('connection-attempts')) {
    const text = 'Share clients inside an application and keep connections open: their number is refused at any load.'
    found.push({ id: 'fewer-connections', text })
  }
  return found
}

function partitionAdvice(input: AdviceInput): Advice[] {
  return input.situation.topics.flatMap(({ topic }): Advice[] => {
    const isBound = input.headroom.binding.some((model) => model.id.endsWith(`:${topic.name}`))
    if (!isBound) return []
    const needed = input.minimumPartitions.find((entry) => entry.topic === topic.name)
    if (needed === undefined) {
      const text = `The most frequent key of "${topic.name}" alone fills a partition: no number of partitions helps, spread that key.`
      return [{ id: `spread-key-${topic.name}`, text }]
    }
    if (needed.partitions <= topic.partitions) return []
    const text = `Give "${topic.name}" at least ${needed.partitions} partitions: ${needed.formula}.`
    return [{ id: `more-partitions-${topic.name}`, text }]
  })
}

function bandwidthAdvice(input: AdviceInput): Advice[] {
  const { producers } = input.situation.workload
  const found: Advice[] = []
  if (producers.some((producer) => producer.compression === 'none')) {
    const text =
      'Limits count compressed bytes: lz4 or zstd at the producers raises the records a second by as much as they shrink.'
    found.push({ id: 'compress', text })
  }
  const isEgressAlone = input.headroom.binding.every((model) => model.dimension === 'egress')
  if (isEgressAlone) {
    const text =
      'Reading binds, not writing: each consumer group reads its own copy; fewer groups leave more for the rest.'
    found.push({ id: 'fewer-groups', text })
  }
  return found
}

function sizeAdvice(input: AdviceInput): Advice[] {
  const { smallest, situation } = input
  if (smallest === null || smallest.size === situation.size) return []
  if (smallest.size < situation.size && input.isFeasible) return []
  const units = smallest.size === 1 ? situation.offering.unitName.singular : situation.offering.unitName.plural
  const text = `${smallest.size} ${units} carry the whole offered load with every dimension at or below ${formatPercent(smallest.targetUtilisation)}; ${smallest.dimension} is the fullest.`
  return [{ id: 'size', text }]
}

function idleConsumers(situation: Situation): Advice[] {
  return situation.consumers.flatMap(({ group, topic }, index): Advice[] => {
    const idle = group.members - topic.partitions
    if (idle <= 0) return []
    const text = `${idle} of the ${group.members} members of "${group.name}" get no partition: ${topic.partitions} are there to share out.`
    return [{ id: `idle-consumers-${index}`, text }]
  })
}
