/**
 * The growth that a person types, and what the load needs after it. Pure.
 */
import { answerSizes } from '../../../capacity/size-answers.ts'
import { targetUtilisation } from '../../../capacity/smallest-size.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { type Block, list, paragraph } from '../../../presentation/document.ts'
import { explainPartitions, explainSize } from '../../../presentation/sizing/size-sentences.ts'
import { parseYearlyGrowth } from '../../../units/ratio.ts'

/** The fields as typed. Without growth there is no answer; empty years mean one year. */
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

/** The growth of the fields, null if none was typed, or what is wrong with each field. */
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

function isUpTo(value: number, max: number): boolean {
  return value > 0 && value <= max
}

/** The smallest size and the fewest partitions after the growth. */
export function growthBlocks(scenario: Scenario, offering: Offering, growth: Growth): Block[] {
  const grown = answerSizes(scenario, offering, growth).at(-1)
  if (grown === undefined) return []
  return [paragraph(explainSize(grown, offering, targetUtilisation)), list(explainPartitions(grown))]
}
