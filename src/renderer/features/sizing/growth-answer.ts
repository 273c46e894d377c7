/**
 * Reads the growth of the load that the user typed, and says which size the load needs after it. Pure.
 */
import { answerSizes } from '../../../capacity/size-answers.ts'
import type { WhatIfGrowth } from '../../../charts/what-if-regimes.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { targetUtilisation } from '../../../contracts/target-utilisation.ts'
import { type Block, list, paragraph } from '../../../presentation/document.ts'
import { explainPartitions, explainSize } from '../../../presentation/sizing/size-sentences.ts'
import { counted } from '../../../units/count.ts'
import { formatPercent, parseYearlyGrowth } from '../../../units/ratio.ts'

/** The place by which `focusField` finds the field of the growth. No scenario has a value there. */
export const growthPlace = 'growth'

/** The fields as typed. If `growth` is empty, there is no answer; empty `years` mean one year. */
export interface GrowthForm {
  readonly growth: string
  readonly years: string
}

/** Growth of all rates, as a ratio per year, and the number of years. */
export interface Growth {
  readonly growthPerYear: number
  readonly years: number
}

/** The growth, null if none was typed, or the problem of each invalid field. */
export type GrowthReading =
  | { readonly ok: true; readonly growth: Growth | null }
  | { readonly ok: false; readonly problems: Partial<GrowthForm> }

/** Maximum growth per year, as a ratio: 10,000 %. The bound was chosen, not derived. */
const maxGrowth = 100
const maxYears = 50

/** Parses the fields. */
export function readGrowth(form: GrowthForm): GrowthReading {
  if (form.growth.trim() === '') return { ok: true, growth: null }
  const growth = parseYearlyGrowth(form.growth)
  const years = form.years.trim() === '' ? 1 : Number(form.years)
  const problems = {
    ...(growth.ok
      ? isUpTo(growth.value, maxGrowth)
        ? {}
        : { growth: `Needs more than 0 % and at most ${formatPercent(maxGrowth)}.` }
      : { growth: growth.problem }),
    ...(isUpTo(years, maxYears) ? {} : { years: `Needs a number of years up to ${maxYears}.` }),
  }
  if (!growth.ok || Object.keys(problems).length > 0) return { ok: false, problems }
  return { ok: true, growth: { growthPerYear: growth.value, years } }
}

function isUpTo(value: number, max: number): boolean {
  return value > 0 && value <= max
}

/** The growth as a line in the chart of a what-if. */
export function whatIfGrowth({ growthPerYear, years }: Growth): WhatIfGrowth {
  return { factor: (1 + growthPerYear) ** years, when: `in ${counted(years, 'year')}` }
}

/** The smallest sufficient size and number of partitions after the growth; empty if there is no answer. */
export function growthBlocks(scenario: Scenario, offering: Offering, growth: Growth): Block[] {
  const grown = answerSizes(scenario, offering, growth).at(-1)
  if (grown === undefined) return []
  return [
    paragraph(`${explainSize(grown, offering, targetUtilisation)} The recommendation above is for today’s load.`),
    list(explainPartitions(grown)),
  ]
}
