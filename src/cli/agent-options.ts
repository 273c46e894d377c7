/**
 * Options for agents: their addresses and their token.
 */
import { type AgentAddress, agentAddress, agentTokenSecret } from '../contracts/agent.ts'
import type { Problem } from '../contracts/app-error.ts'
import { type Secrets, secretVariable } from '../contracts/connection.ts'
import { check } from '../contracts/parse.ts'
import { type AgentFleet, onLostAgent } from '../contracts/run-share.ts'
import { withoutSecrets } from '../contracts/without-secrets.ts'
import { maxWrittenFileBytes, readText } from '../workbench/files/read-json-file.ts'
import type { Given } from './command-line.ts'

/** The option of commands that connect to agents. */
export const agentTokenOption = {
  'agent-token-file': {
    value: 'FILE',
    text: `The token of the agents (default: the environment variable ${secretVariable(agentTokenSecret)}).`,
  },
} as const

/** The options of commands that can run on agents. */
export const agentOptions = {
  agent: {
    value: 'ADDRESS',
    isRepeatable: true,
    text: 'Run the load on an agent, HOST:PORT#FINGERPRINT. Several agents divide it.',
  },
  'on-lost-agent': { value: 'stop|go-on', text: 'Stop the run or continue if an agent is lost (default: stop).' },
  ...agentTokenOption,
} as const

/** Reads the agents of a command line. @returns undefined if none were given, or if a problem was added for them */
export function readFleet(given: Given, problems: Problem[]): AgentFleet | undefined {
  const addresses = readAgents(given.texts('agent'), problems)
  const text = given.text('on-lost-agent') ?? 'stop'
  const policy = onLostAgent.safeParse(text)
  if (!policy.success) problems.push({ place: '--on-lost-agent', message: `expected stop or go-on (found ${text})` })
  return !policy.success || addresses.length === 0 ? undefined : { addresses, onLostAgent: policy.data }
}

/** Checks addresses of agents. A problem is added for each invalid or repeated address. @returns the valid addresses */
export function readAgents(texts: readonly string[], problems: Problem[]): AgentAddress[] {
  const addresses = texts.flatMap((text) => {
    const outcome = check(agentAddress, text)
    if (outcome.ok) return [outcome.value]
    const [problem] = outcome.problems
    problems.push({ place: withoutSecrets(text), message: problem?.message ?? 'expected HOST:PORT#FINGERPRINT' })
    return []
  })
  const repeated = addresses.filter((address, index) => addresses.indexOf(address) !== index)
  for (const address of repeated) problems.push({ place: address, message: 'this agent was given twice' })
  return addresses
}

/**
 * Reads the token of `--agent-token-file` as a secret.
 * @returns no secrets if the option was not given
 * @throws AppError FILE_UNREADABLE
 */
export async function agentToken(given: Given): Promise<Secrets> {
  const path = given.text('agent-token-file')
  if (path === undefined) return {}
  return { [agentTokenSecret]: (await readText(path, 'token file', maxWrittenFileBytes)).trim() }
}
