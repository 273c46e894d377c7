/**
 * Checks agents: whether each can be reached and trusted, its clock offset, and the load that it can offer.
 */
import type { AgentAddress, AgentHealth } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import { connectAgent } from './agent-connection.ts'
import { AgentLink, type Capacity } from './agent-link.ts'
import { controllerName } from './controller-name.ts'
import { recordsPerSecOf } from './gather-agents.ts'

/** Inputs of a check of agents. */
export interface AgentsCheck {
  /** One token per agent, in the order of the addresses. */
  readonly tokens: readonly string[]
  /** The plan for which capacities are measured. Null if they are not measured. */
  readonly plan: RunPlan | null
}

/** Returns one result per address, in the same order. Never rejects; a result contains the error of its agent. */
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
    const capacity = plan === null ? null : await link.capacity(plan)
    return { address, environment, clock, ...capacityOf(capacity), error: null }
  } catch (error) {
    return { address, environment: null, clock: null, ...capacityOf(null), error: AppError.from(error).toData() }
  } finally {
    await link.close()
  }
}

function capacityOf(measured: Capacity | null): Pick<AgentHealth, 'capacity' | 'capacityDetail'> {
  const recordsPerSec = measured === null ? null : recordsPerSecOf(measured)
  if (measured?.probe == null || recordsPerSec === null) {
    return { capacity: null, capacityDetail: measured?.detail ?? null }
  }
  return { capacity: { recordsPerSec, recordBytes: measured.probe.recordBytes }, capacityDetail: null }
}
