/**
 * A fleet of agents. Each agent runs a share of the plan. The run has one start, one stream of samples and one end.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { OnLostAgent } from '../../contracts/run-share.ts'
import { type AgentAccess, connectAgent } from './agent-connection.ts'
import { AgentLink } from './agent-link.ts'
import { AgentsRun } from './agents-run.ts'
import type { Fleet } from './fleet.ts'
import type { HostConnection, OpenHost } from './host-connection.ts'
import { defaultDeadlines, type FleetDeadlines } from './host-run.ts'

/** The agents of a fleet, and how it treats them. */
export interface AgentsFleetOptions {
  readonly agents: readonly AgentAccess[]
  readonly onLostAgent: OnLostAgent
  readonly deadlines?: FleetDeadlines
  /** Opens a connection to an agent. Default: over TLS. */
  readonly open?: (access: AgentAccess, ...rest: Parameters<OpenHost>) => HostConnection
}

/** Creates a fleet of agents. Every run opens new connections, so agents are free for others between runs. */
export function createAgentsFleet(options: AgentsFleetOptions): Fleet {
  const { agents, onLostAgent, deadlines = defaultDeadlines, open = connectAgent } = options
  if (agents.length === 0) throw new AppError('INPUT_INVALID', 'A fleet of agents needs an agent.')
  const link = (access: AgentAccess) => new AgentLink(access.address, (receive) => open(access, receive))
  const prepare: Fleet['prepare'] = (order, listener) =>
    new AgentsRun({ order, listener, onLostAgent, deadlines, links: agents.map(link) })
  return { prepare, openSession: () => ({ prepare, close: async () => undefined }) }
}
