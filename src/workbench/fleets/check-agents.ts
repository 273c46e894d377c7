/**
 * Checks the state of agents: whether each can be reached and trusted, its clock, and what load it can offer.
 */
import type { AgentAddress, AgentHealth } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import { connectAgent } from './agent-connection.ts'
import { AgentLink, type Capacity } from './agent-link.ts'
import { controllerName } from './controller-name.ts'
import { recordsPerSecOf } from './gather-agents.ts'

/** What a check of agents needs. */
export interface AgentsCheck {
  /** The tokens, one per agent. */
  readonly tokens: readonly string[]
  /** The plan for which capacities are measured; null to skip that. */
  readonly plan: RunPlan | null
}

/** One answer per address, in the same order. Never rejects; an answer contains the error of its agent. */
export function checkAgents(addresses: readonly AgentAddress[], { tokens, plan }: AgentsCheck): Promise<AgentHealth[]> {
  return Promise.all(addresses.map((address, index) => checkAgent(address, tokens[index] ?? '', plan)))
}

async function checkAgent(address: AgentAddress, token: string, plan: RunPlan | null): Promise<AgentHealth> {
  const link = new AgentLink(address, (receive) =>
    connectAgent({ address, token, controllerName: controllerName() }, receive),
  )
  try {
    const { environment } = await link.greeted
    const clock = await link.clockOffset()
    const answer = plan === null ? null : await link.capacity(plan)
    return { address, environment, clock, ...capacityOf(answer), error: null }
  } catch (error) {
    return { address, environment: null, clock: null, ...capacityOf(null), error: AppError.from(error).toData() }
  } finally {
    await link.close()
  }
}

function capacityOf(answer: Capacity | null): Pick<AgentHealth, 'capacity' | 'capacityDetail'> {
  const recordsPerSec = answer === null ? null : recordsPerSecOf(answer)
  if (answer?.probe == null || recordsPerSec === null) {
    return { capacity: null, capacityDetail: answer?.detail ?? null }
  }
  return { capacity: { recordsPerSec, recordBytes: answer.probe.recordBytes }, capacityDetail: null }
}
