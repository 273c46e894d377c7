/**
 * Reads the offerings. Each is a file, in Headroom's folder models/ or in the folder models/ of the user's workspace.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError, type Problem } from '../../contracts/app-error.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import { type Offering, offering } from '../../contracts/offering.ts'
import { parseOrThrow } from '../../contracts/parse.ts'
import { nearNames } from '../../units/near-names.ts'
import { maxWrittenFileBytes, readJsonValue } from '../files/read-json-file.ts'
import type { Resources } from '../resources.ts'
import { tooOldRemedy, tooOldToReplace } from './replaced-models.ts'
import { listFiles } from './scenario-files.ts'

/** The folders of models. */
export type ModelPlaces = Pick<Resources, 'modelsPath' | 'ownModelsPath'>

/** All models, sorted by id, and the invalid files of the workspace, which cause an error only if they are used. */
export interface Models {
  readonly offerings: readonly Offering[]
  readonly broken: readonly BrokenFile[]
}

/** An offering and its file. */
interface OfferingFile {
  readonly path: string
  readonly offering: Offering
}

/**
 * Loads all models. A model of the workspace replaces the shipped model with the same id, unless it is older. Models
 * that are invalid, too old, or have the id of an earlier file are listed as broken.
 * @throws AppError FILE_UNREADABLE, or OFFERING_INVALID if a model that ships with Headroom is damaged
 */
export async function loadModels({ modelsPath, ownModelsPath }: ModelPlaces): Promise<Models> {
  const shipped = await readFolder(modelsPath)
  const [damaged] = shipped.broken
  if (damaged !== undefined) throw AppError.fromData(damaged.error)
  const own = await readOwnFolder(ownModelsPath)
  const usable: OfferingFile[] = []
  const unusable: BrokenFile[] = []
  for (const file of own.files) {
    const broken = clashingFile(file, usable) ?? outdatedFile(file, shipped.files)
    if (broken === null) usable.push(file)
    else unusable.push(broken)
  }
  const isShipped = ({ offering: { id } }: OfferingFile) => shipped.files.some((file) => file.offering.id === id)
  const offerings = [
    ...shipped.files.filter(({ offering: { id } }) => usable.every((file) => file.offering.id !== id)),
    ...usable.map((file) => ({ ...file, offering: ownOffering(file, isShipped(file)) })),
  ].map((file) => file.offering)
  return {
    offerings: offerings.sort((one, other) => (one.id < other.id ? -1 : 1)),
    broken: [...own.broken, ...unusable],
  }
}

/** Reads the user's models. A missing folder counts as empty; a folder that cannot be read is listed as broken. */
async function readOwnFolder(folder: string | null): Promise<{ files: OfferingFile[]; broken: BrokenFile[] }> {
  if (folder === null || !existsSync(folder)) return { files: [], broken: [] }
  return readFolder(folder).catch((reason: unknown) => {
    const error = AppError.from(reason).toData()
    return { files: [], broken: [{ kind: 'model', path: folder, names: [], error }] }
  })
}

async function readFolder(folder: string): Promise<{ files: OfferingFile[]; broken: BrokenFile[] }> {
  const fileNames = await listFiles(folder, '.json', 'The models in')
  const outcomes = await Promise.all(fileNames.map((fileName) => readOffering(join(folder, fileName))))
  return {
    files: outcomes.flatMap((each) => ('offering' in each ? [each] : [])),
    broken: outcomes.flatMap((each) => ('offering' in each ? [] : [each])),
  }
}

/** Returns a problem for each field in the file that only the program may set. */
export function loaderFieldProblems({ calibration, ownFile }: Offering): Problem[] {
  return [
    ...(calibration === undefined
      ? []
      : [
          {
            place: 'calibration',
            message: 'a model file has no calibration; name one in deployment.calibration of the scenario',
          },
        ]),
    ...(ownFile === undefined ? [] : [{ place: 'ownFile', message: 'a model file does not name its own file' }]),
  ]
}

const remedy = 'Correct the file: every limit needs its unit, its source and a date. docs/adding-a-model.md shows how.'

/**
 * Reads a model. The problems of an invalid one name the file, because they may be shown with problems of other files.
 */
