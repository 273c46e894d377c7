/**
 * Real agents for tests, from the bundles that users run: processes of their own, on loopback or in a network namespace.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type AgentAddress, agentAddress } from '../../src/contracts/agent.ts'
import type { FleetMember } from '../../src/contracts/run-share.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import type { Target } from '../../src/contracts/target.ts'
import { createAgentsFleet } from '../../src/workbench/fleets/agents-fleet.ts'
import type { FleetListener, FleetOrder } from '../../src/workbench/fleets/fleet.ts'
import { makeStateDirectory } from './embedded-support.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const nodePath = `${repository}src/runner/node_modules/node/bin/node`
const agentPath = `${repository}src/runner/dist/agent.mjs`

/** An agent that listens. */
export interface StartedAgent {
  readonly child: ChildProcess
  readonly address: AgentAddress
  readonly token: string
  readonly stateDirectory: string
  /** What the agent has written to stderr so far. */
  log(): string
}

/**
 * Starts an agent, which is ended after the test. `before`: words before the command, such as `ip netns exec NAME`. `program`:
 * another program than the agent of this repository.
 */
export async function startAgentProcess(
  options: { listen?: string; before?: readonly string[]; tokenPath?: string; program?: readonly string[] } = {},
): Promise<StartedAgent> {
  const stateDirectory = makeStateDirectory()
  const token = options.tokenPath === undefined ? [] : ['--token-file', options.tokenPath]
  const listen = options.listen ?? '127.0.0.1:0'
  const program = options.program ?? [nodePath, agentPath]
  const words = [...program, '--listen', listen, '--state-dir', stateDirectory, ...token]
  const [command = '', ...args] = [...(options.before ?? []), ...words]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
  })
  const address = await new Promise<string>((resolve, reject) => {
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      const found = /--agent (\S+)\n/.exec(out)?.[1]
      if (found !== undefined) resolve(found)
    })
    void exited.then(() => reject(new Error(`the agent ended: ${log}`)))
  })
  const path = options.tokenPath ?? join(stateDirectory, 'agent', 'token')
  return {
    child,
    address: agentAddress.parse(address),
    token: readFileSync(path, 'utf8').trim(),
    stateDirectory,
    log: () => log,
  }
}

/** The target for a cluster at an address. */
export function connectionTo(bootstrapServers: readonly string[]): Target {
  return {
    kind: 'connection',
    connection: {
      kind: 'headroom.connection',
      schemaVersion: 1,
      name: 'test',
      bootstrapServers: [...bootstrapServers],
    },
  }
}

/** Executes a plan on agents. `onSecond` is called with each sample. */
export async function runOnAgents(
  agents: readonly StartedAgent[],
  order: Omit<FleetOrder, 'secrets'>,
  options: { onLostAgent?: 'stop' | 'go-on'; onSecond?: (sample: Sample) => void } = {},
) {
  const samples: Sample[] = []
  const notices: string[] = []
  let members: readonly FleetMember[] = []
  const listener: FleetListener = {
    onEnvironment: () => undefined,
    onProgress: () => undefined,
    onPreflight: () => undefined,
    onSample: (sample) => {
      samples.push(sample)
      options.onSecond?.(sample)
    },
    onNotice: (message) => notices.push(message),
    onAgents: (agentsNow) => {
      members = agentsNow
    },
  }
  const fleet = createAgentsFleet({
    agents: agents.map(({ address, token }) => ({ address, token, controllerName: 'test' })),
    onLostAgent: options.onLostAgent ?? 'stop',
  })
  const run = fleet.prepare({ ...order, secrets: {} }, listener)
  if (await run.ready) run.start(Date.now() + 1_000)
  const end = await run.ended
  return { end, samples, notices, members: () => members }
}
