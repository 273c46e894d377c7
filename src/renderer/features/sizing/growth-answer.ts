/**
 * What a load needs after it has grown: what a person types, and the answer in words. Pure.
 */
import { targetSentence } from '../../../capacity/explain-answers.ts'
import { answerSizes } from '../../../capacity/size-answers.ts'
import { targetUtilisation } from '../../../capacity/smallest-size.ts'
import { dimensionName } from '../../../charts/constraint-labels.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { formatByteRate } from '../../../units/byte-rate.ts'
import { formatCount } from '../../../units/count.ts'
import { formatFactor, formatPercent, parseYearlyGrowth } from '../../../units/ratio.ts'

/** The fields as typed. An empty growth asks nothing; empty years are one. */
export interface GrowthForm {
  readonly growth: string
  readonly years: string
}

/** Growth of all rates as a ratio a year, and for how many years. */
export interface Growth {
  readonly growthPerYear: number
  readonly years: number
}

export type GrowthReading =
  | { readonly ok: true; readonly growth: Growth | null }
  | { readonly ok: false; readonly problems: Partial<GrowthForm> }

const mostGrowth = 100
const mostYears = 50

/** What the fields ask, or what is wrong with each. */
export function readGrowth(form: GrowthForm): GrowthReading {
  if (form.growth.trim() === '') return { ok: true, growth: null }
  const growth = parseYearlyGrowth(form.growth)
  const years = form.years.trim() === '' ? 1 : Number(form.years)
  const problems = {
    ...(growth.ok
      ? isUpTo(growth.value, mostGrowth)
        ? {}
        : { growth: 'Needs more than 0 %.' }
      : { growth: growth.problem }),
    ...(isUpTo(years, mostYears) ? {} : { years: `Needs a number of years up to ${mostYears}.` }),
  }
  if (!growth.ok || Object.keys(problems).length > 0) return { ok: false, problems }
  return { ok: true, growth: { growthPerYear: growth.value, years } }
}

function isUpTo(value: number, most: number): boolean {
  return value > 0 && value <= most
}

/** The smallest size and the fewest partitions after the growth, in words. */
export function growthSentence(scenario: Scenario, offering: Offering, growth: Growth): string {
  const grown = answerSizes(scenario, offering, growth).at(-1)
  if (grown === undefined) return ''
  const load = `${formatFactor(grown.loadFactor)} today’s load, ${formatByteRate(grown.offered.ingressWireBytesPerSec)} in`
  const partitions = grown.minimumPartitions
    .map(({ topic, partitions: count }) => `${formatCount(count)} for ${topic}`)
    .join(', ')
  const fewest = partitions === '' ? [] : [`Fewest partitions: ${partitions}.`]
  const target = formatPercent(targetUtilisation)
  if (grown.smallest === null) {
    const over = grown.blockers.map(({ dimension }) => dimensionName(dimension).toLowerCase())
    const because = over.length === 0 ? '' : `: ${[...new Set(over)].join(', ')}`
    const sizes = `${load}: no size of ${offering.name} keeps every limit under ${target}${because}.`
    return [sizes, ...grown.partitionsForTarget.map(targetSentence), ...fewest].join(' ')
  }
  const { size, dimension } = grown.smallest
  const unit = size === 1 ? offering.unitName.singular : offering.unitName.plural
  const decides = dimensionName(dimension).toLowerCase()
  const sizes = `${load}: ${formatCount(size)} ${unit} would keep every limit under ${target}; deciding limit: ${decides}.`
  return [sizes, ...fewest].join(' ')
}
