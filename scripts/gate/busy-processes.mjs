/**
 * Starts processes that each keep one core busy, to run the suites on a loaded machine.
 */
import { spawn } from 'node:child_process'

/** Maximum duration of the processes, in case the gate cannot end them. */
const longestMs = 3 * 3_600_000

/** @param {number} count @returns {() => void} ends them */
export function startBusyProcesses(count) {
  const script = `const endMs = Date.now() + ${longestMs}; while (Date.now() < endMs && process.ppid !== 1) {}`
  const children = Array.from({ length: count }, () => spawn(process.execPath, ['-e', script], { stdio: 'ignore' }))
  const stop = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  process.once('exit', stop)
  return () => {
    process.off('exit', stop)
    stop()
  }
}
