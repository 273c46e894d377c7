/**
 * Stores the connections that the user keeps.
 */
import { type Connection, connection, type Secrets, secrets } from '../../contracts/connection.ts'
import type { Database } from './database.ts'
import { namedRows } from './named-rows.ts'
import { fromJson } from './stored-rows.ts'

/** A stored connection. */
export interface StoredConnection {
  readonly name: string
  readonly connection: Connection
  /** The secrets by their names in the connection. Only the keychain that sealed them can read them. */
  readonly sealedSecrets: Secrets
}

/** The part of the store for connections. Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface ConnectionStore {
  /** Lists all connections, sorted by name. */
  listConnections(): StoredConnection[]
  /** Adds a connection, or replaces the connection with the same name. */
  saveConnection(value: StoredConnection): void
  /** Deletes the connection with this name, if there is one. */
  deleteConnection(name: string): void
}

/** The store's methods for connections, on this database. */
export function connectionMethods(database: Database): ConnectionStore {
  const rows = namedRows(database, 'connections', ['connection', 'sealed_secrets'])
  return {
    listConnections: () =>
      rows.list().flatMap((row) => {
        // A later Headroom may have written the row in another form. It is skipped and remains for that version.
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
