/**
 * Entry point of a runner host: `host.mjs --stdio --state-dir DIR`. It loads no native code.
 *
 * Only protocol messages are written to stdout. Errors before the first message go to stderr.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { AppError, errorExitCodes } from '../../contracts/app-error.ts'
import { makeStateFolder } from '../admin/make-state-folder.ts'
import { ControllerSession } from './controller-session.ts'
import { describeClient } from './describe-environment.ts'
import { Run } from './run.ts'
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

async function main(): Promise<void> {
  const { stateDirectory } = readArguments()
  makeStateFolder(stateDirectory)
  const transport = createStdioTransport(process.stdin, process.stdout)
  const sweepNotices = sweepLeases(stateDirectory).catch((error: unknown) => [
    `The leftovers of earlier runs could not be searched: ${AppError.from(error).message}`,
  ])
  const session = new ControllerSession({
    transport,
    stateDirectory,
    client: describeClient(),
    sweepNotices,
    createRun: (context) => new Run(context),
  })
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
