/**
 * The settings of the compare view: as typed, and parsed. Pure.
 */
import type { PriceSheets } from '../../../billing/find-prices.ts'
import { regionProblem } from '../../../billing/known-regions.ts'
import {
  type BillChoice,
  maxPrivateEndpoints,
  maxUnitPrice,
  maxZones,
  type UnitPrice,
} from '../../../contracts/bill-request.ts'
import type { Handlers } from '../../../contracts/ipc-contract.ts'
import type { PriceSheet } from '../../../contracts/prices.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { targetUtilisation } from '../../../contracts/target-utilisation.ts'
import { formatCount } from '../../../units/count.ts'
import { upperFirst } from '../../../units/first-letter.ts'
import { isCurrency } from '../../../units/money.ts'
import { splitNumber } from '../../../units/number-text.ts'
import { parseRatio } from '../../../units/ratio.ts'
import type { SortKey } from './compare-rows.ts'
import type { ScenarioSortKey } from './scenario-rows.ts'
import type { Sort } from './sortable-heads.tsx'

/** The settings as typed. They are kept when the view changes. */
export interface CompareForm {
  /** Target utilisation of the fullest limit. Empty means the default, 80 %. */
  readonly target: string
  /** The user's prices per unit and hour, by `id` of the offering. */
  readonly prices: Readonly<Record<string, string>>
  /** Price sheets that the user chose. Prices of later ones replace those of earlier ones. */
  readonly sheets: readonly PriceSheet[]
  /** Region of the prices; empty for the first of each price list. */
  readonly region: string
  /** True if consumers read in their own zone. */
  readonly followerFetch: boolean
  /** Number of zones of brokers and clients; empty for that of the deployment. */
  readonly zones: string
  /** Number of private endpoints of the clients; empty for none. */
  readonly privateEndpoints: string
  /** `id`s of the offerings whose costs are drawn over the load. Null: the cheapest ones. */
  readonly costLines: readonly string[] | null
  readonly sort: Sort<SortKey>
  /** Pinned scenarios. They are shown side by side with the scenario of the sizing view. */
  readonly pinned: readonly Scenario[]
  readonly scenarioSort: Sort<ScenarioSortKey>
}

/** The initial settings: the default target, published prices only, and the order of the comparison. */
export const emptyCompareForm: CompareForm = {
  target: '',
  prices: {},
  sheets: [],
  region: '',
  followerFetch: false,
  zones: '',
  privateEndpoints: '',
  costLines: null,
  sort: null,
  pinned: [],
  scenarioSort: null,
}

/** The parsed settings, and the problems of invalid fields. */
export interface CompareReading {
  readonly targetUtilisation: number
  readonly prices: readonly UnitPrice[]
  readonly targetProblem: string | undefined
  readonly priceProblems: Readonly<Record<string, string>>
  /** Undefined for the first region of each price list. */
  readonly region: string | undefined
  readonly regionProblem: string | undefined
  /** Undefined for the number of the deployment. */
  readonly zones: number | undefined
  readonly zonesProblem: string | undefined
  /** Undefined for none. */
  readonly privateEndpoints: number | undefined
  readonly privateEndpointsProblem: string | undefined
}

/** Parses the settings. An invalid field counts as empty. @param known the price sheets beside those of the form */
export function readCompareForm(form: CompareForm, known: PriceSheets): CompareReading {
  const target = readTarget(form.target)
  const region = readRegion(form, known)
  const zones = readWhole(form.zones, 1, maxZones)
  const endpoints = readWhole(form.privateEndpoints, 0, maxPrivateEndpoints)
  const prices: UnitPrice[] = []
  const priceProblems: Record<string, string> = {}
  for (const [offering, text] of Object.entries(form.prices)) {
    const price = readUnitPrice(text)
    if (price === null)
      priceProblems[offering] = 'Needs an amount per hour, like 2.50 or 2.50 USD, in a currency of ISO 4217.'
    else if (price !== 'none') prices.push({ offering, ...price })
  }
  return {
    ...{ ...target, ...region, prices, priceProblems },
    ...{ zones: zones.value, zonesProblem: zones.problem },
    ...{ privateEndpoints: endpoints.value, privateEndpointsProblem: endpoints.problem },
  }
}

/** The choices with which the bills of the view are computed. */
export function billChoiceOf(
  { followerFetch }: Pick<CompareForm, 'followerFetch'>,
  { region, zones, privateEndpoints }: Pick<CompareReading, 'region' | 'zones' | 'privateEndpoints'>,
  today: string,
): BillChoice {
  return {
    ...{ today, followerFetch },
    ...(region === undefined ? {} : { region }),
    ...(zones === undefined ? {} : { zones }),
    ...(privateEndpoints === undefined ? {} : { privateEndpoints }),
  }
}

/** The prices and choices that are sent to the workbench. */
export function costsOf(
  form: CompareForm,
  reading: CompareReading,
  today: string,
): Parameters<Handlers['costs.over-load']>[0]['costs'] {
  return { choice: billChoiceOf(form, reading, today), prices: [...reading.prices], sheets: [...form.sheets] }
}

function readRegion(form: CompareForm, known: PriceSheets): Pick<CompareReading, 'region' | 'regionProblem'> {
  const region = form.region.trim()
  if (region === '') return { region: undefined, regionProblem: undefined }
  const problem = regionProblem({ ...known, own: [...known.own, ...form.sheets] }, region)
  if (problem === null) return { region, regionProblem: undefined }
  return { region: undefined, regionProblem: `${upperFirst(problem)}.` }
}

/** Reads a whole number. Its value is undefined if the text is empty or invalid. */
function readWhole(
  text: string,
  min: number,
  max: number,
): { readonly value: number | undefined; readonly problem: string | undefined } {
  const typed = text.trim()
  if (typed === '') return { value: undefined, problem: undefined }
  const value = Number(typed)
  if (/^\d+$/.test(typed) && value >= min && value <= max) return { value, problem: undefined }
  return { value: undefined, problem: `Needs a whole number from ${min} to ${formatCount(max)}.` }
}

function readTarget(text: string): Pick<CompareReading, 'targetUtilisation' | 'targetProblem'> {
  const byDefault = { targetUtilisation, targetProblem: undefined }
  if (text.trim() === '') return byDefault
  const reading = parseRatio(text)
  if (!reading.ok) return { ...byDefault, targetProblem: reading.problem }
  if (reading.value <= 0 || reading.value > 1)
    return { ...byDefault, targetProblem: 'Needs a share up to 100 %, like 80 %.' }
  return { targetUtilisation: reading.value, targetProblem: undefined }
}

/** Reads a price per unit and hour, such as "2.50 USD"; `none` if the text is empty, null if it is invalid. */
function readUnitPrice(text: string): Omit<UnitPrice, 'offering' | 'tier'> | 'none' | null {
  if (text.trim() === '') return 'none'
  const amount = splitNumber(text)
  if (amount === null || amount.value <= 0 || amount.value > maxUnitPrice) return null
  const currency = amount.rest
    .replace(/\s*(?:\/|per|an?)\s*h(?:our)?$/i, '')
    .trim()
    .toUpperCase()
  const price = { amount: amount.value, per: 'unit-hour' } as const
  if (currency === '') return { ...price, currency: null }
  return isCurrency(currency) ? { ...price, currency } : null
}
