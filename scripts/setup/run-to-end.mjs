/**
 * A child that shares our terminal, followed to its end: what we are told to stop, it is told to stop.
 */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const passedSignals = /** @type {const} */ (['SIGTERM', 'SIGHUP'])
const stopSignals = /** @type {const} */ (['SIGINT', ...passedSignals])

/**
 * Runs a child and ends as it ends. A `spawnSync` would die of a signal and leave the child behind.
 *
 * @param {string} command @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: 'inherit' | 'ignore' }} [options]
 * @returns {Promise<number>} its exit code, 128 and the signal's number where one ended it
 */
export async function runToEnd(command, args, { cwd, env, stdio = 'inherit' } = {}) {
  const child = spawn(command, args, { cwd, env, stdio })
  // Ctrl-C reaches the child by itself; we only have to outlive it. Other signals come to us alone.
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
 * The same for one of several children: where we are told to stop meanwhile, this process ends with the child, and no
 * other is begun.
 *
 * @param {string} command @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, stdio?: 'inherit' | 'ignore' }} [options]
 * @returns {Promise<number>} as of `runToEnd`
 */
export async function runOrStop(command, args, options) {
  /** @type {NodeJS.Signals | null} */
  let told = null
  /** @param {NodeJS.Signals} signal */
  const note = (signal) => {
    told = signal
  }
  for (const signal of stopSignals) process.on(signal, note)
  const exitCode = await runToEnd(command, args, options)
  for (const signal of stopSignals) process.off(signal, note)
  if (told !== null) process.exit(128 + constants.signals[/** @type {NodeJS.Signals} */ (told)])
  return exitCode
}
