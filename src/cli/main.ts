/**
 * Entry point of the command-line tool. Runs it with this process's arguments and sets the exit code.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCli } from './run-cli.ts'
import { processTerminal } from './terminal/terminal.ts'

/**
 * Finds the nearest folder above this file that contains models/. That folder is the root of the repository, or the
 * resources folder of a packaged app. Without one it is this file's own folder, so that
 * commands that need no models still work.
 */
function findResourcesRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url))
  let directory = start
  while (!existsSync(join(directory, 'models'))) {
    const parent = dirname(directory)
    if (parent === directory) return start
    directory = parent
  }
  return directory
}

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: processTerminal(),
  resourcesRoot: findResourcesRoot(),
  environment: process.env,
})
