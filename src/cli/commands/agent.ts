/**
 * `headroom agent` runs an agent on this machine.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultAgentListen, hostAndPort } from '../../contracts/agent.ts'
import { AppError, errorExitCodes } from '../../contracts/app-error.ts'
import { hostEnvironment } from '../../workbench/fleets/host-environment.ts'
import { locateResources } from '../../workbench/resources.ts'
import { keepSecretsOutOfCoreFiles } from '../before-a-run.ts'
import { type Command, type CommandContext, workspaceOptions } from '../command.ts'
import { workspaceOf } from '../with-workbench.ts'

/** Options whose value is a file. They are passed to the agent with absolute paths. */
const fileOptions = ['tls-cert', 'tls-key', 'token-file'] as const

export const agentCommand: Command = {
  spec: {
    name: 'agent',
    summary: 'Lend this machine to runs that another machine controls.',
    parameters: [],
    options: {
      listen: {
        value: 'HOST:PORT',
        text: `Address for controllers (default: ${defaultAgentListen}, this machine only).`,
      },
      'tls-cert': { value: 'FILE', text: 'Certificate in PEM (default: a self-signed one, which controllers pin).' },
      'tls-key': { value: 'FILE', text: 'Key of the certificate in PEM.' },
      'token-file': {
        value: 'FILE',
        text: 'Token that controllers must present (default: created at the first start).',
      },
      'state-dir': { value: 'DIR', text: 'Folder for credentials and leases (default: agent in the workspace).' },
      ...workspaceOptions,
    },
    examples: [
      'headroom agent',
      'headroom agent --listen 0.0.0.0:7443',
      'headroom agent --listen 10.0.0.5:7443 --tls-cert agent.pem --tls-key agent.key --token-file token',
    ],
  },
  run: runAgent,
}

async function runAgent(context: CommandContext): Promise<number> {
  const { given, resourcesRoot, terminal } = context
  const listen = given.text('listen') ?? defaultAgentListen
  const outcome = hostAndPort.safeParse(listen)
  if (!outcome.success) {
    throw new AppError('USAGE', `headroom agent: --listen ${listen}: expected HOST:PORT, like 0.0.0.0:7443.`, {
      remedy: 'See its options with: headroom agent --help',
    })
  }
  const { runnerNodePath, agentScriptPath } = locateResources(resourcesRoot)
  for (const path of [runnerNodePath, agentScriptPath]) if (!existsSync(path)) throw notReady(path)
  const stateDirectory = resolve(given.text('state-dir') ?? join(workspaceOf(context), 'agent'))
  const files = fileOptions.flatMap((name) => {
    const path = given.text(name)
    return path === undefined ? [] : [`--${name}`, resolve(path)]
  })
  // The agent gets the passwords of the clusters on which it runs a load.
  keepSecretsOutOfCoreFiles(terminal)
  return runToExit(runnerNodePath, [agentScriptPath, '--listen', listen, '--state-dir', stateDirectory, ...files])
}

function notReady(path: string): AppError {
  return new AppError('RUNNER_NOT_READY', `The runner is not ready on this machine: ${path} is missing.`, {
    remedy: 'Make it ready with: node scripts/prepare-runner.mjs',
  })
}

/** Runs the agent until it exits. @returns its exit code */
function runToExit(nodePath: string, args: readonly string[]): Promise<number> {
  const child = spawn(nodePath, args, {
    // If this process is killed, its end of the IPC channel closes, and the agent ends too.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: hostEnvironment(process.env),
    windowsHide: true,
  })
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  // Ctrl-C in a terminal reaches both processes. This process waits until the agent has ended its run and exits.
  process.on('SIGINT', () => undefined)
  return new Promise((finish, reject) => {
    child.once('error', (error) => reject(new AppError('RUNNER_NOT_READY', error.message, { cause: error })))
    child.once('exit', (exitCode) => finish(exitCode ?? errorExitCodes.RUNNER_EXITED))
  })
}
