/**
 * Looks at the workspace without changing it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import type { Finding } from '../../contracts/doctor.ts'
import { assertWritableFolder } from '../files/assert-writable.ts'
import { probeDatabase } from '../store/database.ts'
import { migrations } from '../store/migrations.ts'
import { storeFileName } from '../store/store.ts'
import { ok, wrong } from './finding.ts'

const choose = 'Choose another with --workspace DIR or HEADROOM_WORKSPACE.'

/** Says whether the workspace can be written, its version, and whether another process holds it. */
export async function checkWorkspace(workspacePath: string): Promise<Finding> {
  try {
    await assertWritableFolder(workspacePath)
  } catch (error) {
    return wrong('workspace', `its folder cannot be written${reasonOf(error)}`, choose)
  }
  const path = join(workspacePath, storeFileName)
  return existsSync(path) ? databaseFinding(path) : ok('workspace', 'there is none yet; the first run makes it')
}

/** The reason at the end of a message of the file system, which names the path before: the doctor does not name it. */
function reasonOf(error: unknown): string {
  const [, reason] = (error instanceof AppError && /: ([a-z -]{1,60})\.$/.exec(error.message)) || []
  return reason === undefined ? '' : `: ${reason}`
}

function databaseFinding(path: string): Finding {
  const newest = migrations.at(-1)?.version ?? 0
  try {
    const { version, isLocked } = probeDatabase(path)
    const detail = `version ${version}; this Headroom has ${newest}`
    if (version > newest) return wrong('workspace', detail, 'Use the newer Headroom.')
    if (!isLocked)
      return ok('workspace', version < newest ? `${detail}, to which it is changed when it is opened` : detail)
    return wrong('workspace', 'another process is writing', 'Wait for the other Headroom, then try again.')
  } catch {
    // The error names the path of the workspace, which the doctor does not.
    return wrong('workspace', 'its database is damaged or cannot be read', choose)
  }
}
