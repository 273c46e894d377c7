/**
 * Reads price sheets: the published ones in models/prices/, and the user's own, which are in the folder `prices` inside
 * the folder of the user's models, or in files that a command names.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { PriceSheets } from '../../billing/find-prices.ts'
import { unknownNames } from '../../billing/unknown-names.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import { parseOrThrow } from '../../contracts/parse.ts'
import { type PriceSheet, priceSheet } from '../../contracts/prices.ts'
import { maxWrittenFileBytes, readJsonValue } from '../files/read-json-file.ts'
import type { ModelPlaces, Models } from './offerings.ts'
import { listFiles } from './scenario-files.ts'

/** Price sheets, and files of the workspace that cannot be used. */
export type LoadedPrices = PriceSheets & { readonly broken: readonly BrokenFile[] }

/** The path of a price sheet's file, or a sheet that was read and checked already. */
export type SheetOrPath = string | PriceSheet

const folderName = 'prices'
const formRemedy = 'Correct the file: every amount needs its source with a date. docs/prices.md shows the form.'
const namesRemedy = 'Write offerings and tiers as “headroom models list” and “headroom models show ID” do.'

/**
 * Loads the published sheets and the user's own, and checks that they name offerings of `models`. Sheets in `given` take
 * precedence over those of the workspace, because they come later in `own` (see billing/find-prices.ts).
 * @throws AppError FILE_UNREADABLE, or INPUT_INVALID with every problem, for a published sheet or one of `given`
 */
export async function loadPriceSheets(
  models: Models,
  places: ModelPlaces,
  given: readonly SheetOrPath[] = [],
): Promise<LoadedPrices> {
  const published = await Promise.all(
    (await sheetsIn(join(places.modelsPath, folderName))).map((path) => readPriceSheet(path, models)),
  )
  const ownFolder = places.ownModelsPath === null ? null : join(places.ownModelsPath, folderName)
  const ownPaths = ownFolder === null || !existsSync(ownFolder) ? [] : await sheetsIn(ownFolder)
  const ownSheets = await Promise.all(ownPaths.map((path) => readOrBroken(path, models)))
  const givenSheets = await Promise.all(
    given.map((each) => (typeof each === 'string' ? readPriceSheet(each, models) : each)),
  )
  return {
    published,
    own: [...ownSheets.flatMap((each) => ('lists' in each ? [each] : [])), ...givenSheets],
    broken: ownSheets.flatMap((each) => ('lists' in each ? [] : [each])),
  }
}

async function sheetsIn(folder: string): Promise<string[]> {
  const names = await listFiles(folder, '.json', 'The prices in')
  return names.map((name) => join(folder, name))
}

async function readOrBroken(path: string, models: Models): Promise<PriceSheet | BrokenFile> {
  try {
    return await readPriceSheet(path, models)
  } catch (error) {
    return { kind: 'prices', path, names: [basename(path, '.json')], error: AppError.from(error).toData() }
  }
}

/**
 * Reads a price sheet.
 * @throws AppError FILE_UNREADABLE, or INPUT_INVALID with every problem, such as an offering or a tier that no model has
 */
export async function readPriceSheet(path: string, models: Models): Promise<PriceSheet> {
  const value = await readJsonValue(path, {
    noun: 'price sheet',
    code: 'INPUT_INVALID',
    maxBytes: maxWrittenFileBytes,
  })
  return checkedPriceSheet(value, path, models)
}

/** Checks the value of a price sheet's file. @throws AppError INPUT_INVALID as `readPriceSheet` */
export function checkedPriceSheet(value: unknown, path: string, models: Models): PriceSheet {
  const sheet = parseOrThrow(priceSheet, value, {
    code: 'INPUT_INVALID',
    what: `The price sheet ${path}`,
    remedy: formRemedy,
  })
  const problems = unknownNames(sheet, models)
  if (problems.length === 0) return sheet
  throw new AppError('INPUT_INVALID', `The price sheet ${path} names offerings or tiers that no model has.`, {
    problems,
    remedy: namesRemedy,
  })
}
