/**
 * If a program crashes, the system may write its memory to a core file, and the memory has the passwords that it holds.
 */
import { spawnSync } from 'node:child_process'
import { childEnvironment } from './child-environment.ts'

const timeoutMs = 5_000

/**
 * Lets this process, and those that it starts from now on, leave no core file. On Linux only, by the program `prlimit`.
 * Where that is missing, and on other systems, the system's own setting stays.
 */
export function leaveNoCoreFiles(): void {
  if (process.platform !== 'linux') return
  spawnSync('prlimit', ['--pid', String(process.pid), '--core=0:0'], {
    stdio: 'ignore',
    timeout: timeoutMs,
    env: childEnvironment(process.env),
  })
}
