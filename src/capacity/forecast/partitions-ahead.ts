/**
 * Partitions to make now: more can be added later, but that moves keys to other partitions.
 */
import type { ForecastPartitions } from '../../contracts/forecast.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { formatDay } from '../../units/calendar-day.ts'
import { fewestPartitions, type PartitionCount } from '../minimum-partitions.ts'
import { atSize } from '../size-answers.ts'
import { smallestSize } from '../smallest-size.ts'
import { situationOf } from '../solve.ts'
import type { Outlook } from './day-outlook.ts'
import { firstDay } from './first-day.ts'
import { directionOf, growthFactors, type Piece } from './grown-scenario.ts'
import { earlyChance } from './limit-days.ts'
import { spreadAhead } from './spread-ahead.ts'

/** Maximum number of partitions to make before one key becomes too large for a partition, as a multiple of the scenario's. */
const maxTimes = 2

/** The days of a forecast: those that are shown, and the pieces between which growth changes. */
export type DaysAhead = { readonly days: readonly number[]; readonly pieces: readonly Piece[]; readonly target: number }

/**
 * The fewest partitions of each topic that keep them at or below the target on the day of its highest load; none if one
 * key is too large for a partition by then. Topics whose partitions have no limit are left out. There are more where only more
 * partitions let a larger size carry that load (`spreadAhead`).
 */
export function partitionsAhead(outlook: Outlook, { days: shown, pieces, target }: DaysAhead): ForecastPartitions[] {
  const { scenario, growth } = outlook
  const { topics, producers } = scenario.workload
  const countsOn = countsByDay(outlook, target)
  const direction = directionOf(growth, [0.5])
  const ofLimits = topics.flatMap(({ name, partitions }): ForecastPartitions[] => {
    const countOn = (day: number) => countsOn(day, 0.5).get(name)
    const isHot = (day: number) => countOn(day)?.partitions === null
    const rate = rateOfTopic(outlook, name)
    const day = highestDay([growth.from, ...shown], rate)
    const hotFrom = isHot(day) ? firstDay(pieces, direction, isHot) : null
    const found = countOn(day)
    if (found === undefined) return []
    const isKeyed = producers.some((producer) => producer.topic === name && producer.keys.kind !== 'none')
    const neededHigh = countsOn(day, 1 - earlyChance).get(name)?.partitions ?? null
    const { partitions: needed, formula } = found
    const hotKeyFrom = hotFrom === null ? null : formatDay(hotFrom)
    const isTooMany = (at: number) => {
      const count = countOn(at)
      return count !== undefined && (count.partitions ?? Number.POSITIVE_INFINITY) > partitions * maxTimes
    }
    const tooManyFrom = hotFrom === null ? null : firstDay(pieces, direction, isTooMany)
    const before = tooManyFrom === null || tooManyFrom === growth.from ? null : daysBefore(tooManyFrom, shown)
    const helpful = before === null ? null : (countOn(highestDay(before, rate))?.partitions ?? null)
    const beforeHot =
      helpful === null || tooManyFrom === null ? null : { partitions: helpful, until: formatDay(tooManyFrom) }
    const days = { day: formatDay(day), hotKeyFrom }
    return [{ topic: name, partitions, needed, neededHigh, beforeHot, ...days, isKeyed, formula }]
  })
  return spreadAhead(outlook, ofLimits, target)
}

/** Records/s into a topic on a day, at likely growth. */
function rateOfTopic({ scenario, growth }: Outlook, topic: string): (day: number) => number {
  const { producers } = scenario.workload
  return (day) => {
    const factors = growthFactors(producers, growth, day, 0.5)
    return producers.reduce(
      (sum, producer, index) =>
        producer.topic === topic ? sum + producer.peakRecordsPerSec * (factors[index] ?? 1) : sum,
      0,
    )
  }
}

/** The shown days before a day, and the last day before it. */
function daysBefore(day: number, shown: readonly number[]): number[] {
  return [day - 1, ...shown.filter((each) => each < day)]
}

/** The first day with the highest rate. */
function highestDay([first = 0, ...others]: readonly number[], rateOn: (day: number) => number): number {
  return others.reduce((highest, day) => (rateOn(day) > rateOn(highest) ? day : highest), first)
}

/** The fewest partitions of every topic on a day, on the smallest size that takes the load of that day. */
function countsByDay(
  outlook: Outlook,
  target: number,
): (day: number, share: number) => ReadonlyMap<string, PartitionCount> {
  const known = new Map<string, ReadonlyMap<string, PartitionCount>>()
  return (day, share) => {
    const key = `${day}:${share}`
    const counts = known.get(key) ?? countsOf(outlook, outlook.scenarioOn(day, share), target)
    known.set(key, counts)
    return counts
  }
}

function countsOf({ offering }: Outlook, scenario: Scenario, target: number): ReadonlyMap<string, PartitionCount> {
  const own = situationOf(scenario, offering)
  const smallest = smallestSize(scenario, own, target)
  const situation = smallest === null ? own : situationOf(atSize(scenario, smallest.size), offering)
  return new Map(
    situation.topics.flatMap((load) => {
      const found = fewestPartitions(situation, load, target)
      return found === null ? [] : [[load.topic.name, found] as const]
    }),
  )
}

/**
 * The partitions that a forecast recommends for a topic: if one key finally becomes too large, as many as help until
 * then.
 */
export function partitionsToMake({ partitions, needed, beforeHot }: ForecastPartitions): number {
  return Math.max(partitions, needed ?? beforeHot?.partitions ?? 0)
}

/** The scenario with the partitions that a forecast recommends. */
export function withPartitionsAhead(scenario: Scenario, ahead: readonly ForecastPartitions[]): Scenario {
  const recommended = new Map(ahead.map((each) => [each.topic, partitionsToMake(each)]))
  const topics = scenario.workload.topics.map((topic) => ({
    ...topic,
    partitions: recommended.get(topic.name) ?? topic.partitions,
  }))
  return { ...scenario, workload: { ...scenario.workload, topics } }
}
