/** Calls of the agents view. */
import { z } from 'zod'
import { agentAddress, agentHealth } from './agent.ts'
import type { IpcCalls } from './ipc-shape.ts'

export const agentCalls = {
  /** How agents answer now; their token is the secret `agent-token`. */
  'agents.check': {
    input: z.strictObject({ agents: z.array(agentAddress).min(1).max(200) }),
    output: z.strictObject({ agents: z.array(agentHealth) }),
  },
} as const satisfies IpcCalls
