#!/usr/bin/env node
/**
 * `npm run -s headroom -- …`: the command line. Works after `npm ci` alone; builds its bundle when the sources changed.
 *
 * stdout belongs to the command: whatever set-up has to say goes to stderr, and only when it takes a while.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isCliStale } from './build.mjs'
import { nodeVersionProblem } from './setup/node-version.mjs'
import { repositoryPath } from './setup/paths.mjs'
import { dropEchoedInterrupts } from './setup/single-interrupt.mjs'

/** Exit code of the CLI's own table for a wrong call; set-up that is missing is told apart by its text. */
const setupMissingExitCode = 2

/** @returns {string | undefined} why the CLI cannot start */
function findProblem() {
  const nodeProblem = nodeVersionProblem()
  if (nodeProblem !== undefined) return nodeProblem
  if (!existsSync(join(repositoryPath, 'node_modules', '.package-lock.json')))
    return 'headroom: its npm packages are not installed; run: npm ci'
  if (!isCliStale()) return undefined
  // A process of its own: the bundler's threads would keep this one waiting.
  const build = spawnSync(process.execPath, [fileURLToPath(new URL('build.mjs', import.meta.url)), '--quiet', 'cli'], {
    stdio: ['ignore', 2, 2],
  })
  return build.status === 0 ? undefined : 'headroom: the command line does not build; see above'
}

const problem = findProblem()
if (problem === undefined) {
  dropEchoedInterrupts()
  const bundlePath = join(repositoryPath, 'out', 'cli', 'headroom.mjs')
  // The bundle sees the arguments as if it had been started itself.
  process.argv[1] = bundlePath
  await import(pathToFileURL(bundlePath).href)
} else {
  console.error(problem)
  process.exitCode = setupMissingExitCode
}
