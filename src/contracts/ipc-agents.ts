/** Calls of the agents view. */
import { z } from 'zod'
import { agentAddress, agentHealth, knownAgent, shortestTokenCharacters } from './agent.ts'
import type { IpcCalls } from './ipc-shape.ts'
import { scenario } from './scenario.ts'

const nothing = z.strictObject({})
const longestTokenCharacters = 1_000

/** What the window asks about agents. */
export const agentCalls = {
  /** How agents answer now. Their token: the one that was given with them, else the secret `agent-token`. */
  'agents.check': {
    input: z.strictObject({
      agents: z.array(agentAddress).min(1).max(200),
      /** Asks what each can offer of it too; a probe takes some seconds. */
      scenario: scenario.optional(),
    }),
    output: z.strictObject({ agents: z.array(agentHealth) }),
  },
  /** The agents that the workspace remembers, by name. */
  'agents.list': { input: nothing, output: z.strictObject({ agents: z.array(knownAgent) }) },
  /** Remembers an agent; one of the same host and port is replaced. Left out: its token is asked for elsewhere. */
  'agents.add': {
    input: z.strictObject({
      address: agentAddress,
      token: z.string().min(shortestTokenCharacters).max(longestTokenCharacters).optional(),
    }),
    output: nothing,
  },
  'agents.remove': { input: z.strictObject({ address: agentAddress }), output: nothing },
} as const satisfies IpcCalls
