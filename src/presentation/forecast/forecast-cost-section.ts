/**
 * The section on what a growing load costs a month, and its sentence.
 */
import { becauseOfRetention, namesOfMissing } from '../../billing/names-of-missing.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { Forecast } from '../../contracts/forecast.ts'
import type { ForecastCost, ForecastCosts } from '../../contracts/forecast-costs.ts'
import type { Offering } from '../../contracts/offering.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { counted } from '../../units/count.ts'
import { joinNames } from '../../units/join-names.ts'
import { formatMoneyRange } from '../../units/money.ts'
import { priceFacts } from '../billing/bill-blocks.ts'
import { brokenBlock } from '../billing/bill-document.ts'
import { missingLines, priceWarnings } from '../billing/bill-sentences.ts'
import { datesText } from '../billing/cost-over-load-document.ts'
import {
  blocks,
  type Content,
  facts,
  heading,
  list,
  noteLine,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { dayContent, eventTexts } from './forecast-events.ts'
import { hasPartitionsToMake, maxRows } from './forecast-partitions.ts'
import { sizeStretches } from './forecast-sizes.ts'

interface CostedForecast {
  readonly forecast: Forecast
  readonly unitName: Offering['unitName']
  readonly costs: ForecastCosts
  readonly brokenSheets: readonly BrokenFile[]
}

/** What a month costs on the first and the last day, and at each step of size and load. */
export function costSection({ forecast, unitName, costs, brokenSheets }: CostedForecast): Section {
  const { points, missing, notIncluded, assumptions, currency, pricesFrom, pricesTo } = costs
  const events = eventTexts(forecast)
  const listed = listedPoints(points, forecast, events)
  const shown = listed.length <= maxRows ? listed : [...listed.slice(0, maxRows - 1), ...listed.slice(-1)]
  const left = points.length - shown.length
  const rows = shown.map((point) => [
    textCell(dayContent(point.day, events)),
    textCell(sizeContent(point, forecast, unitName)),
    numberCell(point.ingressBytesPerSec === null ? '–' : formatByteRate(point.ingressBytesPerSec)),
    numberCell(amountText(point, currency)),
  ])
  const headings = [textCell('Load of'), textCell('Size'), numberCell('Written, average'), numberCell('A month')]
  const prepared = hasPartitionsToMake(forecast) ? ' and the partitions to make now' : ''
  return {
    id: 'costs-over-time',
    title: 'What it costs over time',
    marks: ['computed from dated prices, not an offer'],
    blocks: blocks(
      brokenBlock(brokenSheets),
      facts(priceFacts(costs, pricesFrom === null ? 'yours' : datesText(pricesFrom, pricesTo ?? pricesFrom))),
      table('Bills of a month at the load of a day', headings, rows),
      left > 0 && paragraph(span('quiet', `And ${counted(left, 'more day')}; --json has all.`)),
      paragraph(
        span(
          'quiet',
          `A bill of a whole month at the likely load of that day, with the size to buy for it${prepared}. Prices are taken to stay as they are. headroom bill has the lines of the first day.`,
        ),
      ),
      missing.length > 0 && [heading('Charges without a known amount'), list(missingLines(costs))],
      assumptions.length > 0 && [heading('Assumed'), list(assumptions)],
      notIncluded.length > 0 && [heading('Not included in these bills'), list(notIncluded)],
    ),
  }
}

/** All points but those of sizes that are one row in the table of sizes: of these the first and the last one. */
function listedPoints(
  points: readonly ForecastCost[],
  forecast: Forecast,
  events: ReadonlyMap<string, string>,
): ForecastCost[] {
  const { from, to } = forecast
  const ends = sizeStretches(forecast).flatMap(({ first, last }) => [first.from, last.from])
  const days = new Set([from, to, ...ends, ...events.keys()])
  return points.filter(({ day }) => days.has(day))
}

function sizeContent({ of, size }: ForecastCost, { sizes }: Forecast, unitName: Offering['unitName']): Content {
  if (size === null) return 'no size is enough'
  const units = counted(size, unitName.singular, unitName.plural)
  if (of === 'schedule') return units
  const [first] = sizes
  const isTooSmall = first !== undefined && (first.size === null || first.size > size)
  return [units, noteLine(`the scenario’s${isTooSmall ? ', not enough' : ''}`)]
}

function amountText({ totalPerMonth, isComplete }: ForecastCost, currency: string | null): string {
  if (totalPerMonth === null || currency === null) return 'not known'
  return `${isComplete ? '' : 'at least '}${formatMoneyRange(totalPerMonth, currency)}`
}

/**
 * "1 eCKU on 2026-12-01: 1,095.00 USD a month; 2 eCKUs on 2029-12-01: 2,190.00 USD a month", with the region and the dates
 * of the prices.
 */
export function costTrendSentence({ forecast, unitName, costs }: Omit<CostedForecast, 'brokenSheets'>): string {
  const { points, currency, missing } = costs
  // The first day has two points if the smallest size is not the scenario's.
  const first = points.findLast(({ day }) => day === forecast.from)
  const last = points.at(-1)
  if (first === undefined || last === undefined || first.size === null) return 'No size is enough on the first day.'
  if (currency === null || first.totalPerMonth === null) {
    const { prices, retention } = namesOfMissing(missing)
    const unpriced = prices.length === 0 ? [] : [`no price of ${joinNames(prices)} is known. Give yours.`]
    const unstated = retention.length === 0 ? [] : [`${joinNames(retention)}, ${becauseOfRetention}.`]
    return `Not known: ${[...unpriced, ...unstated].join(' Also not known: ')}`
  }
  const ends = first === last ? [first] : [first, last]
  const texts = ends.map((point) =>
    point.size === null
      ? `on ${point.day} no size is enough`
      : `${counted(point.size, unitName.singular, unitName.plural)} on ${point.day}: ${amountText(point, currency)} a month`,
  )
  return `${texts.join('; ')}${pricesText(costs)}.`
}

/** "; us-east-1, prices of 2026-06-23 to 2026-10-04 (check before you quote)". */
function pricesText({ region, pricesFrom, pricesTo, ...summary }: ForecastCosts): string {
  const dates = pricesFrom === null ? 'your prices' : `prices of ${datesText(pricesFrom, pricesTo ?? pricesFrom)}`
  return `; ${region ?? 'no region named'}, ${dates}${priceWarnings(summary)}`
}
