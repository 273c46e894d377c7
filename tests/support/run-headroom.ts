/**
 * The command line as a person runs it: `scripts/headroom.mjs` in a process of its own.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export const repositoryRoot = resolve(import.meta.dirname, '../..')

export interface HeadroomOutcome {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A workspace of its own for a test; the system's temp folder is swept by the system. */
export function makeWorkspace(): string {
  return mkdtempSync(join(tmpdir(), 'headroom-workspace-'))
}

/** Runs `headroom` with the arguments to its end. */
export function runHeadroom(args: readonly string[]): Promise<HeadroomOutcome> {
  const child = spawn(process.execPath, [join(repositoryRoot, 'scripts/headroom.mjs'), ...args], {
    cwd: repositoryRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  return new Promise((settle, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => {
      settle({
        exitCode,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      })
    })
  })
}
