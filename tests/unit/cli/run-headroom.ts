import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCli } from '../../../src/cli/run-cli.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { memoryTerminal } from './memory-terminal.ts'

/** Runs a command line that needs no workspace, as a terminal would: nobody's own models take part. */
export function headroom(...words: string[]) {
  return headroomIn(join(tmpdir(), 'headroom-that-is-not-there'), ...words)
}

/** Runs a command line in a workspace, as a terminal would. */
export async function headroomIn(workspace: string, ...words: string[]) {
  const terminal = memoryTerminal()
  const environment = { HEADROOM_WORKSPACE: workspace }
  const exitCode = await runCli(words, { terminal, resourcesRoot: process.cwd(), environment })
  return { exitCode, out: terminal.stdout, err: terminal.stderr, json: () => JSON.parse(terminal.stdout) }
}

/** A folder for each test of a file, and command lines in the workspace in it, as a terminal would run them. */
export function headroomInFolders() {
  const folder = temporaryFolder()
  return { folder, headroom: (...words: string[]) => headroomIn(join(folder.path, 'workspace'), ...words) }
}
