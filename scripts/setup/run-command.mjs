/**
 * Runs an external tool (npm, node-gyp, Maven, apt-get): reports its output line by line, limits its duration, and
 * leaves no process behind.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { SetupError } from './setup-error.mjs'

const tailLines = 400
const killGraceMs = 3_000

/** Process groups that must not outlive this process. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()

/**
 * @typedef {object} CommandOptions
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {(line: string) => void} [onLine] both streams
 * @property {number} [timeoutMs] for the whole command
 * @property {number} [silenceMs] without a line: the command hangs
 * @property {RegExp} [endAfter] a line after which the command has done its work and is asked to end (not on Windows)
 */

/**
 * Runs a command to its end. Never throws for an exit code: the caller knows what it means.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 * @returns {Promise<{ exitCode: number, tail: string, output: string }>} `output` is stdout alone
 */
export async function runCommand(command, args, options = {}) {
  const { cwd, env = process.env, onLine, timeoutMs = 20 * 60_000, silenceMs, endAfter } = options
  // A separate process group, so that a kill also reaches the compilers that make started. Windows has no groups.
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: isGroupable })
  track(child)
  /** @type {string[]} */
  const tail = []
  let output = ''
  let lastLineMs = Date.now()
  let failure = ''
  const onOutput = (/** @type {string} */ line) => {
    lastLineMs = Date.now()
    tail.push(line)
    if (tail.length > tailLines) tail.shift()
    onLine?.(line)
    // Not awaited: the time limit applies anyway.
    if (endAfter?.test(line)) child.kill('SIGTERM')
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    output += `${line}\n`
    onOutput(line)
  })
  createInterface({ input: child.stderr }).on('line', onOutput)

  const startedMs = Date.now()
  const watchdog = setInterval(() => {
    if (Date.now() - startedMs > timeoutMs) failure = `${command} did not end within ${Math.round(timeoutMs / 1000)} s`
    else if (silenceMs !== undefined && Date.now() - lastLineMs > silenceMs)
      failure = `${command} said nothing for ${Math.round(silenceMs / 1000)} s`
    if (failure !== '') killGroup(child, 'SIGTERM')
  }, 500)
  try {
    const exitCode = await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 128)))
    })
    if (failure !== '') throw new SetupError(failure, 'try again; if it stays so, check the network')
    return { exitCode, tail: tail.join('\n'), output }
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT')
      throw new SetupError(`${command} was not found on this machine`, `install ${command} and try again`, error)
    throw error
  } finally {
    clearInterval(watchdog)
    untrack(child)
  }
}

const isGroupable = process.platform !== 'win32'
const signalNumbers = /** @type {const} */ ({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })

function killAll() {
  for (const each of running) killGroup(each, 'SIGKILL')
}

/** @param {keyof typeof signalNumbers} signal */
function exitOnSignal(signal) {
  process.exit(128 + signalNumbers[signal])
}

/** @param {import('node:child_process').ChildProcess} child */
function track(child) {
  running.add(child)
  if (running.size > 1) return
  process.on('exit', killAll)
  for (const signal of Object.keys(signalNumbers)) process.on(signal, exitOnSignal)
}

/**
 * Stops handling signals, because a program that runs after set-up handles Ctrl-C in its own way.
 * @param {import('node:child_process').ChildProcess} child
 */
function untrack(child) {
  running.delete(child)
  if (running.size > 0) return
  process.off('exit', killAll)
  for (const signal of Object.keys(signalNumbers)) process.off(signal, exitOnSignal)
}

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function killGroup(child, signal) {
  if (child.pid === undefined) return
  try {
    process.kill(isGroupable ? -child.pid : child.pid, signal)
  } catch {
    return // Already gone.
  }
  if (signal !== 'SIGKILL') setTimeout(() => running.has(child) && killGroup(child, 'SIGKILL'), killGraceMs).unref()
}

/**
 * Runs npm. If npm started this process, the same npm is used, so that both have the same version.
 *
 * @param {readonly string[]} args
 * @param {CommandOptions} [options]
 */
export function runNpm(args, options = {}) {
  const startedBy = process.env.npm_execpath ?? ''
  const withEnvironment = { ...options, env: options.env ?? cleanEnvironment() }
  if (startedBy.endsWith('npm-cli.js')) return runCommand(process.execPath, [startedBy, ...args], withEnvironment)
  // On Windows npm is a batch file, which only its shell can start.
  if (process.platform === 'win32') return runCommand('cmd.exe', ['/d', '/s', '/c', 'npm', ...args], withEnvironment)
  return runCommand('npm', args, withEnvironment)
}

/**
 * The environment for npm and the compilers: the current one without settings of an outer `npm run` or of a user's
 * npmrc.
 *
 * @param {NodeJS.ProcessEnv} [env]
 */
export function cleanEnvironment(env = process.env) {
  const imposed =
    /^(npm_package_|npm_lifecycle_|npm_config_(local_prefix|nodedir|target|runtime|disturl|jobs|arch|platform)$)|^(MAKEFLAGS|MFLAGS|JOBS|BUILD_LIBRDKAFKA|npm_command|INIT_CWD|NODE_OPTIONS)$/i
  return Object.fromEntries(Object.entries(env).filter(([name]) => !imposed.test(name)))
}
