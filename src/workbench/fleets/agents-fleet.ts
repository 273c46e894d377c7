/**
 * A fleet of agents: one plan, a share for each, one start, one stream of samples, one end.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { OnLostAgent } from '../../contracts/run-share.ts'
import { type AgentAccess, connectAgent } from './agent-connection.ts'
import { AgentLink } from './agent-link.ts'
import { AgentsRun } from './agents-run.ts'
import type { Fleet } from './fleet.ts'
import type { HostConnection, OpenHost } from './host-connection.ts'
import { defaultDeadlines, type FleetDeadlines } from './host-run.ts'

/** How a fleet of agents is made. */
export interface AgentsFleetOptions {
  readonly agents: readonly AgentAccess[]
  readonly onLostAgent: OnLostAgent
  readonly deadlines?: FleetDeadlines
  /** How an agent is reached. Left out: over its socket. */
  readonly open?: (access: AgentAccess, ...rest: Parameters<OpenHost>) => HostConnection
}

/** Every run connects anew: between runs an agent is free for others. */
export function createAgentsFleet(options: AgentsFleetOptions): Fleet {
  const { agents, onLostAgent, deadlines = defaultDeadlines, open = connectAgent } = options
  if (agents.length === 0) throw new AppError('INPUT_INVALID', 'A fleet of agents needs an agent.')
  const link = (access: AgentAccess) => new AgentLink(access.address, (receive) => open(access, receive))
  const prepare: Fleet['prepare'] = (order, listener) =>
    new AgentsRun({ order, listener, onLostAgent, deadlines, links: agents.map(link) })
  return { prepare, openSession: () => ({ prepare, close: async () => undefined }) }
}
