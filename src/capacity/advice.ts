/**
 * Advice of a prediction: the size to buy, and what to change in the workload so that its limits leave room.
 */
import type { AdviceWhenBinding } from '../contracts/dimension-record.ts'
import { dimensionRecords } from '../contracts/dimensions.ts'
import type { Lag, Prediction } from '../contracts/prediction.ts'
import { targetUtilisation } from '../contracts/target-utilisation.ts'
import { counted, formatCount } from '../units/count.ts'
import { formatFactor, formatPercent } from '../units/ratio.ts'
import { noRateId } from './assumptions.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { chanceText } from './explain-chance.ts'
import { fullestText, withinText } from './fixed-numbers.ts'
import { groupAdvice } from './group-advice.ts'
import type { Headroom } from './headroom.ts'
import { explainLag } from './lag.ts'
import { publishesNoRate } from './limit-set.ts'
import { type NextTier, nextTierText } from './next-tier.ts'
import { isAdvisory } from './refusals.ts'
import type { ConsumerLoad, Situation } from './situation.ts'
import type { Blocker } from './size-answers.ts'
import { storageRoomText } from './storage-room.ts'
import { keyShareOf } from './topic-keys.ts'
import type { Traffic } from './traffic.ts'

type Advice = Prediction['advice'][number]

/** The input of advice. */
export type AdviceInput = {
  readonly situation: Situation
  readonly models: readonly ConstraintModel[]
  /** Traffic at the offered load. */
  readonly demanded: Traffic
  readonly headroom: Headroom
  readonly isFeasible: boolean
  readonly lag: Lag | null
  readonly consumerGroups: Prediction['consumerGroups']
  /** The chance that the load is met; null if limits are declared. */
  readonly chanceMet: number | null
  readonly smallest: Prediction['smallest']
  /** The tier to take if no size of the scenario's tier is enough; null if one is, or if no tier is. */
  readonly nextTier: NextTier | null
  /** The limits that exceed the target at the largest size, if no size is enough. */
  readonly blockers: readonly Blocker[]
  readonly minimumPartitions: Prediction['minimumPartitions']
}

/**
 * Returns advice: the size to buy, what to change so that limits leave room, and what happens to consumers if nothing
 * changes.
 */
export function giveAdvice(input: AdviceInput): Advice[] {
  const { headroom, isFeasible, smallest, situation } = input
  // The fullest limit may exceed the target although the load can grow by more, if that limit grows more slowly than
  // the load.
  const isSizeEnough = smallest !== null && smallest.size <= situation.size
  if (isFeasible && publishesNoRate(situation.offering, situation.limits))
    return [noRateAdvice(situation), ...idleConsumers(situation)]
  const isLow = headroom.factor < 1 / targetUtilisation
  const isTight = !isFeasible || !isSizeEnough || isLow
  // If the workload is refused at any load, as with too many replicas, advice on the fullest limit does not help.
  const isRefusedOnly = !isFeasible && !isLow
  const ofLimits = isRefusedOnly ? [] : [...bindingAdvice(input), ...lagAdvice(input)]
  const found = isTight ? [...sizeAdvice(input), ...ofLimits] : []
  if (isRefusedOnly && found.length === 0) found.push(refusedAdvice)
  found.push(...idleConsumers(input.situation))
  if (!isTight) found.push({ id: noChangeAdviceId, text: nothingText(input) })
  return found
}

/** The id of the advice to change nothing. A run whose load was held contradicts it. */
export const noChangeAdviceId = 'nothing'

/** The id of the advice to take another tier, because no size of the scenario's is enough. */
export const tierAdviceId = 'tier'

const refusedAdvice: Advice = {
  id: 'refused',
  text: 'Change what is refused. It is refused at any load, so the predicted rates cannot be reached.',
}

function noRateAdvice({ offering }: Situation): Advice {
  const text = `No size can be recommended: ask the vendor what ${counted(1, offering.unitName.singular, offering.unitName.plural)} carries, or measure it.`
  return { id: noRateId, text }
}

/** With at least this chance, no run is needed to show that the load is met: nine of ten clusters carry it. */
const sureChance = 0.9

/**
 * Advice that nothing has to change. The likely headroom can exceed 1 although the chance to carry the load is low, so
 * a low chance is mentioned.
 */
