/**
 * Disables core files. When a program crashes, the system may write its memory to such a file, and with it the passwords
 * that are in memory.
 */
import { spawnSync } from 'node:child_process'
import { childEnvironment } from './child-environment.ts'

const prlimitTimeoutMs = 5_000

/**
 * Prevents this process, and those that it starts from now on, from writing core files. Works on Linux only, with the
 * program `prlimit` (soft and hard limit 0). If the system pipes core dumps to a program, that program decides. On other systems, or if the program is missing or fails, nothing changes and no error is reported.
 */
export function disableCoreFiles(): void {
  if (process.platform !== 'linux') return
  spawnSync('prlimit', ['--pid', String(process.pid), '--core=0:0'], {
    stdio: 'ignore',
    timeout: prlimitTimeoutMs,
    env: childEnvironment(process.env),
  })
}
