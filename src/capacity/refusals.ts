/**
 * Sentences on why a deployment refuses a workload at any rate: what it does not offer, and limits that the load does not
 * change.
 */
import type { LimitSet, Offering } from '../contracts/offering.ts'
import type { Constraint, Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { Workload } from '../contracts/workload.ts'
import { counted, formatCount } from '../units/count.ts'
import { formatDuration } from '../units/duration.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { joinNames } from '../units/join-names.ts'
import { choicesText } from '../units/near-names.ts'
import type { ConstraintModel } from './constraint-model.ts'
import {
  isAsOf,
  largestSize,
  noLimitsSentence,
  replicaBrokers,
  sellsBrokers,
  smallestBuyableSize,
  soldSizeFrom,
} from './limit-set.ts'
import { bytesOfHeaders } from './record-batch.ts'
import { largestLikelySize } from './record-sizes.ts'
import { shortSource } from './short-source.ts'
import type { Traffic } from './traffic.ts'

/**
 * Sentences on why a deployment is not available: size, date, tier or feature.
 *
 * @param isOnService false on brokers that stand for the service, which keep as many replicas as a topic asks for
 */
export function deploymentRefusals(
  scenario: Scenario,
  offering: Offering,
  limits: LimitSet,
  isOnService = true,
): string[] {
  const { deployment } = scenario
  const refusals: string[] = []
  // If no limits are that old, the earliest ones are used.
  if (!isAsOf(limits, deployment.asOf)) refusals.push(noLimitsSentence(offering, deployment.asOf ?? '', limits))
  for (const refusal of tierRefusals(deployment, offering)) refusals.push(refusal)
  for (const refusal of featureRefusals(scenario, offering, limits)) refusals.push(refusal)
  if (isOnService) for (const refusal of fixedReplicaRefusals(scenario, offering, limits)) refusals.push(refusal)
  for (const refusal of replicaRefusals(scenario, offering, limits)) refusals.push(refusal)
  for (const refusal of cloudRefusals(scenario, offering)) refusals.push(refusal)
  for (const refusal of kindRefusals(scenario, offering)) refusals.push(refusal)
  const smallest = smallestBuyableSize(limits, deployment)
  const largest = largestSize(limits, deployment)
  const units = (count: number) => counted(count, offering.unitName.singular, offering.unitName.plural)
  const where = deployment.zones === 'multi' ? ' over several zones' : ''
  // One reason is enough: 1 of an offering that begins at 3 need not be a multiple of 3, too.
  if (deployment.size < smallest) {
    refusals.push(`${units(deployment.size)} cannot be bought${where}: ${offering.name} begins at ${units(smallest)}.`)
  } else if (deployment.size > largest) {
    refusals.push(`${units(deployment.size)} cannot be bought: ${offering.name} ends at ${units(largest)}.`)
  } else if (deployment.size !== soldSizeFrom(limits, deployment.size)) {
    const { multipleOf = 1, only } = limits.sizes
    const sold = only === undefined ? `comes in multiples of ${multipleOf}` : `comes in ${only.join(', ')} only`
    refusals.push(`${units(deployment.size)} cannot be bought: ${offering.name} ${sold}.`)
  }
  return refusals
}

/** Refuses an unknown tier, and a missing one if there are several. The prediction is then of the first tier, and says so. */
function tierRefusals(deployment: Scenario['deployment'], offering: Offering): string[] {
  const problem = tierProblem(deployment, offering)
  if (problem === null) return []
  const [first] = offering.tiers ?? []
  return [first === undefined ? `${problem}.` : `${problem}. Until one is chosen, figures are those of ${first.name}.`]
}

/** Returns the problem if the tier of a deployment is unknown, or none of several is chosen; null otherwise. */
export function tierProblem(
  { tier, host }: Pick<Scenario['deployment'], 'tier' | 'host'>,
  { name, tiers = [] }: Pick<Offering, 'name' | 'tiers'>,
): string | null {
  const ids = tiers.map(({ id }) => id)
  if (tier === undefined) {
    if (ids.length <= 1 || host !== undefined) return null
    return `${name} has several tiers: set deployment.tier to one of ${choicesText(ids)}`
  }
  if (ids.includes(tier)) return null
  if (ids.length === 0) return `${name} has no tiers; remove deployment.tier`
  return `${name} has no tier "${tier}"; known: ${choicesText(ids, tier)}`
}

/** A service that runs on other clouds than the wanted one. */
function cloudRefusals({ deployment: { cloud } }: Scenario, { name, clouds }: Offering): string[] {
  if (cloud === undefined || clouds === undefined || clouds.includes(cloud)) return []
  return [`${name} runs on ${joinNames(clouds)} only, and deployment.cloud is ${cloud}.`]
}

/** Settings that the kind of model does not know: clouds without a measurement, and unknown volumes. */
function kindRefusals({ deployment }: Scenario, offering: Offering): string[] {
  if (offering.model === 'measured-table') {
    const known = Object.keys(offering.table.clouds)
    if (deployment.cloud !== undefined && known.includes(deployment.cloud)) return []
    return [`${offering.name} was measured on ${known.join(', ')}: set deployment.cloud to one of them.`]
  }
  if (offering.model !== 'broker-hardware') return []
  const { volume } = deployment
  const volumes = offering.hardware.volumes.map((each) => each.id)
  if (volume === undefined || volumes.includes(volume.type)) return []
  return [`${offering.name} knows no volume "${volume.type}"; known: ${volumes.join(', ')}.`]
}

/** A broker keeps one replica of a partition, whether brokers are bought or their number is assumed. */
function replicaRefusals({ workload, deployment }: Scenario, offering: Offering, limits: LimitSet): string[] {
  const brokers = replicaBrokers(offering, limits, deployment.size)
  const refused = workload.topics.filter((topic) => topic.replicationFactor > brokers)
  if (refused.length === 0) return []
  const keepers = brokers === 1 ? '1 broker keeps' : `${brokers} brokers keep`
  const assumed = `${brokers} brokers are assumed (their number is not published), and keep`
  const who = sellsBrokers(offering) ? keepers : assumed
  return refused.map((topic) => `"${topic.name}" asks for ${topic.replicationFactor} replicas: ${who} one each.`)
}

/** Features of the workload that the service refuses at any rate. */
function featureRefusals({ workload }: Scenario, offering: Offering, { features }: LimitSet): string[] {
  if (features === undefined) return []
  const refusals: string[] = []
  const { idempotentProducer, mostRecordBytes } = features
  for (const producer of workload.producers) {
    if (idempotentProducer === false && producer.transactionMs !== undefined) {
      refusals.push(`"${producer.name}" has transactions: ${offering.name} does not accept idempotent producers.`)
    } else if (idempotentProducer === false && producer.isIdempotent) {
      refusals.push(`"${producer.name}" is idempotent: ${offering.name} does not accept idempotent producers.`)
    }
    const valueBytes = largestLikelySize(producer.recordValueBytes, producer.recordSizes)
    const recordBytes = producer.recordKeyBytes + valueBytes + bytesOfHeaders(producer.headers)
    if (mostRecordBytes !== undefined && recordBytes > mostRecordBytes) {
      // Shown without rounding, because both numbers may be nearly equal.
      const sizes = `${formatCount(Math.ceil(recordBytes))} bytes, at most ${formatCount(mostRecordBytes)} bytes are taken`
      refusals.push(`Records of "${producer.name}" are too large: ${sizes}.`)
    }
  }
  for (const refusal of codecRefusals(workload, offering, features)) refusals.push(refusal)
  for (const refusal of topicRefusals(workload, offering, features)) refusals.push(refusal)
  return refusals
}

/** Topics that ask for another replication factor than the one that the service always has. */
function fixedReplicaRefusals({ workload }: Scenario, { name }: Offering, { features }: LimitSet): string[] {
  const fixed = features?.replicationFactor
  if (fixed === undefined) return []
  return workload.topics
    .filter(({ replicationFactor }) => replicationFactor !== fixed)
    .map((topic) => `"${topic.name}" asks for ${counted(topic.replicationFactor, 'replica')}: ${name} keeps ${fixed}.`)
}

type Features = NonNullable<LimitSet['features']>

/** Codecs that the service does not take. */
function codecRefusals({ producers }: Workload, { name }: Offering, { codecs }: Features): string[] {
  if (codecs === undefined) return []
  const { taken, source } = codecs
  const takes = taken.length === 0 ? 'takes no compressed batches' : `takes ${taken.join(', ')} only`
  return producers
    .filter(({ compression }) => compression !== 'none' && !taken.some((each) => each === compression))
    .map((each) => `"${each.name}" compresses with ${each.compression}: ${name} ${takes} (${shortSource(source)}).`)
}

/** Partitions, consumer groups and retention that a single topic cannot have. */
function topicRefusals(workload: Workload, { name }: Offering, { perTopic: most }: Features): string[] {
  if (most === undefined) return []
  const { mostPartitions = Infinity, mostConsumerGroups = Infinity, mostRetentionMs = Infinity } = most
  return workload.topics.flatMap((topic) => {
    const { partitions, retentionMs = 0 } = topic
    const readers = workload.consumerGroups.filter((group) => group.topic === topic.name)
    const groups = readers.reduce((sum, { count }) => sum + count, 0)
    const found = [
      ...(partitions > mostPartitions
        ? [`has ${formatCount(partitions)} partitions: ${name} takes at most ${formatCount(mostPartitions)} a topic`]
        : []),
      ...(groups > mostConsumerGroups
        ? [
            `is read by ${formatCount(groups)} consumer groups: ${name} takes at most ${formatCount(mostConsumerGroups)} a topic`,
          ]
        : []),
      ...(retentionMs > mostRetentionMs
        ? [
            `keeps records for ${formatDuration(retentionMs)}: ${name} keeps them for at most ${formatDuration(mostRetentionMs)}`,
          ]
        : []),
    ]
    return found.map((text) => `"${topic.name}" ${text} (${shortSource(most.source)}).`)
  })
}

/** Sentences on limits that do not grow with the load and refuse the workload. */
export function limitRefusals(vetoing: readonly ConstraintModel[], offered: Traffic): string[] {
  return vetoing.map((model) => {
    const shown = (amount: number) => formatInUnit(amount, model.unit)
    const demand = shown(model.demandAt(offered))
    const capacity = shown(model.capacity)
    if (model.kind === 'physical') return `${demand} do not fit: there is room for ${model.capacityText()}.`
    return model.kind === 'fixed'
      ? `${demand} are refused: ${capacity} are the limit (${model.capacityText()}).`
      : `${demand} are over the guideline of ${capacity} (${model.capacityText()}); the service may take them only while its other dimensions are idle.`
  })
}

/**
 * True if a workload is over guidelines that do not grow with the load, and nothing else speaks against it: the vendor
 * advises against it, but no service refuses it.
 */
export function isOverGuidelinesOnly({ headroom, refusals, binding, constraints }: Prediction): boolean {
  const bound = constraints.filter(({ id }) => binding.some((each) => each.id === id))
  return bound.length === binding.length && areGuidelinesOnly({ headroom, refusals, binding: bound })
}

/** Each refusal of a prediction, and whether it is only of a guideline, which no service refuses to exceed. */
export function sortedRefusals(prediction: Prediction): { readonly text: string; readonly isGuideline: boolean }[] {
  const { headroom, refusals, binding, constraints } = prediction
  // If limits refuse the workload, their sentences come last, in the order of the limits.
  const others = headroom === 0 ? refusals.length - binding.length : refusals.length
  return refusals.map((text, index) => {
    const bound = constraints.find(({ id }) => id === binding[index - others]?.id)
    return { text, isGuideline: bound !== undefined && isAdvisory(bound) }
  })
}

/** The same by the limits that bind, each with its kind. */
export function areGuidelinesOnly({ headroom, refusals, binding }: Binding): boolean {
  return headroom === 0 && refusals.length === binding.length && binding.every(isAdvisory)
}

type Binding = Pick<Prediction, 'headroom'> & {
  readonly refusals: readonly string[]
  readonly binding: readonly Pick<Constraint, 'kind'>[]
}

/** True for a limit that a service may let pass. */
export function isAdvisory({ kind }: Pick<Constraint, 'kind'>): boolean {
  return kind === 'guideline' || kind === 'soft'
}
