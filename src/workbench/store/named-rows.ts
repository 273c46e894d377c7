/**
 * Reads and writes tables whose rows are keyed by a name.
 */
import type { Database, Row } from './database.ts'

/** The rows of a table with names. Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface NamedRows {
  /** Lists all rows, sorted by name. */
  list(): Row[]
  /** Adds a row with the values of its columns, or replaces the row with the same name. */
  save(name: string, values: readonly (string | null)[]): void
  /** Deletes the row with this name, if there is one. */
  delete(name: string): void
}

/** Creates access to a table. `columns` are its columns except `name`. */
export function namedRows(database: Database, table: 'agents' | 'connections', columns: readonly string[]): NamedRows {
  const names = ['name', ...columns].join(', ')
  const placeholders = ['?', ...columns.map(() => '?')].join(', ')
  const assignments = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  return {
    list: () => database.all(`SELECT ${names} FROM ${table} ORDER BY name`),
    save(name, values) {
      database.run(
        `INSERT INTO ${table} (${names}) VALUES (${placeholders}) ON CONFLICT (name) DO UPDATE SET ${assignments}`,
        ...[name, ...values],
      )
    },
    delete(name) {
      database.run(`DELETE FROM ${table} WHERE name = ?`, name)
    },
  }
}
