/** Calls of the agents view. */
import { z } from 'zod'
import { agentAddress, agentHealth, knownAgent, minTokenLength } from './agent.ts'
import type { IpcCalls } from './ipc-shape.ts'
import { scenario } from './scenario.ts'

const nothing = z.strictObject({})
const maxTokenLength = 1_000

/** Calls about agents. */
export const agentCalls = {
  /** Asks agents for their state. The token is the one that was added with the agent, else the secret `agent-token`. */
  'agents.check': {
    input: z.strictObject({
      agents: z.array(agentAddress).min(1).max(200),
      /** Also probes how much of its load each agent can offer, which takes some seconds. */
      scenario: scenario.optional(),
    }),
    output: z.strictObject({ agents: z.array(agentHealth) }),
  },
  /** The agents of the workspace, sorted by name. */
  'agents.list': { input: nothing, output: z.strictObject({ agents: z.array(knownAgent) }) },
  /** Adds an agent to the workspace; one with the same host and port is replaced. Without a token, `agent-token` is used. */
  'agents.add': {
    input: z.strictObject({
      address: agentAddress,
      token: z.string().min(minTokenLength).max(maxTokenLength).optional(),
    }),
    output: nothing,
  },
  'agents.remove': { input: z.strictObject({ address: agentAddress }), output: nothing },
} as const satisfies IpcCalls
