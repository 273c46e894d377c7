/**
 * The form of a comparison, as typed.
 */
import type { GivenPrice } from '../../../capacity/compare-offerings.ts'
import { targetUtilisation } from '../../../capacity/smallest-size.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { splitNumber } from '../../../units/number-text.ts'
import { parseRatio } from '../../../units/ratio.ts'
import type { SortKey } from './compare-rows.ts'
import type { ScenarioSortKey } from './scenario-rows.ts'
import type { Sort } from './sortable-heads.tsx'

/** The settings of the view, which are kept when the view changes. */
export interface CompareForm {
  /** The target utilisation. */
  readonly target: string
  /** Price per unit and hour, by offering. */
  readonly prices: Readonly<Record<string, string>>
  readonly sort: Sort<SortKey>
  /** Pinned scenarios, which are compared with the one of the sizing view. */
  readonly beside: readonly Scenario[]
  readonly scenarioSort: Sort<ScenarioSortKey>
}

/** The defaults: 80 %, only known prices, the order of the comparison. */
export const emptyCompareForm: CompareForm = {
  target: '',
  prices: {},
  sort: null,
  beside: [],
  scenarioSort: null,
}

/** The parsed form, and the problems of its fields. */
export interface CompareReading {
  readonly targetUtilisation: number
  readonly prices: readonly GivenPrice[]
  readonly targetProblem: string | undefined
  readonly priceProblems: Readonly<Record<string, string>>
}

/** Parses the form. Invalid fields count as not set. */
export function readCompareForm(form: CompareForm): CompareReading {
  const target = readTarget(form.target)
  const prices: GivenPrice[] = []
  const priceProblems: Record<string, string> = {}
  for (const [offering, text] of Object.entries(form.prices)) {
    const price = readUnitPrice(text)
    if (price === null) priceProblems[offering] = 'Needs an amount per hour, like 2.50 or 2.50 USD.'
    else if (price !== 'none') prices.push({ offering, ...price })
  }
  return { ...target, prices, priceProblems }
}

function readTarget(text: string): Pick<CompareReading, 'targetUtilisation' | 'targetProblem'> {
  const usual = { targetUtilisation, targetProblem: undefined }
  if (text.trim() === '') return usual
  const reading = parseRatio(text)
  if (!reading.ok) return { ...usual, targetProblem: reading.problem }
  if (reading.value <= 0 || reading.value > 1)
    return { ...usual, targetProblem: 'Needs a share up to 100 %, like 80 %.' }
  return { targetUtilisation: reading.value, targetProblem: undefined }
}

function readUnitPrice(text: string): Omit<GivenPrice, 'offering' | 'tier'> | 'none' | null {
  if (text.trim() === '') return 'none'
  const amount = splitNumber(text)
  if (amount === null || amount.value <= 0) return null
  const currency = amount.rest.replace(/\s*(?:\/|per|an?)\s*h(?:our)?$/i, '').trim()
  if (currency === '') return { perUnitPerHour: amount.value, currency: null }
  return /^[a-z]{3}$/i.test(currency) ? { perUnitPerHour: amount.value, currency: currency.toUpperCase() } : null
}
