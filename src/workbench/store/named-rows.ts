/**
 * Tables whose rows are known by a name.
 */
import type { Database, Row } from './database.ts'

/** The rows of one such table. Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface NamedRows {
  /** By name. */
  list(): Row[]
  /** Adds a row with the values of its columns; one of the same name is replaced. */
  save(name: string, values: readonly (string | null)[]): void
  /** Deletes a row; nothing where there is none. */
  delete(name: string): void
}

/** `columns` are those beside the name. */
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
