/**
 * Reads the offerings: one file each, in models/ of Headroom and in models/ of the user's workspace.
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

/** All models by id, and the invalid files of the workspace. It is an error only to use one of these. */
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
 * All models. Invalid models of the workspace, and those whose id is taken, are listed as broken.
 * @throws AppError FILE_UNREADABLE, or OFFERING_INVALID if a model that ships with Headroom is damaged.
 */
export async function loadModels({ modelsPath, ownModelsPath }: ModelPlaces): Promise<Models> {
  const shipped = await readFolder(modelsPath)
  const [damaged] = shipped.broken
  if (damaged !== undefined) throw AppError.fromData(damaged.error)
  const own = await readOwn(ownModelsPath)
  const clashes = own.files.flatMap((file, index) => {
    const taken = takenBy(file, shipped.files, own.files.slice(0, index))
    return taken === null ? [] : [{ file, taken }]
  })
  const usable = own.files.filter((file) => clashes.every((clash) => clash.file !== file))
  const offerings = [...shipped.files, ...usable].map((file) => file.offering)
  return {
    offerings: offerings.sort((one, other) => (one.id < other.id ? -1 : 1)),
    broken: [...own.broken, ...clashes.map(({ file, taken }) => clashing(file, taken))],
  }
}

/** The models of a folder. A missing folder is empty; a folder that cannot be read is listed as broken. */
async function readOwn(folder: string | null): Promise<{ files: OfferingFile[]; broken: BrokenFile[] }> {
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

/** One model, or why it is invalid. Its problems name the file, because they may be shown with those of other files. */
async function readOffering(path: string): Promise<OfferingFile | BrokenFile> {
  let written: unknown = null
  try {
    written = await readJsonValue(path, { noun: 'model', code: 'OFFERING_INVALID' })
    const parsed = parseOrThrow(offering, written, 'OFFERING_INVALID', `The model ${path}`, remedy)
    if (parsed.calibration === undefined) return { path, offering: parsed }
    const problems = [
      {
        place: 'calibration',
        message: 'a model file has no calibration; name one in deployment.calibration of the scenario',
      },
    ]
    throw new AppError('OFFERING_INVALID', `The model ${path} is not valid.`, { remedy, problems })
  } catch (error) {
    const { code, message, remedy: todo, problems } = AppError.from(error).toData()
    const placed = problems.map((each) => ({ ...each, place: placeIn(path, each.place) }))
    const data = { code, message, remedy: todo, problems: placed }
    return { kind: 'model', path, names: namesOf(path, written), error: data }
  }
}

/** The names by which a broken model may be meant: its id, if it has one, and the name of its file. */
function namesOf(path: string, written: unknown): string[] {
  const id: unknown = typeof written === 'object' && written !== null ? Reflect.get(written, 'id') : null
  return [...new Set([...(typeof id === 'string' ? [id] : []), basename(path, '.json')])]
}

/** A place with its file; syntax errors name the file already. */
function placeIn(path: string, place: string): string {
  if (place.startsWith(path)) return place
  return place === '' ? path : `${path}: ${place}`
}

/** Which model has the id of the user's model already: a shipped one or an earlier file; null if the id is free. */
function takenBy(
  { offering: { id } }: OfferingFile,
  shipped: readonly OfferingFile[],
  earlier: readonly OfferingFile[],
): string | null {
  if (shipped.some((each) => each.offering.id === id)) return 'a model that comes with Headroom'
  return earlier.find((each) => each.offering.id === id)?.path ?? null
}

function clashing({ path, offering: { id } }: OfferingFile, taken: string): BrokenFile {
  const problem: Problem = { place: placeIn(path, 'id'), message: `"${id}" is the id of ${taken} already` }
  const error = new AppError('OFFERING_INVALID', `The id of the model ${path} is taken.`, {
    problems: [problem],
    remedy: 'Give the model an id of its own; a file cannot replace a model that comes with Headroom.',
  })
  return { kind: 'model', path, names: [basename(path, '.json')], error: error.toData() }
}

/**
 * The offering with that id.
 * @throws AppError OFFERING_INVALID with the problems of a broken model of that name, or with the known offerings;
 * `place` is where the id was given.
 */
export function findOffering({ offerings, broken }: Models, id: string, place: string): Offering {
  const found = offerings.find((each) => each.id === id)
  if (found !== undefined) return found
  const meant = broken.find((each) => each.names.includes(id))
  if (meant !== undefined) throw AppError.fromData(meant.error)
  const known = offerings.map((each) => each.id)
  const [near] = nearNames(id, known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  throw new AppError('OFFERING_INVALID', `There is no offering "${id}".${hint}`, {
    problems: [{ place, message: `known offerings: ${known.join(', ')}` }],
    remedy: 'Name one of them, or see them',
    action: { command: 'headroom models list', view: 'Models' },
  })
}
