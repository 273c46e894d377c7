/**
 * Takes newer limits and prices into the workspace: models and price sheets from a folder or from one file. All files are
 * checked first; if one has a problem, none is taken.
 */
import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { AppError, type Problem } from '../../contracts/app-error.ts'
import { maxModelTextLength } from '../../contracts/model-check.ts'
import { type ModelUpdate, maxUpdateFiles, type TakenFile } from '../../contracts/model-update.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { PriceSheet } from '../../contracts/prices.ts'
import { fileError } from '../files/file-error.ts'
import { jsonProblems } from '../files/json-problems.ts'
import { readText } from '../files/read-json-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'
import { loadModels, type ModelPlaces, type Models } from './offerings.ts'
import { checkModel } from './own-models.ts'
import { checkedPriceSheet, readPriceSheet } from './price-sheets.ts'
import { newestDate, tooOldToReplace } from './replaced-models.ts'
import { listFiles } from './scenario-files.ts'

/** Folder of price sheets, in an update as in the workspace. */
const pricesFolder = 'prices'

/** A file of the update that is JSON, with its text and value. */
type ReadFile = { readonly path: string; readonly text: string; readonly value: unknown }

/** A valid file of the update: its text, and the file of the workspace that it becomes. */
type Checked = Omit<TakenFile, 'change'> & { readonly from: string; readonly text: string }

/**
 * Takes the models of a folder and the price sheets of its folder `prices`, or one such file. The field `kind` of a file says
 * which of the two it is. A model replaces the user's model with the same id. A price sheet replaces the user's sheet with
 * the same file name.
 * @throws AppError OFFERING_INVALID with the problems of all files, each with file and place, FILE_UNREADABLE if there is
 * no such folder or no file in it, FILE_UNWRITABLE or DISK_FULL
 */
export async function updateModels(from: string, places: ModelPlaces): Promise<ModelUpdate> {
  const { ownModelsPath } = places
  if (ownModelsPath === null) {
    throw new AppError('FILE_UNWRITABLE', 'There is no workspace to take limits and prices into.', {
      remedy: 'Name one with --workspace.',
    })
  }
  const problems: Problem[] = []
  const files = await readFiles(await pathsIn(from), problems)
  const known = await loadModels(places)
  const models = await checkedModels(files.filter(isModel), { places, ownModelsPath, known }, problems)
  const sheets = await checkedSheets(
    files.filter(isPriceSheet),
    { ownModelsPath, models: withTaken(known, models.offerings) },
    problems,
  )
  const checked = [...models.checked, ...sheets]
  problems.push(...unknownKinds(files), ...sameTargets(checked))
  if (problems.length > 0) {
    throw new AppError('OFFERING_INVALID', `Nothing was taken from ${from}, because a file has a problem.`, {
      problems,
      remedy: 'Correct the files, or take them away. docs/adding-a-model.md and docs/prices.md show their form.',
    })
  }
  const taken: TakenFile[] = []
  for (const each of checked) taken.push(await take(each))
  return { taken }
}

/** Returns the paths of the JSON files of an update. @throws AppError FILE_UNREADABLE if there are none or too many */
async function pathsIn(from: string): Promise<string[]> {
  const found = await stat(from).catch((error: unknown) => {
    throw fileError(error, 'FILE_UNREADABLE', from, 'Name a folder with models and price sheets, or one such file.')
  })
  if (!found.isDirectory()) return [from]
  const names = await listFiles(from, '.json', 'The models in')
  const inner = join(from, pricesFolder)
  const hasPrices = await stat(inner).then(
    (each) => each.isDirectory(),
    () => false,
  )
  const sheets = hasPrices ? await listFiles(inner, '.json', 'The prices in') : []
  const paths = [...names.map((name) => join(from, name)), ...sheets.map((name) => join(inner, name))]
  if (paths.length > 0 && paths.length <= maxUpdateFiles) return paths
  const what =
    paths.length === 0 ? 'has no JSON file' : `has ${paths.length} JSON files; at most ${maxUpdateFiles} are taken`
  throw new AppError('FILE_UNREADABLE', `The folder ${from} ${what}.`, {
    remedy: 'Choose a folder with models (ID.json) and price sheets (prices/NAME.json), like models/ of Headroom.',
  })
}

/** Reads the files that are JSON. Adds the problems of the other files to `problems`. */
async function readFiles(paths: readonly string[], problems: Problem[]): Promise<ReadFile[]> {
  const files: ReadFile[] = []
  for (const path of paths) {
    try {
      const text = await readText(path, 'file', maxModelTextLength)
      const syntax = jsonProblems(text)
      problems.push(...syntax.map(({ line, column, message }) => ({ place: `${path}:${line}:${column}`, message })))
      if (syntax.length === 0) files.push({ path, text, value: JSON.parse(text) })
    } catch (error) {
      const { message, problems: own } = AppError.from(error)
      problems.push(...(own.length > 0 ? own : [{ place: path, message }]))
    }
  }
  return files
}

