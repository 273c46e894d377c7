/**
 * Nothing half-installed: work happens in a folder beside, which takes the place of the old one by renames.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runtimePath } from './paths.mjs'

const stagingRoot = join(runtimePath, 'staging')

/**
 * An empty folder on the repository's own file system, so that a rename out of it is atomic.
 *
 * Call it while holding the step's lock: what an earlier, killed attempt of the same step left is deleted.
 *
 * @param {string} step
 * @param {string} [root]
 */
export async function openStaging(step, root = stagingRoot) {
  await mkdir(root, { recursive: true })
  for (const name of await readdir(root)) {
    if (!name.startsWith(`${step}-`)) continue
    // A tool that a killed attempt started may still be writing there; the next attempt sweeps again.
    await rm(join(root, name), { recursive: true, force: true }).catch(() => {})
  }
  return mkdtemp(join(root, `${step}-`))
}

/**
 * Puts a finished folder in its place. The old one is moved aside first and deleted last.
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
