/**
 * The offerings: one file each in the models/ of Headroom, and in the models/ of the user's workspace.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError, type Problem } from '../../contracts/app-error.ts'
import { type Offering, offering } from '../../contracts/offering.ts'
import { readJsonFile } from '../files/read-json-file.ts'
import type { Resources } from '../resources.ts'
import { listFiles } from './scenario-files.ts'

/** Where models are read from. */
export type ModelPlaces = Pick<Resources, 'modelsPath' | 'ownModelsPath'>

/** An offering and the file that it stands in. */
interface OfferingFile {
  readonly path: string
  readonly offering: Offering
}

/**
 * All offerings, by id.
 * @throws AppError FILE_UNREADABLE, or OFFERING_INVALID with every problem of every file, each with file and path; also
 * where two files have one id.
 */
export async function loadOfferings({ modelsPath, ownModelsPath }: ModelPlaces): Promise<Offering[]> {
  const shipped = await readFolder(modelsPath)
  const own = ownModelsPath !== null && existsSync(ownModelsPath) ? await readFolder(ownModelsPath) : []
  const clashes = clashesOf(shipped, own)
  if (clashes.length > 0) {
    throw new AppError('OFFERING_INVALID', `${countOf(clashes, 'model')} cannot be told from another by its id.`, {
      problems: clashes,
      remedy: 'Give the model an id of its own; a file cannot replace a model that comes with Headroom.',
    })
  }
  return [...shipped, ...own].map((file) => file.offering).sort((one, other) => (one.id < other.id ? -1 : 1))
}

async function readFolder(folder: string): Promise<OfferingFile[]> {
  const fileNames = await listFiles(folder, '.json', 'The models in')
  const read = await Promise.allSettled(fileNames.map((fileName) => readOffering(join(folder, fileName))))
  const failures = read.flatMap((each) => (each.status === 'rejected' ? [AppError.from(each.reason)] : []))
  if (failures.length === 0) return read.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  const [only] = failures
  if (failures.length === 1 && only !== undefined) throw only
  const remedies = new Set(failures.map((failure) => failure.remedy))
  throw new AppError('OFFERING_INVALID', `${countOf(failures, 'model')} in ${folder} cannot be read.`, {
    problems: failures.flatMap((failure) =>
      failure.problems.length > 0 ? failure.problems : [{ place: folder, message: failure.message }],
    ),
    remedy: [...remedies].filter((remedy) => remedy !== null).join(' '),
  })
}

/** One model. Its problems name the file, as they may stand beside those of other files. */
async function readOffering(path: string): Promise<OfferingFile> {
  try {
    const parsed = await readJsonFile(path, {
      noun: 'model',
      schema: offering,
      code: 'OFFERING_INVALID',
      remedy: 'Correct the file: every limit needs its unit, its source and a date. docs/adding-a-model.md shows how.',
    })
    return { path, offering: parsed }
  } catch (error) {
    const failure = AppError.from(error)
    const problems = failure.problems.map(({ place, message }) => ({ place: placeIn(path, place), message }))
    throw new AppError(failure.code, failure.message, { remedy: failure.remedy, problems, cause: error })
  }
}

/** A place that names its file: syntax errors do already. */
function placeIn(path: string, place: string): string {
  if (place.startsWith(path)) return place
  return place === '' ? path : `${path}: ${place}`
}

/** Own models whose id is taken: by one that comes with Headroom, or by another file of the workspace. */
function clashesOf(shipped: readonly OfferingFile[], own: readonly OfferingFile[]): Problem[] {
  return own.flatMap(({ path, offering: { id } }, index) => {
    const isShipped = shipped.some((each) => each.offering.id === id)
    const earlier = own.slice(0, index).find((each) => each.offering.id === id)
    if (!isShipped && earlier === undefined) return []
    const taken = isShipped ? 'a model that comes with Headroom' : earlier?.path
    return [{ place: placeIn(path, 'id'), message: `"${id}" is the id of ${taken} already` }]
  })
}

function countOf(things: readonly unknown[], noun: string): string {
  return things.length === 1 ? `1 ${noun}` : `${things.length} ${noun}s`
}

/**
 * The offering of that id.
 * @throws AppError OFFERING_INVALID that lists the known ones; `place` names who asked for it.
 */
export function findOffering(offerings: readonly Offering[], id: string, place: string): Offering {
  const found = offerings.find((each) => each.id === id)
  if (found !== undefined) return found
  const known = offerings.map((each) => each.id).join(', ')
  throw new AppError('OFFERING_INVALID', `There is no offering "${id}".`, {
    problems: [{ place, message: `known offerings: ${known}` }],
    remedy: 'Name one of them, or see them with: headroom models list',
  })
}
