/**
 * How fast consumers fall behind if they read less than is written.
 */
import type { GroupReading, Lag, Prediction } from '../contracts/prediction.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { counted, formatCount } from '../units/count.ts'
import { formatDuration } from '../units/duration.ts'
import { joinNames } from '../units/join-names.ts'
import { formatPercent } from '../units/ratio.ts'
import { groupReadings } from './group-readings.ts'
import type { Situation } from './situation.ts'
import type { Solution } from './solve.ts'

/** The lag of all groups together, at the rates to plan with; null if all consumers keep up. */
export function lagOf(solution: Solution): Lag | null {
  // No limit on consumers alone is full: what is read differs from what is written by the rounding of small rates only.
  if (solution.held.length === 0) return null
  const behind = fallingBehind(groupReadings(solution))
  if (behind.length === 0) return null
  const sum = (end: 'low' | 'likely' | 'high') =>
    behind.reduce((total, { lagGrowthBytesPerSec }) => total + lagGrowthBytesPerSec[end], 0)
  const growthBytesPerSec = { low: sum('low'), likely: sum('likely'), high: sum('high') }
  const read = groupReadings(solution).reduce((sum, group) => sum + group.count * group.wireBytesPerSec.likely, 0)
  return {
    growthBytesPerSec,
    readShare: read / (read + growthBytesPerSec.likely),
    groups: solution.situation.topics.reduce((groups, { readers }) => groups + readers, 0),
    ...firstLoss(behind),
  }
}

/** The consumer entries whose groups read less than is written. */
function fallingBehind(readings: readonly GroupReading[]): GroupReading[] {
  return readings.filter(({ readShare }) => readShare < 1)
}

/** When retention first deletes unread records, and the topic that has them. */
function firstLoss(behind: readonly GroupReading[]): Pick<Lag, 'untilRetentionMs' | 'topic'> {
  let first: Pick<Lag, 'untilRetentionMs' | 'topic'> = { untilRetentionMs: null, topic: null }
  for (const { topic, untilRetentionMs } of behind) {
    if (untilRetentionMs === null) continue
    if (first.untilRetentionMs === null || untilRetentionMs < first.untilRetentionMs) {
      first = { untilRetentionMs, topic }
    }
  }
  return first
}

/** At most this many groups are named in a sentence. */
const maxNamed = 3

/**
 * "Consumers fall behind by 2.1 MB/s; unread data is deleted after 3 h 10 min, when consumers are 1 h behind.", or, where others keep
 * up, "audit falls behind by 2.1 MB/s; … The other groups keep up." Empty if all keep up.
 */
export function explainLag({ lag, consumerGroups = [] }: Pick<Prediction, 'lag' | 'consumerGroups'>): string {
  if (!lag) return ''
  const loss =
    lag.untilRetentionMs === null
      ? 'retention deletes what is unread in the end'
      : `unread data is deleted after ${lossText(lag.untilRetentionMs, consumerGroups)}`
  const behind = fallingBehind(consumerGroups)
  const growth = formatByteRate(lag.growthBytesPerSec.likely)
  const isAlike = behind.every(({ readShare }) => isSameShare(readShare, lag.readShare))
  if (behind.length === consumerGroups.length && isAlike) return `Consumers fall behind by ${growth}; ${loss}.`
  const isOne = behind.length === 1 && behind[0]?.count === 1
  const others = behind.length === consumerGroups.length ? '' : ' The other consumer groups keep up.'
  return `${namesOf(behind, consumerGroups)} ${isOne ? 'falls' : 'fall'} behind by ${growth}${isOne ? '' : ' together'}; ${loss}.${others}`
}

/**
 * "19 days, when consumers are 7 days behind": when retention first deletes unread data. That is later than the retention, because a
 * group that reads 63 % of what is written needs 19 days to be 7 days behind.
 */
export function lossText(untilRetentionMs: number, readings: readonly GroupReading[]): string {
  const first = readings.find((reading) => reading.untilRetentionMs === untilRetentionMs)
  const when = formatDuration(untilRetentionMs)
  if (first === undefined) return when
  return `${when}, when consumers are ${formatDuration(untilRetentionMs * (1 - first.readShare))} behind`
}

/** True for shares that are equal to a tenth of a percent, which is what answers show. */
export function isSameShare(one: number, other: number): boolean {
  return Math.abs(one - other) < 0.001
}

/** Names of groups, those that read least first: "audit", search and 2 more groups. */
function namesOf(behind: readonly GroupReading[], all: readonly GroupReading[]): string {
  const slowest = [...behind].sort((one, other) => one.readShare - other.readShare)
  const isLong = slowest.length > maxNamed
  const named = (isLong ? slowest.slice(0, maxNamed - 1) : slowest).map((reading) => nameOf(reading, all))
  if (isLong) named.push(`${formatCount(slowest.length - named.length)} more consumer groups`)
  return joinNames(named)
}

/** "audit"; with its topic if it reads several, and the number of groups if they are several. */
export function nameOf({ name, topic, count }: GroupReading, all: readonly GroupReading[]): string {
  const isOnSeveral = all.filter((other) => other.name === name).length > 1
  const groups = count === 1 ? '' : ` (${counted(count, 'group')})`
  return `"${name}"${isOnSeveral ? ` on ${topic}` : ''}${groups}`
}

/** The assumptions behind the lag. */
export function lagAssumptions(
  { hardware }: Situation,
  { lag, consumerGroups = [] }: Pick<Prediction, 'lag' | 'consumerGroups'>,
): Prediction['assumptions'] {
  if (!lag) return []
  const disk = hardware === null ? '' : ' Their reads from disk, once they are far behind, are not counted.'
  const least = Math.min(...consumerGroups.map(({ readShare }) => readShare))
  const text = `Consumer groups that share a full limit read the same share of what is written, the slowest ${formatPercent(least)}. A group reads at the pace of its busiest member. Neither slows producers or other groups. Retention counts by time; limits by bytes and whole segments are left out.${disk}`
  return [{ id: 'growing-lag', text }]
}
