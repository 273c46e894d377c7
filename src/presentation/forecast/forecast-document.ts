/**
 * Describes a forecast as a document: when a growing load reaches the limits, and what to buy and create by when.
 */
import { earlyChance } from '../../capacity/forecast/limit-days.ts'
import { partitionsToMake } from '../../capacity/forecast/partitions-ahead.ts'
import { isOfPartition } from '../../capacity/size-answers.ts'
import { constraintName, constraintNameInside } from '../../contracts/dimensions.ts'
import type {
  Forecast,
  ForecastDays,
  ForecastLimit,
  ForecastPartitions,
  ForecastPoint,
  ForecastPurchase,
  ForecastSize,
} from '../../contracts/forecast.ts'
import { counted, formatCount } from '../../units/count.ts'
import { joinNames } from '../../units/join-names.ts'
import { formatPercent, utilisationText } from '../../units/ratio.ts'
import { blocks, type Document, type Fact, facts } from '../document.ts'
import { predictedMark } from '../labels.ts'
import { deploymentContent } from '../report-facts.ts'
import { costTrendSentence } from './forecast-cost-section.ts'
import { firstSeasons } from './forecast-events.ts'
import type { HotTopic } from './forecast-partitions.ts'
import { daysText, type ForecastAnswer, forecastSections } from './forecast-sections.ts'
import { growthText } from './growth-text.ts'

/** Describes the forecast as a document. */
export function forecastDocument(answer: ForecastAnswer): Document {
  const { forecast } = answer
  const { from, to } = forecast
  return {
    subject: 'Headroom forecast',
    title: forecast.scenarioName,
    answer: {
      tone: 'predicted',
      label: null,
      sentence: forecastSentence(forecast),
      reason: `${sizeSentence(answer)} ${answer.setting}`.trimEnd(),
      marks: [predictedMark],
    },
    introduction: blocks(
      facts([
        ['Deployment', deploymentContent(forecast, from)],
        ['Days', `${from} to ${to}`],
        ['Growth', forecast.growth.map(growthText).join('; ')],
        ['Cost', costTrendSentence(answer)],
        ...seasonFacts(forecast),
      ]),
    ),
    sections: forecastSections(answer),
    closing: 'Made by Headroom. A forecast is only as good as its growth: repeat it when you know the load better.',
  }
}

/**
 * Says that the first day is in a season, and so has another load than the scenario, whose rates apply outside of seasons.
 */
function seasonFacts(forecast: Forecast): Fact[] {
  const seasons = firstSeasons(forecast)
  if (seasons.length === 0) return []
  return [
    [
      'First day',
      `in a season: ${seasons.map(growthText).join('; ')}. The rates of the scenario apply outside of seasons.`,
    ],
  ]
}

/** "Ingress: 80 % used on 2027-03-04, full on 2028-05-01 (2028-01-09 to 2028-09-12)." */
export function forecastSentence(forecast: Forecast): string {
  const { limits, from, to, targetUtilisation: target } = forecast
  const percent = formatPercent(target)
  const first = limits.find(({ full }) => full.likely !== null) ?? firstAtTarget(limits)
  if (first === undefined) return `${belowText(forecast, percent)}.${lastSentence(forecast)}`
  const { atTarget, full } = first
  const name = constraintName(first)
  if (full.likely === from) return `${name}: full on the first day; ${fullFirstDayText(forecast)}.`
  const subject = `${name}${ownPartitionsText(first, forecast)}`
  // The factor tolerates rounding: a limit that is exactly at the target is not above it.
  const filling =
    atTarget.likely === from
      ? `${subject}: ${first.firstUtilisation > target * (1 + 1e-9) ? 'more than ' : ''}${percent} used on the first day`
      : `${subject}: ${percent} used on ${daysText(atTarget, forecast)}`
  if (full.likely === null) return `${filling}, ${notFullText(full, to)}.`
  // A launch or a season can pass the target and fill the limit on one day.
  if (full.likely === atTarget.likely) return `${subject}: full on ${daysText(full, forecast)}.`
  return `${filling}, full on ${daysText(full, forecast)}.`
}

