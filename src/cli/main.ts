/**
 * Entry point of the command line. Passes it the terminal, the environment and the resource folder of this process.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCli } from './run-cli.ts'
import { processTerminal } from './terminal/terminal.ts'

/**
 * The nearest folder above this file that contains models/: the repository, or the resources of a packaged app. Else the
 * folder of this file.
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
