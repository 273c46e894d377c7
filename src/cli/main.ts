/**
 * Entry point of the command line: passes the arguments of this process to `runCli` and sets the exit code.
 */
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findResourcesRoot } from '../workbench/find-resources-root.ts'
import { runCli } from './run-cli.ts'
import { processTerminal } from './terminal/terminal.ts'

process.exitCode = await runCli(process.argv.slice(2), {
  terminal: processTerminal(),
  resourcesRoot: findResourcesRoot(dirname(fileURLToPath(import.meta.url))),
  environment: process.env,
})
