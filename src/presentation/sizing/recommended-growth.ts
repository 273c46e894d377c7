/**
 * Words how long a recommendation holds while the load grows, and what the load needs after the growth.
 */
import { predict } from '../../capacity/predict.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { GrownRecommendation, GrowthOfLoad } from '../../planning/grown-recommendation.ts'
import { counted } from '../../units/count.ts'
import { lowerFirst } from '../../units/first-letter.ts'
import { groupDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import { type ChangeToApply, wordRecommendation } from './recommendation.ts'
import { noSizeOf } from './size-sentences.ts'

/** The growth of a recommendation as sentences and as a value. */
export interface WordedGrowth {
  /**
   * "Size and partitions are for today’s load. With 20 % growth a year the load stays within the target for 8 days. After 1
   * year: 4 CKUs are enough. Forecast has the partitions for the growth."
   */
  readonly sentence: string
  /**
   * The recommendation for the load after the growth; null if that of today's load still holds, or no size is enough.
   */
  readonly change: ChangeToApply | null
  /** "1 year" */
  readonly period: string
}

/** Words a recommendation over the growth of its load. */
export function wordGrowth(
  { holdsForDays, scenario, after }: GrownRecommendation,
  { growthPerYear, years }: GrowthOfLoad,
  offering: Offering,
): WordedGrowth {
  const period = counted(years, 'year')
  const time = holdsForDays === null ? 'for ten years and more' : holdsFor(holdsForDays)
  const today = `Size and partitions are for today’s load. With ${formatPercent(growthPerYear)} growth a year the load stays within the target ${time}.`
  if (after === null) return { sentence: today, change: null, period }
  const prediction = predict(scenario, offering)
  const noSize = noSizeOf(prediction, scenario, offering)
  const { unitName } = offering
  const { sentence } = wordRecommendation({ scenario, prediction, recommended: after, noSize, unitName })
  const { smallest, changes } = after
  // More partitions do not help where no size is enough, so the forecast is not named for them.
  const needsPartitions = smallest !== null && after.neededPartitions.length > 0
  return {
    sentence: `${today} After ${period}: ${lowerFirst(sentence)}${needsPartitions ? partitionsHint : ''}`,
    change: smallest === null ? null : { changes, smallest },
    period,
  }
}

/** The forecast counts partitions for the growth, and names another number than the recommendation. */
const partitionsHint = ' Forecast has the partitions for the growth.'

const daysPerMonth = 365.25 / 12
/** Fewer days than this are said as days, and fewer months than this as months. */
const fewDays = 60
const fewMonths = 24

function holdsFor(days: number): string {
  if (days === 0) return 'for less than a day'
  if (days < fewDays) return `for ${counted(days, 'day')}`
  const months = Math.floor(days / daysPerMonth)
  return months < fewMonths ? `for ${counted(months, 'month')}` : `for ${groupDigits(months / 12, 1)} years`
}
