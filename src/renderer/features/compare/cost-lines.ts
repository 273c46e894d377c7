/**
 * Chooses the offerings whose costs are drawn over the load.
 */
import type { CostedOffering } from '../../../billing/compare-costs.ts'
import { maxCostLines } from '../../../contracts/cost-over-load.ts'
import type { FittingOffering } from '../../../presentation/sizing/compared-offerings.ts'

/** Number of offerings that are drawn if the user chose none: few enough to tell their lines apart. */
const usualLines = 4

/** The offerings with a complete bill in the currency of the cheapest, the cheapest first. */
export function drawableOfferings(rows: readonly FittingOffering[]): CostedOffering[] {
  const complete = rows.map(({ best }) => best).filter(({ bill }) => bill?.isComplete === true)
  return complete.filter(({ bill }) => bill?.currency === complete[0]?.bill?.currency)
}

/** Says which offerings carry the load but cannot be drawn, and why. Empty if all can be drawn. */
export function notDrawnSentence(rows: readonly FittingOffering[]): string {
  const drawable = new Set(drawableOfferings(rows).map(({ offering }) => offering))
  const notDrawn = rows.map(({ best }) => best).filter(({ offering }) => !drawable.has(offering))
  const unpriced = notDrawn.filter(({ bill }) => bill?.isComplete !== true).map(({ offeringName }) => offeringName)
  const otherCurrency = notDrawn.filter(({ bill }) => bill?.isComplete === true).map(({ offeringName }) => offeringName)
  return [
    ...(unpriced.length === 0 ? [] : [`Not drawn, because a price is not known: ${unpriced.join(', ')}.`]),
    ...(otherCurrency.length === 0
      ? []
      : [`Not drawn, because the currency is another one: ${otherCurrency.join(', ')}.`]),
  ].join(' ')
}

/** `id`s of the offerings that are drawn: those of `chosen` that can be; if it is null, the cheapest. */
export function drawnOfferings(rows: readonly FittingOffering[], chosen: readonly string[] | null): string[] {
  const ids = drawableOfferings(rows).map(({ offering }) => offering)
  if (chosen === null) return ids.slice(0, usualLines)
  return ids.filter((id) => chosen.includes(id)).slice(0, maxCostLines)
}
