/**
 * Looks at the workspace without changing it.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from '../../contracts/doctor.ts'
import { assertWritableFolder } from '../files/make-folder.ts'
import { probeDatabase } from '../store/database.ts'
import { migrations } from '../store/migrations.ts'
import { storeFileName } from '../store/store.ts'
import { ok, wrong } from './finding.ts'

const choose = 'Choose another with --workspace DIR or HEADROOM_WORKSPACE.'

/** Says whether the workspace can be written, its version, and whether another process holds it. */
export async function checkWorkspace(workspacePath: string): Promise<Finding> {
  try {
    await assertWritableFolder(workspacePath)
  } catch {
    return wrong('workspace', 'its folder cannot be written', choose)
  }
  const path = join(workspacePath, storeFileName)
  return existsSync(path) ? databaseFinding(path) : ok('workspace', 'there is none yet; the first run makes it')
}

function databaseFinding(path: string): Finding {
  const newest = migrations.at(-1)?.version ?? 0
  try {
    const { version, isLocked } = probeDatabase(path)
    const detail = `version ${version}; this Headroom has ${newest}`
    if (version > newest) return wrong('workspace', detail, 'Use the newer Headroom.')
    if (!isLocked) return ok('workspace', detail)
    return wrong('workspace', 'another process is writing', 'Wait for the other Headroom, then try again.')
  } catch {
    // The error names the path of the workspace, which the doctor does not.
    return wrong('workspace', 'its database is damaged or cannot be read', choose)
  }
}
