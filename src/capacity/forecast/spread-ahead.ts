/**
 * Partitions that spread a load over enough brokers. A broker holds whole replicas: with few partitions the busiest broker keeps
 * one of them however many brokers there are, so that a larger cluster does not help.
 */
import type { ForecastPartitions } from '../../contracts/forecast.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { checkedDay } from '../../units/calendar-day.ts'
import { formatCount } from '../../units/count.ts'
import { acceptedSize, blockersOf, isOfPartition } from '../size-answers.ts'
import { situationOf } from '../solve.ts'
import type { Outlook } from './day-outlook.ts'
import { earlyChance } from './limit-days.ts'

/** Up to this many times the partitions that the limits of a partition need are tried. */
const mostTimes = 64

/** Steps of the search for the fewest that are enough: it ends within a 4096th of the range. */
const searchSteps = 12

/**
 * Raises the partitions of all topics in the same proportion, if no size is enough for the highest load without that and a size is
 * with it. Returns them as they are if partitions do not help, or if a key outgrows a partition.
 */
export function spreadAhead(
  outlook: Outlook,
  found: readonly ForecastPartitions[],
  target: number,
): ForecastPartitions[] {
  if (found.some(({ needed }) => needed === null)) return [...found]
  const timesAt = (share: number, countOf: (each: ForecastPartitions) => number | null) => {
    const counts = new Map(found.map((each) => [each.topic, Math.max(each.partitions, countOf(each) ?? 0)]))
    const days = [...new Set(found.map(({ day }) => checkedDay(day)))]
    const on = (day: number) => timesToSpread(outlook.scenarioOn(day, share), outlook.offering, { counts, target })
    const times = Math.max(1, ...days.map(on))
    return ({ topic }: ForecastPartitions) => Math.ceil((counts.get(topic) ?? 1) * times) * Number(times > 1)
  }
  const likely = timesAt(0.5, ({ needed }) => needed)
  const high = timesAt(1 - earlyChance, ({ neededHigh }) => neededHigh)
  return found.map((each) => {
    const { needed, neededHigh, formula } = each
    const spread = likely(each)
    return {
      ...each,
      needed: Math.max(needed ?? 0, spread),
      neededHigh: neededHigh === null ? null : Math.max(neededHigh, spread, high(each)),
      formula:
        spread === 0
          ? formula
          : `${formula}; ${formatCount(spread)}, because with fewer no number of brokers is enough`,
    }
  })
}

/** How many times the given partitions a size needs that is enough; 1 if they are enough, or if more do not help. */
function timesToSpread(
  scenario: Scenario,
  offering: Offering,
  { counts, target }: { readonly counts: ReadonlyMap<string, number>; readonly target: number },
): number {
  const withTimes = (times: number): Scenario => {
    const topics = scenario.workload.topics.map((topic) => {
      const count = counts.get(topic.name)
      return count === undefined ? topic : { ...topic, partitions: Math.ceil(count * times) }
    })
    return { ...scenario, workload: { ...scenario.workload, topics } }
  }
  const isEnough = (times: number) => {
    const spread = withTimes(times)
    return acceptedSize(spread, situationOf(spread, offering), target) !== null
  }
  if (isEnough(1)) return 1
  const blockers = blockersOf(withTimes(1), offering, target)
  if (blockers.length === 0 || blockers.some(({ dimension }) => isOfPartition(dimension))) return 1
  let enough = 2
  while (!isEnough(enough)) {
    enough *= 2
    if (enough > mostTimes) return 1
  }
  let tooFew = enough / 2
  for (let step = 0; step < searchSteps; step += 1) {
    const middle = (tooFew + enough) / 2
    if (isEnough(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}
