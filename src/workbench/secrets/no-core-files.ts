/**
 * Disables core files. When a program crashes, the system may write the program's memory, including passwords, to a core
 * file.
 */
import { spawnSync } from 'node:child_process'
import { childEnvironment } from './child-environment.ts'

const prlimitTimeoutMs = 5_000

/**
 * Prevents this process, and those that it starts from now on, from writing core files: sets their soft and hard limit of
 * size to 0 with the program `prlimit`, because Node has no call for it.
 *
 * This has no effect, and reports no error:
 * - on systems other than Linux,
 * - if `prlimit` is missing or fails,
 * - if the system pipes core dumps to a program (see core_pattern of Linux), which may still write one.
 */
export function disableCoreFiles(): void {
  if (process.platform !== 'linux') return
  spawnSync('prlimit', ['--pid', String(process.pid), '--core=0:0'], {
    stdio: 'ignore',
    timeout: prlimitTimeoutMs,
    // Without variables that may contain secrets.
    env: childEnvironment(process.env),
  })
}
