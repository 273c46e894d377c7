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
import { readJsonValue } from '../files/read-json-file.ts'
import type { Resources } from '../resources.ts'
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
 * Loads all models. Models of the workspace that are invalid or have an id that is taken are listed as broken.
 * @throws AppError FILE_UNREADABLE, or OFFERING_INVALID if a model that ships with Headroom is damaged
 */
export async function loadModels({ modelsPath, ownModelsPath }: ModelPlaces): Promise<Models> {
  const shipped = await readFolder(modelsPath)
  const [damaged] = shipped.broken
  if (damaged !== undefined) throw AppError.fromData(damaged.error)
  const own = await readOwnFolder(ownModelsPath)
  const clashes = own.files.flatMap((file, index) => {
    const idOwner = idOwnerOf(file, shipped.files, own.files.slice(0, index))
    return idOwner === null ? [] : [{ file, idOwner }]
  })
  const usable = own.files.filter((file) => clashes.every((clash) => clash.file !== file))
  const offerings = [...shipped.files, ...usable].map((file) => file.offering)
  return {
    offerings: offerings.sort((one, other) => (one.id < other.id ? -1 : 1)),
    broken: [...own.broken, ...clashes.map(({ file, idOwner }) => clashingFile(file, idOwner))],
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
  const read = await Promise.all(fileNames.map((fileName) => readOffering(join(folder, fileName))))
  return {
    files: read.flatMap((each) => ('offering' in each ? [each] : [])),
    broken: read.flatMap((each) => ('offering' in each ? [] : [each])),
  }
}

const remedy = 'Correct the file: every limit needs its unit, its source and a date. docs/adding-a-model.md shows how.'

/**
 * Reads a model. The problems of an invalid one name the file, because they may be shown with problems of other files.
 */
async function readOffering(path: string): Promise<OfferingFile | BrokenFile> {
  let content: unknown = null
  try {
    content = await readJsonValue(path, { noun: 'model', code: 'OFFERING_INVALID' })
    const parsed = parseOrThrow(offering, content, 'OFFERING_INVALID', `The model ${path}`, remedy)
    if (parsed.calibration === undefined) return { path, offering: parsed }
    const problems = [
      {
        place: 'calibration',
        message: 'a model file has no calibration; name one in deployment.calibration of the scenario',
      },
    ]
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

/** Adds the file to a place. Places of syntax errors have it already. */
function placeIn(path: string, place: string): string {
  if (place.startsWith(path)) return place
  return place === '' ? path : `${path}: ${place}`
}

/** Names the model that has this id already: a shipped one or an earlier file. Returns null if the id is free. */
function idOwnerOf(
  { offering: { id } }: OfferingFile,
  shipped: readonly OfferingFile[],
  earlier: readonly OfferingFile[],
): string | null {
  if (shipped.some((each) => each.offering.id === id)) return 'a model that comes with Headroom'
  return earlier.find((each) => each.offering.id === id)?.path ?? null
}

function clashingFile({ path, offering: { id } }: OfferingFile, idOwner: string): BrokenFile {
  const problem: Problem = { place: placeIn(path, 'id'), message: `"${id}" is the id of ${idOwner} already` }
  const error = new AppError('OFFERING_INVALID', `The id of the model ${path} is taken.`, {
    problems: [problem],
    remedy: 'Give the model an id of its own; a file cannot replace a model that comes with Headroom.',
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
