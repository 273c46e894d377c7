/**
 * Tables whose rows are keyed by a name.
 */
import type { Database, Row } from './database.ts'

/** The rows of one such table. Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface NamedRows {
  /** All rows, sorted by name. */
  list(): Row[]
  /** Adds a row with the values of its columns. It replaces a row with the same name. */
  save(name: string, values: readonly (string | null)[]): void
  /** Deletes the row with this name, if there is one. */
  delete(name: string): void
}

/** `columns` are the columns other than the name. */
export function namedRows(database: Database, table: 'agents' | 'connections', columns: readonly string[]): NamedRows {
  const names = ['name', ...columns].join(', ')
  const places = ['?', ...columns.map(() => '?')].join(', ')
  const replaced = columns.map((column) => `${column} = excluded.${column}`).join(', ')
  return {
    list: () => database.all(`SELECT ${names} FROM ${table} ORDER BY name`),
    save(name, values) {
      database.run(
        `INSERT INTO ${table} (${names}) VALUES (${places}) ON CONFLICT (name) DO UPDATE SET ${replaced}`,
        ...[name, ...values],
      )
    },
    delete(name) {
      database.run(`DELETE FROM ${table} WHERE name = ?`, name)
    },
  }
}
