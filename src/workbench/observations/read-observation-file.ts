/**
 * Reads an observation from a file: from its JSON report, or from the output of `observe --json`.
 */

import { refuseNewerVersion } from '../../contracts/newer-version.ts'
import { type Observation, observation } from '../../contracts/observation.ts'
import { parseOrThrow } from '../../contracts/parse.ts'
import { readJsonValue } from '../files/read-json-file.ts'

/** Returns the observation in a file. @throws AppError FILE_UNREADABLE, or INPUT_INVALID with every problem */
export async function readObservationFile(path: string): Promise<Observation> {
  const value = await readJsonValue(path, { noun: 'observation', code: 'INPUT_INVALID' })
  const remedy = 'Give the JSON report of an observation, made with: headroom observe … --report DIR'
  const part = partOf(value, 'observation') ?? value
  refuseNewerVersion(part, `The observation in ${path}`, 'INPUT_INVALID')
  return parseOrThrow(observation, part, { code: 'INPUT_INVALID', what: `The file ${path}`, remedy })
}

/** Returns a part of an observation's JSON report; undefined if the value is not such a report. */
export function partOf(value: unknown, part: 'observation' | 'scenario'): unknown {
  if (typeof value !== 'object' || value === null || !('observation' in value) || !('scenario' in value))
    return undefined
  return value[part]
}

/** True if a file is the JSON report of an observation. @throws AppError as `readObservationFile`, without its schema */
export async function isObservationFile(path: string): Promise<boolean> {
  const value = await readJsonValue(path, { noun: 'observation', code: 'INPUT_INVALID' })
  return partOf(value, 'observation') !== undefined
}
