import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli } from '../../../src/cli/run-cli.ts'
import { memoryTerminal } from './memory-terminal.ts'

/** A workspace that is not there, so that nobody's own models take part. */
const environment = { HEADROOM_WORKSPACE: join(tmpdir(), 'headroom-that-is-not-there') }

/** Runs a command line that needs no workspace, as a terminal would. */
export async function headroom(...words: string[]) {
  const terminal = memoryTerminal()
  const exitCode = await runCli(words, { terminal, resourcesRoot: process.cwd(), environment })
  return { exitCode, out: terminal.stdout, err: terminal.stderr, json: () => JSON.parse(terminal.stdout) }
}
