/**
 * Entry of a runner host: `host.mjs --stdio --state-dir DIR`. Loads no native code.
 *
 * stdout carries the protocol and nothing else; what goes wrong before it can speak goes to stderr.
 */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError, errorExitCodes } from '../../contracts/app-error.ts'
import { ControllerSession } from './controller-session.ts'
import { describeClient } from './environment.ts'
import { createStdioTransport } from './stdio-transport.ts'
import { sweepLeases } from './sweep-leases.ts'

function readArguments(): { readonly stateDirectory: string } {
  const usage = 'Usage: host --stdio --state-dir DIRECTORY'
  try {
    const { values } = parseArgs({ options: { stdio: { type: 'boolean' }, 'state-dir': { type: 'string' } } })
    const directory = values['state-dir']
    if (values.stdio !== true || directory === undefined) throw new AppError('USAGE', usage)
    return { stateDirectory: resolve(directory) }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('USAGE', usage, { cause: error })
  }
}

function makeStateDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true })
  } catch (error) {
    throw new AppError('FILE_UNWRITABLE', `The runner's state folder cannot be made: ${path}.`, { cause: error })
  }
}

/** kafkajs asks for timers in the past, harmlessly and often; Node's warnings about it would hide what matters. */
function silenceTimerWarnings(): void {
  process.removeAllListeners('warning')
  process.on('warning', (warning) => {
    if (warning.name !== 'TimeoutNegativeWarning') process.stderr.write(`${warning.name}: ${warning.message}\n`)
  })
}

async function main(): Promise<void> {
  silenceTimerWarnings()
  const { stateDirectory } = readArguments()
  makeStateDirectory(stateDirectory)
  const transport = createStdioTransport(process.stdin, process.stdout)
  const sweepNotices = sweepLeases(stateDirectory).catch((error: unknown) => [
    `What earlier runs left could not be looked for: ${AppError.from(error).message}`,
  ])
  const session = new ControllerSession({ transport, stateDirectory, client: describeClient(), sweepNotices })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => session.terminate(signal))
  await session.finished
  await Promise.race([transport.flush(), new Promise((done) => setTimeout(done, 500))])
}

try {
  await main()
  process.exit(0)
} catch (error) {
  const { code, message } = AppError.from(error)
  process.stderr.write(`${message}\n`)
  process.exit(errorExitCodes[code])
}
