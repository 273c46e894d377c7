/**
 * Entry point of the command-line tool: runs it with the arguments of this process and sets the exit code.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCli } from './run-cli.ts'
import { processTerminal } from './terminal/terminal.ts'

/**
 * Walks up from the folder of this file to the first one that contains `models/`. In a checkout that is the root of the
 * repository, in a packaged app its resources folder. If there is none, returns the folder of this file, so that commands that
 * need no models still work.
 */
function findResourcesRoot(): string {
  const ownFolder = dirname(fileURLToPath(import.meta.url))
  let folder = ownFolder
  while (!existsSync(join(folder, 'models'))) {
    const parent = dirname(folder)
    if (parent === folder) return ownFolder
    folder = parent
  }
  return folder
}

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: processTerminal(),
  resourcesRoot: findResourcesRoot(),
  environment: process.env,
})
