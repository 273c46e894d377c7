/**
 * The section on the sizes that a forecast recommends to buy, with their days.
 */
import { targetText } from '../../capacity/fixed-numbers.ts'
import { isOfPartition } from '../../capacity/size-answers.ts'
import { constraintName, dimensionNoun } from '../../contracts/dimensions.ts'
import { type Forecast, type ForecastPurchase, leastPurchaseDays } from '../../contracts/forecast.ts'
import type { Offering } from '../../contracts/offering.ts'
import { targetUtilisation as usualTarget } from '../../contracts/target-utilisation.ts'
import { counted, formatCount } from '../../units/count.ts'
import { utilisationText } from '../../units/ratio.ts'
import { blocks, paragraph, type Section, span, table, textCell } from '../document.ts'
import { hasPartitionsToMake, maxRows } from './forecast-partitions.ts'

interface SizesAnswer {
  readonly forecast: Forecast
  readonly unitName: Offering['unitName']
}

/** The sizes to buy, with dates. */
export function sizesSection({ forecast, unitName }: SizesAnswer): Section {
  const { sizes, purchases, targetUtilisation, deployment, sizeAsEntered } = forecast
  const isPrepared = hasPartitionsToMake(forecast)
  const stretches = sizeStretches(forecast)
  const shown = stretches.slice(0, maxRows)
  const left = stretches.length - shown.length
  const unit = (size: number) => `${formatCount(size)} ${size === 1 ? unitName.singular : unitName.plural}`
  const rows = shown.map(({ first, last }) => [
    textCell(first.from),
    textCell(first === last ? sizeCell(first, forecast, unit) : manySizes(first, last, unit)),
    textCell(first.dimension === null ? '–' : dimensionNoun(first.dimension)),
    textCell(first === last ? rangeOf(first, forecast) : '–'),
  ])
  const headings = [textCell('From'), textCell('Size'), textCell('Fullest limit'), textCell('Early to late')]
  const [first] = sizes
  return {
    id: 'sizes',
    title: 'Which size to buy by when',
    marks: [],
    blocks: blocks(
      paragraph(
        `The scenario has ${unit(deployment.size)}. Each size keeps ${targetText(targetUtilisation)}${isPrepared ? ', with the partitions below' : ''}.`,
      ),
      first !== undefined &&
        first.size !== null &&
        (grows(sizes) || first.size !== sizeAsEntered) &&
        paragraph(firstDayText(first.size, forecast, unit)),
      table('Sizes over time', headings, rows),
      skipsSizes({ sizes, purchases }) && paragraph(span('quiet', skippedText)),
      left > 0 && paragraph(span('quiet', `And ${counted(left, 'more change')}; --json has all.`)),
    ),
  }
}

/** Sizes in one row of the table: one, or several that follow each other. */
interface Stretch {
  readonly first: ForecastPurchase
  readonly last: ForecastPurchase
}

/** Up to this many stopgaps have a row each. More of them share a row. */
const maxStopgapRows = 3

/**
 * The rows of the table, usually one for each size to buy. Stopgaps share one row: there may be dozens of them within weeks,
 * and nobody buys one after another.
 */
export function sizeStretches({ purchases }: Forecast): Stretch[] {
  const stopgaps = purchases.filter(({ isStopgap }) => isStopgap)
  const [first, last] = [stopgaps[0], stopgaps.at(-1)]
  if (first === undefined || last === undefined || stopgaps.length <= maxStopgapRows)
    return purchases.map((each) => ({ first: each, last: each }))
  return purchases.flatMap((each) => {
    if (each === first) return [{ first, last }]
    return each.isStopgap ? [] : [{ first: each, last: each }]
  })
}

/** True if a size that is needed for some days is none to buy. */
function skipsSizes({ sizes, purchases }: Pick<Forecast, 'sizes' | 'purchases'>): boolean {
  return sizes.some(({ from, size }) => !purchases.some((each) => each.from === from && each.size === size))
}

const skippedText = `Each of these sizes lasts at least ${leastPurchaseDays} days, or until a launch or a season changes the load. Sizes that are enough for less time are left out; --json has them all (sizes).`

function sizeCell(each: ForecastPurchase, { targetUtilisation }: Forecast, unit: (size: number) => string): string {
  return each.size === null ? noSize(each, targetUtilisation) : unit(each.size)
}

/** "4 to 51 CKUs until 2027-06-04, for some days each: a larger size hardly helps, because a key fills its partition". */
function manySizes(first: ForecastPurchase, last: ForecastPurchase, unit: (size: number) => string): string {
  const { dimension } = first
  const why = dimension !== null && isOfPartition(dimension) ? ', because a key fills its partition' : ''
  return `${formatCount(first.size ?? 0)} to ${unit(last.size ?? 0)} until ${last.from}, for some days each: a larger size hardly helps${why}`
}

/** True if a later day needs more than the first one. */
function grows([first, ...later]: Forecast['sizes']): boolean {
  return later.some(({ size }) => size === null || size > (first?.size ?? Number.POSITIVE_INFINITY))
}

/** Compares the first size with that of a prediction. They differ if partitions are to be made or a season is in force. */
function firstDayText(
  size: number,
  { sizeAsEntered, targetUtilisation: target }: Forecast,
  unit: (size: number) => string,
): string {
  const enough = `${unit(size)} ${size === 1 ? 'is' : 'are'} enough for the load of the first day`
  const isUsual = target === usualTarget
  if (size === sizeAsEntered) {
    const sameAs = isUsual
      ? 'a prediction and of the view Sizing, which do'
      : 'a prediction with this target, which does'
    return `${enough}. That is the size of ${sameAs} not count growth.`
  }
  const subject = isUsual ? 'A prediction and the view Sizing take' : 'A prediction with this target takes'
  const predictedText = sizeAsEntered === null ? 'no size is enough' : `the size is ${unit(sizeAsEntered)}`
  return `${enough}, with the partitions below. ${subject} the rates and the partitions as entered: there ${predictedText}.`
}

function rangeOf({ from, early, late }: ForecastPurchase, { to }: Forecast): string {
  if (early === null) return late === null ? '–' : `to ${late}`
  if (early === late) return early === from ? '–' : early
  return late === null ? `${early}, or not by ${to}` : `${early} to ${late}`
}

/** At most this many limits are named that no size keeps at the target. */
const maxBlockers = 3

function noSize({ blockers, refusals }: ForecastPurchase, target: number): string {
  if (refusals.length > 0) return `none: ${refusals.join(' ')}`
  const names = blockers
    .slice(0, maxBlockers)
    .map((blocker) => `${constraintName(blocker)} ${utilisationText(blocker.utilisation, target)}`)
  return names.length === 0 ? 'no size suffices' : `no size suffices (at the largest: ${names.join(', ')})`
}
