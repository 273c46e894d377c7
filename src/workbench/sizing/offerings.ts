/**
 * The offerings that come with Headroom: one file each in models/.
 */
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { type Offering, offering } from '../../contracts/offering.ts'
import { readJsonFile } from '../files/read-json-file.ts'
import { listFiles } from './scenario-files.ts'

/** All offerings, by id. @throws AppError FILE_UNREADABLE or OFFERING_INVALID with every problem and its place. */
export async function loadOfferings(modelsPath: string): Promise<Offering[]> {
  const fileNames = await listFiles(modelsPath, '.json', 'The models in')
  const offerings = await Promise.all(
    fileNames.map((fileName) =>
      readJsonFile(join(modelsPath, fileName), {
        noun: 'model',
        schema: offering,
        code: 'OFFERING_INVALID',
        remedy: 'Correct the file: every limit needs its unit, its source and a date.',
      }),
    ),
  )
  return offerings.sort((one, other) => (one.id < other.id ? -1 : 1))
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
