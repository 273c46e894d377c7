import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { agentAddress } from '../../../src/contracts/agent.ts'
import { startAgent } from '../../../src/runner/agent/agent-server.ts'
import type { ConnectionLimits } from '../../../src/runner/agent/controller-connections.ts'
import { loadCredentials } from '../../../src/runner/agent/credentials.ts'
import { connectAgent } from '../../../src/workbench/fleets/agent-connection.ts'
import { AgentLink } from '../../../src/workbench/fleets/agent-link.ts'

const hostPath = fileURLToPath(new URL('./counting-host.mjs', import.meta.url))

/** Makes a folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-agent-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export interface TestAgentOptions {
  readonly skewMs?: number
  /** How long the host cleans up after its controller has gone, or a file whose creation ends the clean-up. */
  readonly cleanUpMs?: number
  readonly cleanUpUntil?: string
  readonly limits?: ConnectionLimits
}

/** Starts a real agent on this machine, with a host that only responds to `hello` and `clock`. */
export async function testAgent(options: TestAgentOptions = {}) {
  const credentials = loadCredentials({ stateDirectory: temporaryFolder() })
  const log: string[] = []
  const agent = await startAgent({
    listen: '127.0.0.1:0',
    credentials,
    hostCommand: {
      nodePath: process.execPath,
      args: [hostPath, String(options.skewMs ?? 0), options.cleanUpUntil ?? String(options.cleanUpMs ?? 0)],
    },
    ...(options.limits === undefined ? {} : { limits: options.limits }),
    log: (text) => log.push(text),
  })
  onTestFinished(() => agent.close())
  const token = readFileSync(credentials.tokenPath, 'utf8').trim()
  const listen = `127.0.0.1:${agent.port}`
  const address = agentAddress.parse(`${listen}#${credentials.fingerprint}`)
  const link = (change: { address?: string; token?: string; controllerName?: string } = {}) => {
    const access = { address, token, controllerName: 'tester', ...change }
    const made = new AgentLink(access.address, (receive) => connectAgent(access, receive))
    onTestFinished(() => made.close())
    return made
  }
  return { agent, address, listen, token, log, link }
}
