/**
 * What lets a consumer group read more: more members, more partitions, larger fetches, or another key.
 */
import type { Prediction } from '../contracts/prediction.ts'
import { targetUtilisation } from '../contracts/target-utilisation.ts'
import { counted } from '../units/count.ts'
import { formatPercent } from '../units/ratio.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { fetchSizeSource } from './constraints/fetch-size.ts'
import { partWithHottest } from './hottest-partition.ts'
import type { ConsumerLoad, Situation } from './situation.ts'
import { keyShareOf } from './topic-keys.ts'
import type { Traffic } from './traffic.ts'

type Advice = Prediction['advice'][number]

/** A workload at its offered load. */
type Offered = { readonly situation: Situation; readonly demanded: Traffic }

/**
 * Advice for a group by its limits that are full. Faster members do not help where the fetches are full, nor larger fetches
 * where the members are.
 */
export function groupAdvice(load: ConsumerLoad, full: readonly ConstraintModel[], offered: Offered): Advice[] {
  const fetches = full.filter(({ source }) => source === fetchSizeSource)
  const others = full.filter(({ source }) => source !== fetchSizeSource)
  return [
    ...(fetches.length > 0 ? [fetchAdvice(load, fetches, offered)] : []),
    ...(others.length > 0 ? [memberAdvice(load, others, offered)] : []),
  ]
}

function fetchAdvice({ group, topic }: ConsumerLoad, fetches: readonly ConstraintModel[], offered: Offered): Advice {
  const { name } = topic.topic
  const share = hottestShareOf(topic.index, offered)
  const keyShare = keyShareOf(offered.situation, name)
  const isKeyTooHot = fetches.some((model) => isTooMuch(model, keyShare / share, offered))
  const others = isKeyTooHot ? '' : ` more partitions of "${name}" or`
  const key = isKeyTooHot
    ? ` More partitions do not help, because one key has ${formatPercent(keyShare)} of the records.`
    : ''
  const text = `Fetches of "${group.name}" are full, not the cluster: a larger max.partition.fetch.bytes (and fetch.max.bytes) brings more of a partition in a round trip, as ${isKeyTooHot ? 'does' : 'do'}${others} a shorter round trip.${key} With other settings, give the group's mostRecordsPerSec.`
  return { id: `larger-fetches-${group.name}`, text }
}

/**
 * More members help if the busiest one would be able to read its hottest partition alone. Otherwise that partition needs
 * fewer records: more partitions, unless one key alone is too much.
 */
function memberAdvice({ group, topic }: ConsumerLoad, full: readonly ConstraintModel[], offered: Offered): Advice {
  const { name } = topic.topic
  const members = `${counted(group.members, 'member')} for ${counted(topic.partitions, 'partition')} of "${name}"`
  const hottest = hottestShareOf(topic.index, offered)
  const read = Math.ceil(topic.partitions / group.members)
  const ofBusiest = partWithHottest(1, hottest, read, topic.partitions)
  const keyShare = keyShareOf(offered.situation, name)
  const id = `more-members-${group.name}`
  if (full.some((model) => isTooMuch(model, keyShare / ofBusiest, offered))) {
    const text = `The busiest member of "${group.name}" ${fullText(full, offered)}: one key has ${formatPercent(keyShare)} of the records of "${name}", and a partition is read by one member, so neither more members nor more partitions help. Faster members do, or another key (it has ${members}).`
    return { id, text }
  }
  const isPartitionTooHot = full.some((model) => isTooMuch(model, hottest / ofBusiest, offered))
  const areMembersEnough = group.members < topic.partitions && !isPartitionTooHot
  const more = areMembersEnough ? 'more members' : 'more partitions and as many members'
  const text = `The busiest member of "${group.name}" ${fullText(full, offered)}: ${more}, or faster ones, read more (it has ${members}).`
  return { id, text }
}

/** How full the busiest member is: "is full, not the cluster", or "is 83 % full, above the target of 80 %" if it keeps up. */
function fullText(full: readonly ConstraintModel[], { demanded }: Offered): string {
  const utilisation = Math.max(...full.map(({ demandAt, capacity }) => demandAt(demanded) / capacity))
  if (utilisation >= 1) return 'is full, not the cluster'
  if (utilisation < targetUtilisation) return 'is the first to be full as the load grows'
  return `is ${formatPercent(utilisation)} full, above the target of ${formatPercent(targetUtilisation)}`
}

/** The share of a topic's records that its hottest partition has. */
function hottestShareOf(topic: number, { demanded }: Offered): number {
  const { hottestRecordsPerSec = 0, recordsPerSec = 0 } = demanded.topics[topic] ?? {}
  return recordsPerSec === 0 ? 1 : hottestRecordsPerSec / recordsPerSec
}

/** True if this part of what a limit has to carry already exceeds its target. */
function isTooMuch({ demandAt, capacity }: ConstraintModel, part: number, { demanded }: Offered): boolean {
  return demandAt(demanded) * part > capacity * targetUtilisation
}