function nothingText(input: AdviceInput): string {
  const { headroom, chanceMet } = input
  const storage = storageText(input)
  const what = storage === '' ? 'load' : 'rate'
  const grown = `the ${what} can grow to ${formatFactor(headroom.factor)} the offered one.${storage}`
  if (chanceMet === null || chanceMet >= sureChance) return `Nothing has to change: ${grown}`
  return `At the likely limits nothing has to change: ${grown} But the chance that the load is met is ${chanceText(chanceMet)}; a run on that cluster would show whether it is.`
}

/** What the storage is enough for, after a space, if that is less growth than rates allow; else empty. */
function storageText({ models, demanded, headroom }: AdviceInput): string {
  const storage = models.find(({ dimension }) => dimension === 'storage')
  if (storage === undefined) return ''
  const text = storageRoomText(storage.demandAt(demanded) / storage.capacity, headroom.factor)
  return text === '' ? '' : ` ${text}`
}

/** What to change when a dimension binds. If several bind, advice is listed in this order. */
const adviceWhenBinding: Readonly<Record<AdviceWhenBinding, (input: AdviceInput) => readonly Advice[]>> = {
  'more-partitions': partitionAdvice,
  'larger-batches': plainAdvice(
    'larger-batches',
    'A producer connection is full: larger batches (batch.size, linger.ms) or more producer clients raise the rate; more requests in flight only hide the network round trip.',
  ),
  'more-senders': plainAdvice(
    'more-senders',
    'Synchronous senders wait for each acknowledgement: more of them, or asynchronous sending, raise the rate; a larger deployment hardly does.',
  ),
  'more-clients': clientAdvice,
  'fewer-requests': plainAdvice(
    'fewer-requests',
    'Send fewer requests: raise linger.ms and batch.size, and fetch.min.bytes of the consumers, so that each request carries more.',
  ),
  'fewer-bytes': bandwidthAdvice,
  'fewer-partitions': countAdvice('fewer-partitions', 'Use fewer partitions'),
  'fewer-connections': countAdvice(
    'fewer-connections',
    'Share clients inside an application and keep connections open',
  ),
  'fewer-consumer-groups': countAdvice(
    'fewer-consumer-groups',
    'Use fewer consumer groups',
    'The consumers of one application can share a group.',
  ),
  'fewer-flushes': plainAdvice(
    'fewer-flushes',
    'Brokers wait for their disks: larger batches or a larger flush.messages need fewer flushes. Replication keeps records safe without any flush.',
  ),
  'less-kept': plainAdvice(
    'less-kept',
    'The retained data exceed the storage: shorten the retention, compress, keep fewer replicas or use larger disks.',
  ),
  'larger-size': () => [],
}

function plainAdvice(id: AdviceWhenBinding, text: string): () => readonly Advice[] {
  return () => [{ id, text }]
}

/** Advice on a count that is too high at any load: refused, or over a guideline. */
function countAdvice(id: AdviceWhenBinding, change: string, more = ''): (input: AdviceInput) => readonly Advice[] {
  return ({ models }) => {
    const limit = models.find(({ dimension }) => dimensionRecords[dimension].advice === id)
    const why = limit !== undefined && isAdvisory(limit) ? 'this many are over the guideline' : 'this many are refused'
    return [{ id, text: `${change}: ${why}, whatever the load. ${more}`.trimEnd() }]
  }
}

/** Advises more or faster clients, and names each group whose members bind or hold it back. */
function clientAdvice(input: AdviceInput): Advice[] {
  const limits = limitsInTheWay(input)
  const isOfProducers = limits.some(({ dimension }) => dimension === 'producer-client')
  const text = 'The clients bind, not the cluster: use more of them, on hosts of their own, or faster ones.'
  const found = isOfProducers ? [{ id: 'more-clients', text }] : []
  const behind = (input.consumerGroups ?? []).flatMap(({ binding }) => binding)
  const ids = new Set(
    [...limits, ...behind].flatMap(({ id, dimension }) => (dimension === 'consumer-client' ? [id] : [])),
  )
  const full = input.models.filter(({ id }) => ids.has(id))
  const groups = input.situation.consumers.filter((load) => ofGroup(load, input, full).length > 0)
  return [...found, ...groups.flatMap((load) => groupAdvice(load, ofGroup(load, input, full), input))]
}

