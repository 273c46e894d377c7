#!/usr/bin/env node
/**
 * `npm run -s headroom -- …` runs the command line. It works after `npm ci` alone, and builds its bundle if the sources
 * have changed.
 *
 * stdout is only for the command. Set-up writes to stderr, and only if it takes a while.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isCliStale } from './build.mjs'
import { nodeVersionProblem } from './setup/node-version.mjs'
import { repositoryPath } from './setup/paths.mjs'
import { dropEchoedInterrupts } from './setup/single-interrupt.mjs'

/** Exit code of the CLI for a wrong call. The text shows that set-up is missing. */
const setupMissingExitCode = 2

/** @returns {string | undefined} why the CLI cannot start */
function findProblem() {
  const nodeProblem = nodeVersionProblem()
  if (nodeProblem !== undefined) return nodeProblem
  if (!existsSync(join(repositoryPath, 'node_modules', '.package-lock.json')))
    return 'headroom: its npm packages are not installed; run: npm ci'
  if (!isCliStale()) return undefined
  // A separate process, because the bundler's threads would keep this one alive.
  const build = spawnSync(process.execPath, [fileURLToPath(new URL('build.mjs', import.meta.url)), '--quiet', 'cli'], {
    stdio: ['ignore', 2, 2],
  })
  return build.status === 0 ? undefined : 'headroom: the command line does not build; see above'
}

const problem = findProblem()
if (problem === undefined) {
  dropEchoedInterrupts()
  const bundlePath = join(repositoryPath, 'out', 'cli', 'headroom.mjs')
  // The bundle gets the arguments as if it had been started directly.
  process.argv[1] = bundlePath
  await import(pathToFileURL(bundlePath).href)
} else {
  console.error(problem)
  process.exitCode = setupMissingExitCode
}
