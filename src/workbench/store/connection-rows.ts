/**
 * Connections that the workspace keeps, as rows.
 */
import { type Connection, connection, type Secrets, secrets } from '../../contracts/connection.ts'
import type { Database } from './database.ts'
import { namedRows } from './named-rows.ts'
import { fromJson } from './stored-rows.ts'

/** A connection as it is kept. */
export interface StoredConnection {
  readonly name: string
  readonly connection: Connection
  /** By the names that the connection has for them; readable by the keychain of the computer that sealed them alone. */
  readonly sealedSecrets: Secrets
}

/** The part of the store for connections. Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface ConnectionStore {
  /** By name. */
  listConnections(): StoredConnection[]
  /** Adds a connection; one of the same name is replaced. */
  saveConnection(value: StoredConnection): void
  /** Deletes a connection; nothing where there is none. */
  deleteConnection(name: string): void
}

export function connectionMethods(database: Database): ConnectionStore {
  const rows = namedRows(database, 'connections', ['connection', 'sealed_secrets'])
  return {
    listConnections: () =>
      rows.list().flatMap((row) => {
        // A row that a later Headroom wrote differently is left alone; it is there again in that one.
        const value = connection.safeParse(fromJson(row.connection))
        const sealed = secrets.safeParse(fromJson(row.sealed_secrets))
        if (typeof row.name !== 'string' || !value.success || !sealed.success) return []
        return [{ name: row.name, connection: value.data, sealedSecrets: sealed.data }]
      }),
    saveConnection: ({ name, connection: value, sealedSecrets }) =>
      rows.save(name, [JSON.stringify(value), JSON.stringify(sealedSecrets)]),
    deleteConnection: (name) => rows.delete(name),
  }
}