/** Those of `models` that limit the members of a group. */
function ofGroup(load: ConsumerLoad, { situation }: AdviceInput, models: readonly ConstraintModel[]) {
  return models.filter(
    ({ readers }) => readers !== undefined && 'consumer' in readers && situation.consumers[readers.consumer] === load,
  )
}

function lagAdvice(input: AdviceInput): Advice[] {
  return input.lag === null ? [] : [{ id: 'readers-fall-behind', text: explainLag(input) }]
}

function bindingAdvice(input: AdviceInput): Advice[] {
  const wanted = new Set<string>(limitsInTheWay(input).map(({ dimension }) => dimensionRecords[dimension].advice))
  return Object.entries(adviceWhenBinding).flatMap(([id, make]) => (wanted.has(id) ? make(input) : []))
}

/** The limits that bind. If no size is enough, also those that are above the target at the largest size. */
function limitsInTheWay({ headroom, blockers }: AdviceInput): readonly Pick<Blocker, 'id' | 'dimension'>[] {
  // A count below its limit is not refused, although it is above the target.
  const others = blockers.filter(
    ({ dimension, utilisation }) => dimensionRecords[dimension].role === 'grows' || utilisation > 1,
  )
  return [...headroom.binding, ...others]
}

function partitionAdvice(input: AdviceInput): Advice[] {
  return input.situation.topics.flatMap(({ topic }): Advice[] => {
    const isBound = limitsInTheWay(input).some(
      ({ id, dimension }) => dimensionRecords[dimension].advice === 'more-partitions' && id.endsWith(`:${topic.name}`),
    )
    if (!isBound) return []
    const needed = input.minimumPartitions.find((entry) => entry.topic === topic.name)
    if (needed === undefined) {
      const share = keyShareOf(input.situation, topic.name)
      if (share === 0) {
        const text = `No number of partitions that a topic may have is enough for "${topic.name}": divide its load among several topics.`
        return [{ id: `divide-${topic.name}`, text }]
      }
      const text = `The most frequent key of "${topic.name}", ${formatPercent(share)} of its records, alone fills a partition: no number of partitions helps, spread that key.`
      return [{ id: `spread-key-${topic.name}`, text }]
    }
    if (needed.partitions <= topic.partitions) return []
    const text = `Give "${topic.name}" at least ${formatCount(needed.partitions)} partitions for each to be at most 100 % full: ${needed.formula}.`
    return [{ id: `more-partitions-${topic.name}`, text }]
  })
}

function bandwidthAdvice(input: AdviceInput): Advice[] {
  const { producers } = input.situation.workload
  const found: Advice[] = []
  const codecs = input.situation.limits.features?.codecs?.taken ?? ['lz4', 'zstd']
  if (codecs.length > 0 && producers.some((producer) => producer.compression === 'none')) {
    const text = `Limits count compressed bytes: with ${codecs.join(' or ')}, producers can send more records/s, by the factor that batches shrink.`
    found.push({ id: 'compress', text })
  }
  const isEgressAlone = input.headroom.binding.every((model) => model.dimension === 'egress')
  if (isEgressAlone) {
    const text = 'Reading binds first: each consumer group reads every record; fewer groups leave more for the others.'
    found.push({ id: 'fewer-groups', text })
  }
  return found
}

function sizeAdvice(input: AdviceInput): Advice[] {
  const { smallest, situation, nextTier } = input
  if (nextTier !== null) return [{ id: tierAdviceId, text: nextTierText(nextTier, situation.offering) }]
  if (smallest === null || smallest.size === situation.size) return []
  if (smallest.size < situation.size && input.isFeasible) return []
  const { singular, plural } = situation.offering.unitName
  const text = `${counted(smallest.size, singular, plural)} ${smallest.size === 1 ? 'carries' : 'carry'} the whole offered load with ${withinText(smallest)}; the fullest limit is ${fullestText(smallest)}.`
  return [{ id: 'size', text }]
}

function idleConsumers(situation: Situation): Advice[] {
  return situation.consumers.flatMap(({ group, topic }, index): Advice[] => {
    const idle = group.members - topic.partitions
    if (idle <= 0) return []
    const members = `${formatCount(idle)} of the ${counted(group.members, 'member')} of "${group.name}"`
    const text = `${members} ${idle === 1 ? 'gets' : 'get'} no partition: there ${topic.partitions === 1 ? 'is' : 'are'} only ${formatCount(topic.partitions)}.`
    return [{ id: `idle-consumers-${index}`, text }]
  })
}
