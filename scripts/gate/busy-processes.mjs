/**
 * Processes that keep a core each busy, so that the suites can be run on a loaded machine.
 */
import { spawn } from 'node:child_process'

/** They end by themselves after this, should nobody end them. */
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
