/**
 * Runs a short program with a bound on time and output.
 */
import { type ExecFileException, execFile } from 'node:child_process'
import { childEnvironment } from '../secrets/child-environment.ts'

/** A finished program. */
export interface Ran {
  /** `ok`: exit code 0. `not-found`: no such program. `too-late`: killed at the time limit. `failed`: any other end. */
  readonly end: 'ok' | 'not-found' | 'too-late' | 'failed'
  /** stdout and stderr together, at most 64 kB. */
  readonly output: string
}

/** Runs a program to its end, or kills it after `timeoutMs`. Never rejects. */
export function runBounded(command: string, words: readonly string[], timeoutMs = 8_000): Promise<Ran> {
  const bounds = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 65_536 } as const
  const options = { ...bounds, env: childEnvironment(process.env), windowsHide: true }
  return new Promise((resolve) => {
    execFile(command, [...words], options, (error, stdout, stderr) => {
      resolve({ end: endOf(error), output: `${stdout}${stderr}` })
    })
  })
}

function endOf(error: ExecFileException | null): Ran['end'] {
  if (error === null) return 'ok'
  if (error.code === 'ENOENT') return 'not-found'
  return error.killed === true && error.signal === 'SIGKILL' ? 'too-late' : 'failed'
}