/** " with the scenario’s partitions" for a limit of partitions if the next sentence recommends others. */
function ownPartitionsText({ layer }: ForecastLimit, forecast: Forecast): string {
  return layer === 'partition' && partitionsText(forecast) !== '' ? ' with the scenario’s partitions' : ''
}

/** A full limit of requests need not refuse the load: clients that wait send fewer, fuller batches. */
function fullFirstDayText({ points }: Forecast): string {
  return points[0]?.isCarried === true ? 'its load is carried only while clients wait' : 'its load does not fit'
}

const earlyText = formatPercent(earlyChance)

/** "not full by 2029-12-01", plus the day by which it is full with a chance of 10 %. */
function notFullText({ early }: ForecastDays, to: string): string {
  return early === null
    ? `not full by ${to}`
    : `likely not full by ${to}, but with a chance of ${earlyText} by ${early}`
}

/** "Every limit stays below 80 % until 2029-12-01", plus the first limit that reaches it with a chance of 10 %. */
function belowText({ limits, sizes, from, to }: Forecast, percent: string): string {
  const all = sizes.some(({ refusals }) => refusals.length > 0) ? 'Every limit that is known' : 'Every limit'
  const [first] = limits
    .flatMap((limit) => (limit.atTarget.early === null ? [] : [{ limit, early: limit.atTarget.early }]))
    .sort((one, other) => one.early.localeCompare(other.early))
  if (first === undefined) return `${all} stays below ${percent} until ${to}`
  const name = constraintNameInside(first.limit)
  const reached =
    first.early === from ? `${name} is at ${percent} on the first day` : `${name} reaches it by ${first.early}`
  return `${all} likely stays below ${percent} until ${to}; with a chance of ${earlyText} ${reached}`
}

/**
 * Names the fullest limit on the last day: " The fullest then is requests, at 46 %." If it was fuller before, as in a season,
 * that day: " The fullest until then is requests, at 62 % on 2028-11-20."
 */
function lastSentence({ points, targetUtilisation }: Forecast): string {
  const last = points.at(-1)
  if (last === undefined) return ''
  const textOf = ({ utilisation }: ForecastPoint) => utilisationText(utilisation.likely, targetUtilisation)
  const highest = points.reduce((top, each) => (each.utilisation.likely > top.utilisation.likely ? each : top), last)
  if (textOf(highest) === textOf(last))
    return ` The fullest then is ${constraintNameInside(last.fullest)}, at ${textOf(last)}.`
  return ` The fullest until then is ${constraintNameInside(highest.fullest)}, at ${textOf(highest)} on ${highest.day}.`
}

function firstAtTarget(limits: readonly ForecastLimit[]): ForecastLimit | undefined {
  return limits.find(({ atTarget }) => atTarget.likely !== null)
}

/**
 * Returns a topic whose partitions are too few by that day although as many as help are made, because its most frequent key
 * outgrows one. Undefined if other limits than those of partitions have reached the target by then: a larger size relieves
 * those, and partitions only a little, by filling batches better.
 */
function hotTopicBy({ limits, partitions }: Forecast, day: string): HotTopic | undefined {
  const reached = limits.filter(({ atTarget }) => atTarget.likely !== null && atTarget.likely <= day)
  if (!reached.every(({ layer }) => layer === 'partition')) return undefined
  return partitions.find((topic): topic is HotTopic => isHotBy(topic, day))
}

/** True if no number of partitions that is worth making is enough by that day. A key that outgrows one later does not count. */
function isHotBy(topic: ForecastPartitions, day: string): topic is HotTopic {
  const { hotKeyFrom, beforeHot } = topic
  return hotKeyFrom !== null && (beforeHot === null || beforeHot.until <= day)
}

/** Says what to buy next, and which partitions to make for it. */
export function sizeSentence({ forecast, unitName }: ForecastAnswer): string {
  const { purchases, deployment, to } = forecast
  const next = purchases.find(({ size }) => size === null || size > deployment.size)
  const units = (size: number) => counted(size, unitName.singular, unitName.plural)
  const partitions = partitionsText(forecast)
  if (next === undefined) {
    const enough = `${units(deployment.size)} ${deployment.size === 1 ? 'is' : 'are'} enough until ${to}`
    return `${enough}${partitions === '' ? '' : ` with ${partitions}`}.`
  }
  if (next.size === null) return noSizeSentence(forecast, next, partitions)
  const hot = hotTopicBy(forecast, next.from)
  if (hot !== undefined) {
    return hotSentence(hot, partitions, forecast)
  }
  if (next.isStopgap) return stopgapSentence(forecast, next, partitions)
  const andPartitions = partitions === '' ? '' : `, and make ${partitions}`
  const instead = `instead of the scenario’s ${formatCount(deployment.size)}`
  return `Buy ${units(next.size)} by ${next.early ?? next.from} ${instead}${andPartitions}. ${lastsSentence(forecast, next)}`
}

