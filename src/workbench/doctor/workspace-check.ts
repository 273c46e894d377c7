/**
 * Looks at the workspace without changing it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import type { Finding } from '../../contracts/doctor.ts'
import { assertWritableFolder } from '../files/assert-writable.ts'
import { fileReason } from '../files/file-error.ts'
import { probeDatabase } from '../store/database.ts'
import { migrations } from '../store/migrations.ts'
import { storeFileName } from '../store/store.ts'
import { ok, wrong } from './finding.ts'

const newestVersion = migrations.at(-1)?.version ?? 0
const chooseRemedy = 'Choose another with --workspace DIR or HEADROOM_WORKSPACE.'

/** Says whether the workspace can be written, its version, and whether another process holds it. */
export async function checkWorkspace(workspacePath: string): Promise<Finding> {
  try {
    await assertWritableFolder(workspacePath)
  } catch (error) {
    return wrong('workspace', `its folder cannot be written${reasonOf(error)}`, chooseRemedy)
  }
  const path = join(workspacePath, storeFileName)
  return existsSync(path) ? databaseFinding(path) : ok('workspace', 'there is none yet; the first run makes it')
}

/** The reason without the path of the workspace, which the doctor does not name. */
function reasonOf(error: unknown): string {
  const reason = error instanceof AppError ? fileReason(error.cause) : null
  return reason === null ? '' : `: ${reason}`
}

/** True if the workspace can be read and has the version of this Headroom. Does not create or change the workspace. */
export function isCurrentWorkspace(workspacePath: string): boolean {
  const path = join(workspacePath, storeFileName)
  try {
    if (!existsSync(path)) return false
    const { version, isLocked } = probeDatabase(path)
    return version === newestVersion && !isLocked
  } catch {
    // `checkWorkspace` reports it.
    return false
  }
}

function databaseFinding(path: string): Finding {
  try {
    const { version, isLocked } = probeDatabase(path)
    const detail = `version ${version}; this Headroom has ${newestVersion}`
    if (version > newestVersion) return wrong('workspace', detail, 'Use the newer Headroom.')
    if (!isLocked)
      return ok('workspace', version < newestVersion ? `${detail}, to which it is changed when it is opened` : detail)
    return wrong('workspace', 'another process is writing', 'Wait for the other Headroom, then try again.')
  } catch {
    // The error names the path of the workspace, which the doctor does not.
    return wrong('workspace', 'its database is damaged or cannot be read', chooseRemedy)
  }
}
