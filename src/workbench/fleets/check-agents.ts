/**
 * How agents are: reached, trusted, let in, greeted and asked for the time, all at once.
 */
import type { AgentAddress, AgentHealth } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import { connectAgent } from './agent-connection.ts'
import { AgentLink } from './agent-link.ts'
import { controllerName } from './controller-name.ts'

/** One answer for each address, in their order. Never rejects: what is wrong with an agent stands in its answer. */
export function checkAgents(addresses: readonly AgentAddress[], token: string): Promise<AgentHealth[]> {
  return Promise.all(addresses.map((address) => checkAgent(address, token)))
}

async function checkAgent(address: AgentAddress, token: string): Promise<AgentHealth> {
  const link = new AgentLink(address, (receive) =>
    connectAgent({ address, token, controllerName: controllerName() }, receive),
  )
  try {
    const { environment } = await link.greeted
    return { address, environment, clock: await link.clockOffset(), error: null }
  } catch (error) {
    return { address, environment: null, clock: null, error: AppError.from(error).toData() }
  } finally {
    await link.close()
  }
}
