/**
 * Reads the text of a price sheet that the user chose.
 */
import { unknownNames } from '../../../billing/unknown-names.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import { check } from '../../../contracts/parse.ts'
import { type PriceSheet, priceSheet } from '../../../contracts/prices.ts'

/** Maximum size of a price sheet. A larger file is certainly not one. */
export const maxSheetBytes = 5_000_000

/** The sheet, or all its problems with their places. */
export type ReadSheet = { readonly sheet: PriceSheet | null; readonly problems: readonly string[] }

/** Reads a price sheet. @param models the offerings that its prices may name */
export function readPriceSheetText(text: string, models: Pick<ModelList, 'offerings' | 'broken'>): ReadSheet {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { sheet: null, problems: ['The file is not valid JSON.'] }
  }
  const outcome = check(priceSheet, value)
  const problems = outcome.ok ? unknownNames(outcome.value, models) : outcome.problems
  if (outcome.ok && problems.length === 0) return { sheet: outcome.value, problems: [] }
  return {
    sheet: null,
    problems: problems.map(({ place, message }) => (place === '' ? message : `${place}: ${message}`)),
  }
}
