/**
 * The price sheets of one question: published ones, the user's own, and unit prices as typed.
 */
import type { PriceSheets } from '../../billing/find-prices.ts'
import { regionProblem } from '../../billing/known-regions.ts'
import { sheetOfUnitPrices } from '../../billing/unit-prices.ts'
import { unknownTier } from '../../billing/unknown-names.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { BillChoice, UnitPrice } from '../../contracts/bill-request.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { Resources } from '../resources.ts'
import { findOffering, type Models } from './offerings.ts'
import { loadPriceSheets, type SheetOrPath } from './price-sheets.ts'

/** Prices and choices for bills. */
export interface Costs {
  readonly choice: BillChoice
  readonly prices: readonly UnitPrice[]
  readonly sheets: readonly SheetOrPath[]
}

/** Price sheets, and files of the workspace that cannot be used. */
export interface PricedSheets {
  readonly sheets: PriceSheets
  readonly brokenSheets: readonly BrokenFile[]
}

/** @throws AppError OFFERING_INVALID for a price of an offering or tier that does not exist */
function refuseUnknownTiers(prices: readonly UnitPrice[], models: Models): void {
  const problems = prices.flatMap(({ offering, tier }) => {
    const message = unknownTier(findOffering(models, offering, '--price'), tier)
    return message === null ? [] : [{ place: '--price', message }]
  })
  if (problems.length === 0) return
  throw new AppError('OFFERING_INVALID', 'A price is for a tier that does not exist.', {
    problems,
    remedy: 'Name one of the tiers, or leave it out for a price of every tier.',
  })
}

/**
 * Returns all price sheets. Typed unit prices are the last one.
 * @throws AppError as `loadPriceSheets`, OFFERING_INVALID for a price of an offering or tier that does not exist, and
 *   INPUT_INVALID for a region that no list names
 */
export async function pricedSheets(
  { choice, prices, sheets: given }: Costs,
  models: Models,
  resources: Resources,
): Promise<PricedSheets> {
  refuseUnknownTiers(prices, models)
  const { published, own, broken } = await loadPriceSheets(models, resources, given)
  const typed = sheetOfUnitPrices(prices, published, choice.today)
  const sheets = { published, own: [...own, ...(typed === null ? [] : [typed])] }
  const message = regionProblem(sheets, choice.region)
  if (message === null) return { sheets, brokenSheets: broken }
  throw new AppError('INPUT_INVALID', 'The region of the prices is not known.', {
    problems: [{ place: '--region', message }],
    remedy: 'Name one of them, add a price sheet of that region, or leave the region out.',
  })
}
