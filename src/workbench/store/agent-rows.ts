/**
 * Stores the agents that the user added.
 */
import { type AgentAddress, agentAddress, agentName } from '../../contracts/agent.ts'
import type { Database } from './database.ts'
import { namedRows } from './named-rows.ts'

/** A stored agent. */
export interface StoredAgent {
  readonly address: AgentAddress
  /** The token, which only the keychain that sealed it can read; null if no token was stored. */
  readonly sealedToken: string | null
}

/** The part of the store for agents. Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface AgentStore {
  /** Lists all agents, sorted by host and port. */
  listAgents(): StoredAgent[]
  /** Adds an agent, or replaces the agent with the same host and port. */
  saveAgent(agent: StoredAgent): void
  /** Deletes the agent with this host and port, if there is one. */
  deleteAgent(address: AgentAddress): void
}

/** The store's methods for agents, on this database. */
export function agentMethods(database: Database): AgentStore {
  const rows = namedRows(database, 'agents', ['address', 'sealed_token'])
  return {
    listAgents: () =>
      rows.list().flatMap((row) => {
        const address = agentAddress.safeParse(row.address)
        const sealedToken = typeof row.sealed_token === 'string' ? row.sealed_token : null
        return address.success ? [{ address: address.data, sealedToken }] : []
      }),
    saveAgent: ({ address, sealedToken }) => rows.save(agentName(address), [address, sealedToken]),
    deleteAgent: (address) => rows.delete(agentName(address)),
  }
}
