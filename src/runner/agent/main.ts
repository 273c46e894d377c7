/**
 * Entry point of an agent: `agent.mjs --listen HOST:PORT --state-dir DIR …`. It is started by `headroom agent`, or
 * directly in a container.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { defaultAgentListen, hostAndPort, hostOf, portOf } from '../../contracts/agent.ts'
import { AppError, errorExitCodes } from '../../contracts/app-error.ts'
import { makeStateFolder } from '../admin/make-state-folder.ts'
import { type Agent, startAgent } from './agent-server.ts'
import { type Credentials, loadCredentials } from './credentials.ts'

const usage = 'Usage: agent [--listen HOST:PORT] [--tls-cert FILE --tls-key FILE] [--token-file FILE] --state-dir DIR'

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        listen: { type: 'string', default: defaultAgentListen },
        'state-dir': { type: 'string', default: '' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        'token-file': { type: 'string' },
      },
    })
    if (values['state-dir'] === '') throw new AppError('USAGE', usage)
    if (!hostAndPort.safeParse(values.listen).success) {
      throw new AppError('USAGE', `--listen ${values.listen}: expected HOST:PORT, like 0.0.0.0:7443`)
    }
    return { ...values, stateDirectory: resolve(values['state-dir']) }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('USAGE', usage, { cause: error })
  }
}

/** Path of the host's script: a bundle beside the agent's bundle, or the source file if the agent runs from sources. */
function hostPath(): string {
  const isFromSources = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(isFromSources ? '../host/main.ts' : 'host.mjs', import.meta.url))
}

function log(text: string): void {
  process.stderr.write(`${new Date().toISOString()} ${text}\n`)
}

/** Formats what the agent prints when it listens, which says how to connect to it. */
function greeting(listen: string, port: number, credentials: Credentials): string {
  const host = hostOf(listen)
  const isAnyAddress = host === '0.0.0.0' || host === '::'
  const name = isAnyAddress ? 'THIS-HOST' : host.includes(':') ? `[${host}]` : host
  const isLoopback = ['localhost', '::1'].includes(host) || host.startsWith('127.')
  const reach = isLoopback ? ', for this machine only; for others: --listen 0.0.0.0:7443' : ''
  return [
    `Listening on ${listen.slice(0, listen.lastIndexOf(':'))}:${port}${reach}`,
    `Fingerprint  ${credentials.fingerprint}`,
    `Token        in ${credentials.tokenPath}; controllers need a copy: --agent-token-file FILE`,
    `Use it with  --agent ${name}:${port}#${credentials.fingerprint}`,
    '',
  ].join('\n')
}

/**
 * Closes the agent at the first signal, or when `headroom agent`, which started it, has ended. Resolves when it is closed; a
 * second signal makes it resolve at once.
 */
function closeWhenAsked(agent: Agent): Promise<void> {
  return new Promise((finish) => {
    let isClosing = false
    const close = () => {
      if (isClosing) return
      isClosing = true
      void agent.close().then(finish)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => (isClosing ? finish() : close()))
    }
    // `headroom agent` opens a channel, which closes when it is killed. An agent in a container has no channel.
    process.once('disconnect', close)
    if (process.connected === false) close()
  })
}

/** Lets the agent go on without its log, if the terminal or the program that reads it is gone. */
function tolerateLostReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

async function main(): Promise<void> {
  tolerateLostReaders()
  const given = readArguments()
  makeStateFolder(given.stateDirectory)
  const credentials = loadCredentials({
    stateDirectory: given.stateDirectory,
    certificatePath: given['tls-cert'],
    keyPath: given['tls-key'],
    tokenPath: given['token-file'],
  })
  const script = hostPath()
  if (!existsSync(script)) throw new AppError('RUNNER_NOT_READY', `The runner host is missing: ${script}.`)
  const args = [script, '--stdio', '--state-dir', given.stateDirectory]
  const hostCommand = { nodePath: process.execPath, args }
  const agent = await startAgent({ listen: given.listen, credentials, hostCommand, log })
  const ended = closeWhenAsked(agent)
  process.stdout.write(greeting(given.listen, portOf(`:${agent.port}`), credentials))
  await ended
}

try {
  await main()
  process.exit(0)
} catch (error) {
  const { code, message, remedy } = AppError.from(error)
  process.stderr.write(`${message}\n${remedy === null ? '' : `${remedy}\n`}`)
  process.exit(errorExitCodes[code])
}
