/** Calls of the agents view. */
import { z } from 'zod'
import { agentAddress, agentHealth, knownAgent, minTokenLength } from './agent.ts'
import type { IpcCalls } from './ipc-shape.ts'
import { scenario } from './scenario.ts'

const nothing = z.strictObject({})
const maxTokenLength = 1_000

/** Calls about agents. */
export const agentCalls = {
  /** Requests the state of agents, with the token that was added with the agent or, without one, `agent-token`. */
  'agents.check': {
    input: z.strictObject({
      agents: z.array(agentAddress).min(1).max(200),
      /** If given, a probe also measures how much of its load each agent can offer, which takes some seconds. */
      scenario: scenario.optional(),
    }),
    output: z.strictObject({ agents: z.array(agentHealth) }),
  },
  /** The agents of the workspace, sorted by name. */
  'agents.list': { input: nothing, output: z.strictObject({ agents: z.array(knownAgent) }) },
  /**
   * Adds an agent, or replaces the one with the same host and port. Without a token, the secret `agent-token` is used.
   */
  'agents.add': {
    input: z.strictObject({
      address: agentAddress,
      token: z.string().min(minTokenLength).max(maxTokenLength).optional(),
    }),
    output: nothing,
  },
  'agents.remove': { input: z.strictObject({ address: agentAddress }), output: nothing },
} as const satisfies IpcCalls