async function readOffering(path: string): Promise<OfferingFile | BrokenFile> {
  let content: unknown = null
  try {
    content = await readJsonValue(path, {
      noun: 'model',
      code: 'OFFERING_INVALID',
      maxBytes: maxWrittenFileBytes,
    })
    const parsed = parseOrThrow(offering, content, { code: 'OFFERING_INVALID', what: `The model ${path}`, remedy })
    const problems = loaderFieldProblems(parsed)
    if (problems.length === 0) return { path, offering: parsed }
    throw new AppError('OFFERING_INVALID', `The model ${path} is not valid.`, { remedy, problems })
  } catch (error) {
    const { code, message, remedy: fileRemedy, problems } = AppError.from(error).toData()
    const placed = problems.map((each) => ({ ...each, place: placeIn(path, each.place) }))
    const data = { code, message, remedy: fileRemedy, problems: placed }
    return { kind: 'model', path, names: namesOf(path, content), error: data }
  }
}

/** Returns the names by which users may refer to a broken model: its id, if it has one, and the name of its file. */
function namesOf(path: string, content: unknown): string[] {
  const id: unknown = typeof content === 'object' && content !== null ? Reflect.get(content, 'id') : null
  return [...new Set([...(typeof id === 'string' ? [id] : []), basename(path, '.json')])]
}

/** Adds the path of the file to a place. Places of syntax errors contain it already. */
function placeIn(path: string, place: string): string {
  if (place.startsWith(path)) return place
  return place === '' ? path : `${path}: ${place}`
}

/** Adds the name of its file to a user's offering. */
function ownOffering({ path, offering: own }: OfferingFile, replacesShipped: boolean): Offering {
  return { ...own, ownFile: { name: basename(path), replacesShipped } }
}

/** Reports a file whose id an earlier file already has. Returns null if the id is free. */
function clashingFile({ path, offering: { id } }: OfferingFile, earlier: readonly OfferingFile[]): BrokenFile | null {
  const owner = earlier.find((each) => each.offering.id === id)
  if (owner === undefined) return null
  const problem: Problem = { place: placeIn(path, 'id'), message: `"${id}" is the id of ${owner.path} already` }
  const error = new AppError('OFFERING_INVALID', `The id of the model ${path} is taken.`, {
    problems: [problem],
    remedy: 'Give the model an id of its own, or remove one of the files.',
  })
  return { kind: 'model', path, names: [basename(path, '.json')], error: error.toData() }
}

/**
 * Reports a file that is older than the shipped model with the same id. Returns null if it may replace that model, or
 * if its id is its own.
 */
function outdatedFile({ path, offering: own }: OfferingFile, shipped: readonly OfferingFile[]): BrokenFile | null {
  const replaced = shipped.find((each) => each.offering.id === own.id)
  const problem = replaced === undefined ? null : tooOldToReplace(own, replaced.offering)
  if (problem === null) return null
  const error = new AppError('OFFERING_INVALID', `The model ${path} is older than the one that comes with Headroom.`, {
    problems: [{ ...problem, place: placeIn(path, problem.place) }],
    remedy: tooOldRemedy,
  })
  return { kind: 'model', path, names: [basename(path, '.json')], error: error.toData() }
}

/**
 * Returns the offering with this id.
 * @param place place of the id in the user's input, for the message
 * @throws AppError OFFERING_INVALID with the problems of a broken model of this name, or with the known offerings
 */
export function findOffering({ offerings, broken }: Models, id: string, place: string): Offering {
  const match = offerings.find((each) => each.id === id)
  if (match !== undefined) return match
  const brokenFile = broken.find((each) => each.names.includes(id))
  if (brokenFile !== undefined) throw AppError.fromData(brokenFile.error)
  const known = offerings.map((each) => each.id)
  const [near] = nearNames(id, known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  throw new AppError('OFFERING_INVALID', `There is no offering "${id}".${hint}`, {
    problems: [{ place, message: `known offerings: ${known.join(', ')}` }],
    remedy: 'Name one of them, or see them',
    action: { command: 'headroom models list', view: 'Models' },
  })
}
