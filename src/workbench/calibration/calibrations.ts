/**
 * The calibrations of a workspace: one file each, named after the calibration.
 */
import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { type Calibration, calibration } from '../../contracts/calibration.ts'
import { parseOrThrow } from '../../contracts/parse.ts'
import { identifier } from '../../contracts/primitives.ts'
import { errorCodeOf, fileError } from '../files/file-error.ts'
import { readJsonFile } from '../files/read-json-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'

const suffix = '.calibration.json'

/** All of them by name. @throws AppError FILE_UNREADABLE, or INPUT_INVALID for a damaged file. */
export async function listCalibrations(workspacePath: string): Promise<Calibration[]> {
  const names = await namesOf(workspacePath)
  return Promise.all(names.map((name) => readFileOf(workspacePath, name)))
}

/** @throws AppError INPUT_INVALID that names those that are there. */
export async function readCalibration(workspacePath: string, name: string): Promise<Calibration> {
  await refuseUnknown(workspacePath, name)
  return readFileOf(workspacePath, name)
}

/** A name under which a calibration can be kept. @throws AppError INPUT_INVALID where it is taken or no name. */
export async function freeCalibrationName(workspacePath: string, name: string): Promise<string> {
  const remedy = 'Give it a name like july: letters, digits, dots, dashes and underscores.'
  const checked = parseOrThrow(identifier, name, 'INPUT_INVALID', `The name "${name}" of the calibration`, remedy)
  if (!(await isThere(pathOf(workspacePath, checked)))) return checked
  throw new AppError('INPUT_INVALID', `There is a calibration ${checked} in this workspace already.`, {
    remedy: `Choose another name, or delete it with: headroom models calibrations delete ${checked}`,
  })
}

/** @throws AppError FILE_UNWRITABLE or DISK_FULL; nothing half-written is left. */
export async function saveCalibration(workspacePath: string, value: Calibration): Promise<void> {
  await writeFileAtomically(pathOf(workspacePath, value.name), `${JSON.stringify(value, null, 2)}\n`)
}

/** @throws AppError INPUT_INVALID that names those that are there, FILE_UNWRITABLE. */
export async function deleteCalibration(workspacePath: string, name: string): Promise<void> {
  await refuseUnknown(workspacePath, name)
  const path = pathOf(workspacePath, name)
  try {
    await rm(path)
  } catch (error) {
    throw fileError(error, 'FILE_UNWRITABLE', path, 'Check that you may write to the workspace.')
  }
}

function readFileOf(workspacePath: string, name: string): Promise<Calibration> {
  return readJsonFile(pathOf(workspacePath, name), {
    noun: 'calibration',
    schema: calibration,
    code: 'INPUT_INVALID',
    remedy: 'Delete that file and calibrate again.',
  })
}

/** Only names that are listed are read or deleted, so that no name can lead out of the folder. */
async function refuseUnknown(workspacePath: string, name: string): Promise<void> {
  const known = await namesOf(workspacePath)
  if (known.includes(name)) return
  throw new AppError('INPUT_INVALID', `There is no calibration "${name}" in this workspace.`, {
    remedy: known.length === 0 ? 'Make one with: headroom models calibrate' : `There are: ${known.join(', ')}`,
  })
}

async function namesOf(workspacePath: string): Promise<string[]> {
  const folder = folderOf(workspacePath)
  try {
    const files = (await readdir(folder)).filter((file) => file.endsWith(suffix) && !file.startsWith('.'))
    return files.map((file) => file.slice(0, -suffix.length)).sort()
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return []
    throw fileError(error, 'FILE_UNREADABLE', folder, 'Check that you may read the workspace.')
  }
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

function folderOf(workspacePath: string): string {
  return join(workspacePath, 'calibrations')
}

function pathOf(workspacePath: string, name: string): string {
  return join(folderOf(workspacePath), `${name}${suffix}`)
}
