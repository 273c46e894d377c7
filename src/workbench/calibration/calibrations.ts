/**
 * Lists, reads, stores and deletes the calibrations of a workspace. Each is a file with the name of the calibration.
 */
import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import { type Calibration, calibration } from '../../contracts/calibration.ts'
import { parseOrThrow } from '../../contracts/parse.ts'
import { identifier } from '../../contracts/primitives.ts'
import { errorCodeOf, fileError } from '../files/file-error.ts'
import { readJsonFile } from '../files/read-json-file.ts'
import { writeFileAtomically } from '../files/write-file-atomically.ts'

const fileSuffix = '.calibration.json'

/** The calibrations of a workspace, and the files that could not be read as a calibration. */
export interface Calibrations {
  readonly calibrations: readonly Calibration[]
  readonly broken: readonly BrokenFile[]
}

/** Lists all calibrations, sorted by name. A damaged file or an unreadable folder is listed as broken. */
export async function listCalibrations(workspacePath: string): Promise<Calibrations> {
  const names = await namesOf(workspacePath).catch((reason: unknown) => AppError.from(reason))
  if (names instanceof AppError) {
    const path = folderOf(workspacePath)
    return { calibrations: [], broken: [{ kind: 'calibration', path, names: [], error: names.toData() }] }
  }
  const outcomes = await Promise.allSettled(names.map((name) => readFileOf(workspacePath, name)))
  return {
    calibrations: outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    broken: outcomes.flatMap((each, index): BrokenFile[] => {
      const name = names[index]
      if (each.status === 'fulfilled' || name === undefined) return []
      const error = AppError.from(each.reason).toData()
      return [{ kind: 'calibration', path: pathOf(workspacePath, name), names: [name], error }]
    }),
  }
}

/**
 * @throws AppError INPUT_INVALID with the names of the existing calibrations, or with the problems of a damaged file
 */
export async function readCalibration(workspacePath: string | null, name: string): Promise<Calibration> {
  const known = workspacePath === null ? [] : await namesOf(workspacePath)
  if (workspacePath === null || !known.includes(name))
    throw unknownCalibration(name, known, ' (--calibration, or deployment.calibration of the scenario)')
  return readFileOf(workspacePath, name)
}

/** Returns the name if a new calibration can have it. @throws AppError INPUT_INVALID if the name is taken or invalid */
export async function freeCalibrationName(workspacePath: string, name: string): Promise<string> {
  const remedy = 'Give it a name like july: letters, digits, dots, dashes and underscores.'
  const checked = parseOrThrow(identifier, name, {
    code: 'INPUT_INVALID',
    what: `The name "${name}" of the calibration`,
    remedy,
  })
  if (!(await isThere(pathOf(workspacePath, checked)))) return checked
  throw new AppError('INPUT_INVALID', `The calibration ${checked} already exists in this workspace.`, {
    remedy: 'Choose another name, or delete it',
    action: { command: `headroom models calibrations delete ${checked}`, view: 'Models' },
  })
}

/** @throws AppError FILE_UNWRITABLE or DISK_FULL. No incomplete file is left. */
export async function saveCalibration(workspacePath: string, value: Calibration): Promise<void> {
  await writeFileAtomically(pathOf(workspacePath, value.name), `${JSON.stringify(value, null, 2)}\n`)
}

/** @throws AppError INPUT_INVALID with the names of the existing calibrations, or FILE_UNWRITABLE */
export async function deleteCalibration(workspacePath: string, name: string): Promise<void> {
  const known = await namesOf(workspacePath)
  if (!known.includes(name)) throw unknownCalibration(name, known)
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

/**
 * The error for a name that is not listed. Only listed names are read or deleted, so no name leads out of the folder.
 * @param place where the user gave the name, in brackets and after a space; empty if that is clear from the command
 */
function unknownCalibration(name: string, known: readonly string[], place = ''): AppError {
  const message = `There is no calibration "${name}" in this workspace${place}.`
  if (known.length > 0) return new AppError('INPUT_INVALID', message, { remedy: `Name one of: ${known.join(', ')}` })
  return new AppError('INPUT_INVALID', message, {
    remedy: place === '' ? 'Calibrate from runs' : 'Leave it out, or calibrate from runs',
    action: { command: 'headroom models calibrate', view: 'Runs' },
  })
}

async function namesOf(workspacePath: string): Promise<string[]> {
  const folder = folderOf(workspacePath)
  try {
    const files = (await readdir(folder)).filter((file) => file.endsWith(fileSuffix) && !file.startsWith('.'))
    return files.map((file) => file.slice(0, -fileSuffix.length)).sort()
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return []
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
  return join(folderOf(workspacePath), `${name}${fileSuffix}`)
}
