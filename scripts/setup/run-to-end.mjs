/**
 * Runs a child process in this terminal and passes on the signals that this process receives.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const passedSignals = /** @type {const} */ (['SIGTERM', 'SIGHUP'])
const stopSignals = /** @type {const} */ (['SIGINT', ...passedSignals])

/**
 * Runs a child process and waits for its end. `spawnSync` does not work here, because a signal would end it and leave
 * the child running.
 *
 * @param {string} command @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions,
 *   onStart?: (pid: number) => void }} [options]
 * @returns {Promise<number>} its exit code; 128 plus the signal's number if a signal ended it
 */
export async function runToEnd(command, args, { cwd, env, stdio = 'inherit', onStart } = {}) {
  const child = spawn(command, args, { cwd, env, stdio })
  if (child.pid !== undefined) onStart?.(child.pid)
  // The terminal also sends Ctrl-C to the child, so this process only waits. Other signals reach only this process.
  const stay = () => {}
  /** @param {NodeJS.Signals} signal */
  const pass = (signal) => child.kill(signal)
  process.on('SIGINT', stay)
  for (const signal of passedSignals) process.on(signal, pass)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
    })
  } finally {
    process.off('SIGINT', stay)
    for (const signal of passedSignals) process.off(signal, pass)
  }
}

/**
 * Does the same for one of several children. A stop signal also ends this process after the child, so that the next
 * child is not started.
 *
 * @param {string} command @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: import('node:child_process').StdioOptions,
 *   onStart?: (pid: number) => void }} [options]
 * @returns {Promise<number>} as of `runToEnd`
 */
export async function runOrStop(command, args, options) {
  /** @type {NodeJS.Signals | null} */
  let received = null
  /** @param {NodeJS.Signals} signal */
  const note = (signal) => {
    received = signal
  }
  for (const signal of stopSignals) process.on(signal, note)
  const exitCode = await runToEnd(command, args, options)
  for (const signal of stopSignals) process.off(signal, note)
  if (received !== null) process.exit(128 + constants.signals[/** @type {NodeJS.Signals} */ (received)])
  return exitCode
}