function kindOf({ value }: ReadFile): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, 'kind') : undefined
}

function isModel(file: ReadFile): boolean {
  return kindOf(file) === 'headroom.offering'
}

function isPriceSheet(file: ReadFile): boolean {
  return kindOf(file) === 'headroom.prices'
}

function unknownKinds(files: readonly ReadFile[]): Problem[] {
  return files.flatMap((file): Problem[] => {
    if (isModel(file) || isPriceSheet(file)) return []
    return [{ place: `${file.path}: kind`, message: 'expected headroom.offering (a model) or headroom.prices' }]
  })
}

type ModelTerms = { readonly places: ModelPlaces; readonly ownModelsPath: string; readonly known: Models }

/** Returns the valid models. A model that is older than the user's or the shipped model with its id is a problem. */
async function checkedModels(
  files: readonly ReadFile[],
  { places, ownModelsPath, known }: ModelTerms,
  problems: Problem[],
): Promise<{ readonly checked: Checked[]; readonly offerings: Offering[] }> {
  const checked: Checked[] = []
  const offerings: Offering[] = []
  for (const { path, text } of files) {
    const { problems: found, offering } = await checkModel(text, places)
    problems.push(...found.map(({ line, place, message }) => ({ place: `${path}:${line}: ${place}`, message })))
    if (offering === null) continue
    const own = known.offerings.find(({ id, ownFile }) => id === offering.id && ownFile !== undefined)
    const tooOld = own === undefined ? null : tooOldToReplace(offering, own, 'of your workspace')
    if (tooOld !== null) problems.push({ place: `${path}: ${tooOld.place}`, message: tooOld.message })
    const fileName = own?.ownFile?.name ?? `${offering.id}.json`
    const holder = known.offerings.find(({ id, ownFile }) => ownFile?.name === fileName && id !== offering.id)
    if (holder !== undefined) {
      const message = `${fileName} of your workspace has the model "${holder.id}"; rename that file first`
      problems.push({ place: `${path}: id`, message })
    }
    offerings.push(offering)
    checked.push({
      kind: 'model',
      name: offering.name,
      path: join(ownModelsPath, fileName),
      date: newestDate(offering),
      from: path,
      text,
    })
  }
  return { checked, offerings }
}

/** The models as they are after the update. */
function withTaken({ offerings, broken }: Models, taken: readonly Offering[]): Models {
  const kept = offerings.filter(({ id }) => taken.every((each) => each.id !== id))
  return { offerings: [...kept, ...taken], broken }
}

type SheetTerms = { readonly ownModelsPath: string; readonly models: Models }

/** Returns the valid price sheets. A sheet whose `checkedOn` is before that of the user's sheet is a problem. */
async function checkedSheets(
  files: readonly ReadFile[],
  { ownModelsPath, models }: SheetTerms,
  problems: Problem[],
): Promise<Checked[]> {
  const checked: Checked[] = []
  for (const { path, text, value } of files) {
    const target = join(ownModelsPath, pricesFolder, basename(path))
    try {
      const sheet = checkedPriceSheet(value, path, models)
      problems.push(...(await olderSheet(sheet, { path, target, models })))
      checked.push({ kind: 'prices', name: sheet.name, path: target, date: sheet.checkedOn, from: path, text })
    } catch (error) {
      problems.push(
        ...AppError.from(error).problems.map(({ place, message }) => ({ place: `${path}: ${place}`, message })),
      )
    }
  }
  return checked
}

async function olderSheet(
  { checkedOn }: PriceSheet,
  { path, target, models }: { readonly path: string; readonly target: string; readonly models: Models },
): Promise<Problem[]> {
  const own = await readPriceSheet(target, models).catch(() => null)
  if (own === null || own.checkedOn <= checkedOn) return []
  const message = `${checkedOn} is before ${own.checkedOn}, the date of this sheet in your workspace, so it does not replace that`
  return [{ place: `${path}: checkedOn`, message }]
}

/** Two files that would become the same file of the workspace. */
function sameTargets(checked: readonly Checked[]): Problem[] {
  return checked.flatMap(({ path, from }, index): Problem[] => {
    const earlier = checked.slice(0, index).find((each) => each.path === path)
    if (earlier === undefined) return []
    return [{ place: from, message: `the update has the same in ${earlier.from}; leave one out` }]
  })
}

async function take({ text, from: _, ...file }: Checked): Promise<TakenFile> {
  const written = text.endsWith('\n') ? text : `${text}\n`
  const before = await readText(file.path, 'file', maxModelTextLength).catch(() => null)
  if (before === written) return { ...file, change: 'same' }
  const isThere = await stat(file.path).then(
    () => true,
    () => false,
  )
  await writeFileAtomically(file.path, written)
  return { ...file, change: isThere ? 'replaced' : 'new' }
}
