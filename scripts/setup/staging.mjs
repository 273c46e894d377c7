/**
 * Prevents incomplete installations: work is done in a staging folder, which then replaces the old folder by a rename.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runtimePath } from './paths.mjs'

const stagingRoot = join(runtimePath, 'staging')

/**
 * Creates an empty folder on the repository's file system, so that a rename out of it is atomic.
 *
 * Call it while you hold the step's lock, because it deletes the remains of an earlier attempt of the same step.
 *
 * @param {string} step
 * @param {string} [root]
 */
export async function openStaging(step, root = stagingRoot) {
  await mkdir(root, { recursive: true })
  for (const name of await readdir(root)) {
    if (!name.startsWith(`${step}-`)) continue
    // A tool of a killed attempt may still be writing there. The next attempt deletes the folder again.
    await rm(join(root, name), { recursive: true, force: true }).catch(() => {})
  }
  return mkdtemp(join(root, `${step}-`))
}

/**
 * Moves a finished folder to its destination. The old folder is moved aside first and deleted last.
 *
 * @param {string} finishedPath
 * @param {string} targetPath
 */
export async function swapIn(finishedPath, targetPath) {
  await mkdir(dirname(targetPath), { recursive: true })
  const oldPath = `${finishedPath}.old`
  if (existsSync(targetPath)) await rename(targetPath, oldPath)
  await rename(finishedPath, targetPath)
  await rm(oldPath, { recursive: true, force: true })
}