/**
 * What to do about a key that outgrows a partition. The sentence names only the day until which more partitions help. The
 * table of partitions has the day from which the key alone is too much.
 */
function hotSentence(
  hot: HotTopic,
  partitions: string,
  { targetUtilisation: target }: Pick<Forecast, 'targetUtilisation'>,
): string {
  const key = `the most frequent key of ${hot.topic}`
  if (hot.beforeHot === null) {
    const alone = `from ${hot.hotKeyFrom} it alone takes more than ${formatPercent(target)} of a partition`
    return `Spread ${key} now: twice as many partitions are not enough, a larger size hardly helps, and ${alone}.`
  }
  const { until } = hot.beforeHot
  const enough =
    partitions === ''
      ? `The scenario’s partitions of ${hot.topic} are enough until ${until}`
      : `Make ${partitions} now, which is enough until ${until}`
  return `${enough}. Spread ${key} by then: more partitions or a larger size hardly help after that.`
}

/** Says until when the bought units are enough at likely growth: "They last until 2028-01-23." */
function lastsSentence({ purchases, to }: Forecast, bought: ForecastPurchase): string {
  const after = purchases
    .slice(purchases.indexOf(bought) + 1)
    .find(({ size }) => size === null || size > (bought.size ?? 0))
  const subject = bought.size === 1 ? 'It lasts' : 'They last'
  return after === undefined
    ? `${subject} until ${to} at least.`
    : `${subject} until ${after.from}, when ${neededText(after)}.`
}

function neededText({ size, isStopgap }: ForecastPurchase): string {
  if (size === null) return 'no size is enough'
  return isStopgap ? 'a larger size hardly helps' : `${formatCount(size)} are needed`
}

/** Says that larger sizes help for some days only, and from when none does. */
function stopgapSentence({ purchases }: Forecast, next: ForecastPurchase, partitions: string): string {
  const none = purchases.find(({ from, size }) => size === null && from > next.from)
  const make = partitions === '' ? '' : `Make ${partitions} now. `
  const after = none === undefined ? '' : `, and from ${none.from} no size is enough`
  return `${make}From ${next.from} a larger size helps for some days only${after}.`
}

function noSizeSentence({ from, partitions: topics }: Forecast, next: ForecastSize, partitions: string): string {
  const hot = topics.find((each) => isHotBy(each, next.from) && isBlocking(each, next))
  const why = hot === undefined ? '' : ` The most frequent key of ${hot.topic} has to be spread.`
  if (next.refusals.length > 0) return next.refusals.join(' ')
  if (next.from === from) return `No size that can be bought is enough on the first day.${why}`
  const make = partitions === '' ? '' : `Make ${partitions} now. `
  return `${make}From ${next.from} no size that can be bought is enough.${why}`
}

/** True if limits on the partitions of a topic are among those that no size keeps at the target. */
function isBlocking({ topic }: ForecastPartitions, { blockers }: ForecastSize): boolean {
  return blockers.some(({ id, dimension }) => isOfPartition(dimension) && id.endsWith(`:${topic}`))
}

/** More topics than this are not named in a sentence. */
const maxNamedTopics = 3

/** "24 instead of 12 partitions of orders", "the partitions below of 8 topics"; empty if every topic has enough. */
function partitionsText({ partitions }: Forecast): string {
  const lacking = partitions.filter((each) => partitionsToMake(each) > each.partitions)
  if (lacking.length > maxNamedTopics) return `the partitions below of ${formatCount(lacking.length)} topics`
  return joinNames(
    lacking.map((each) => {
      return `${formatCount(partitionsToMake(each))} instead of ${counted(each.partitions, 'partition')} of ${each.topic}`
    }),
  )
}
