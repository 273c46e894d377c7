import { runCli } from '../../../src/cli/run-cli.ts'
import { memoryTerminal } from './memory-terminal.ts'

/** Runs a command line that needs no workspace, as a terminal would. */
export async function headroom(...words: string[]) {
  const terminal = memoryTerminal()
  const exitCode = await runCli(words, { terminal, resourcesRoot: process.cwd(), environment: {} })
  return { exitCode, out: terminal.stdout, err: terminal.stderr, json: () => JSON.parse(terminal.stdout) }
}
