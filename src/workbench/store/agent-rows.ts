/**
 * The known agents of the workspace, as rows.
 */
import { type AgentAddress, agentAddress, agentName } from '../../contracts/agent.ts'
import type { Database } from './database.ts'
import { namedRows } from './named-rows.ts'

/** A stored agent. */
export interface StoredAgent {
  readonly address: AgentAddress
  /** Only the keychain of the computer that sealed it can read it. Null if no token was stored. */
  readonly sealedToken: string | null
}

/** The part of the store for agents. Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface AgentStore {
  /** All agents, sorted by host and port. */
  listAgents(): StoredAgent[]
  /** Adds an agent. It replaces an agent with the same host and port. */
  saveAgent(agent: StoredAgent): void
  /** Deletes the agent with this host and port, if there is one. */
  deleteAgent(address: AgentAddress): void
}

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
