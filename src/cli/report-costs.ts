/**
 * The prices and choices of a command that lets the workbench compute bills.
 */
import type { Problem } from '../contracts/app-error.ts'
import { loadModels } from '../workbench/sizing/offerings.ts'
import { readPriceSheet } from '../workbench/sizing/price-sheets.ts'
import { billChoiceOf } from './bill-options.ts'
import type { CommandContext } from './command.ts'
import type { Given } from './command-line.ts'
import { unitPricesOf } from './price-option.ts'
import { readAll } from './read-all.ts'
import { refuseProblems } from './usage-error.ts'
import { resourcesOf } from './with-workbench.ts'

/** Reads the choices and unit prices for bills. @throws AppError USAGE with every problem */
export function typedCostsOf(given: Given, command: string) {
  const problems: Problem[] = []
  const choice = billChoiceOf(given, problems)
  const prices = unitPricesOf(given, problems)
  refuseProblems(command, problems)
  return { choice, prices }
}

/** Reads the user's own price sheets. @throws AppError as `readPriceSheet`, with the problems of all sheets */
export async function sheetsOf(context: CommandContext) {
  const paths = context.given.texts('prices')
  if (paths.length === 0) return []
  const models = await loadModels(resourcesOf(context))
  return readAll(paths.map((path) => [path, () => readPriceSheet(path, models)] as const))
}
