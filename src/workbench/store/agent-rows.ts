/**
 * Agents that the workspace remembers, as rows.
 */
import { type AgentAddress, agentAddress, agentName } from '../../contracts/agent.ts'
import type { Database } from './database.ts'
import { namedRows } from './named-rows.ts'

/** An agent as it is kept. */
export interface StoredAgent {
  readonly address: AgentAddress
  /** Readable by the keychain of the computer that sealed it alone; null where none was kept. */
  readonly sealedToken: string | null
}

/** The part of the store for agents. Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface AgentStore {
  /** By host and port. */
  listAgents(): StoredAgent[]
  /** Adds an agent; one of the same host and port is replaced. */
  saveAgent(agent: StoredAgent): void
  /** Deletes what is kept of host and port; nothing where there is nothing. */
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
