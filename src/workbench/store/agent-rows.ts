/**
 * Agents that the workspace remembers, as rows.
 */
import { type AgentAddress, agentAddress, agentName } from '../../contracts/agent.ts'
import type { Database } from './database.ts'

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
  return {
    listAgents: () =>
      database.all('SELECT address, sealed_token FROM agents ORDER BY name').flatMap((row) => {
        const address = agentAddress.safeParse(row.address)
        const sealedToken = typeof row.sealed_token === 'string' ? row.sealed_token : null
        return address.success ? [{ address: address.data, sealedToken }] : []
      }),
    saveAgent({ address, sealedToken }) {
      database.run(
        `INSERT INTO agents VALUES (?, ?, ?)
         ON CONFLICT (name) DO UPDATE SET address = excluded.address, sealed_token = excluded.sealed_token`,
        ...[agentName(address), address, sealedToken],
      )
    },
    deleteAgent(address) {
      database.run('DELETE FROM agents WHERE name = ?', agentName(address))
    },
  }
}
