/**
 * Disables core files. When a program crashes, the system may write the program's memory, including passwords, to a core
 * file.
 */
import { spawnSync } from 'node:child_process'
import { childEnvironment } from './child-environment.ts'

const prlimitTimeoutMs = 5_000

/**
 * Prevents this process, and those that it starts from now on, from writing core files. It runs the program `prlimit` to set
 * the soft and hard limit of the size of a core file (RLIMIT_CORE) to 0, because Node has no API for limits.
 *
 * If the system pipes core dumps to a program, that program may write one nevertheless (see `core_pattern` in core(5)).
 *
 * @returns `failed` if `prlimit` is missing or fails; `unsupported`, without any effect, on systems other than Linux
 */
export function disableCoreFiles(): 'disabled' | 'failed' | 'unsupported' {
  if (process.platform !== 'linux') return 'unsupported'
  const { status } = spawnSync('prlimit', ['--pid', String(process.pid), '--core=0:0'], {
    stdio: 'ignore',
    timeout: prlimitTimeoutMs,
    // Variables that may contain secrets are not passed on.
    env: childEnvironment(process.env),
  })
  return status === 0 ? 'disabled' : 'failed'
}
