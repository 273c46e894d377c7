/**
 * Opens the database and migrates its tables. No other file uses the database library (libsql, a form of SQLite).
 */
import Libsql from 'libsql'
import { AppError } from '../../contracts/app-error.ts'
import { errorCodeOf } from '../files/file-error.ts'
import { appErrorOf, newerStore, withAppErrors } from './database-errors.ts'
import { makeBackupFile, makeDatabaseFile, refuseIfCut } from './database-file.ts'
import { watchFile } from './watched-file.ts'

/** A value of a column. */
type Value = string | number | null
export type Row = Readonly<Record<string, unknown>>

/** A migration of the tables to a version. Versions count from 1 without gaps. */
export interface Migration {
  readonly version: number
  readonly sql: string
}

/** An open database. Every method throws AppError STORE_UNUSABLE or DISK_FULL. */
export interface Database {
  /** Runs one statement and returns the number of changed rows. */
  run(sql: string, ...values: readonly Value[]): number
  one(sql: string, ...values: readonly Value[]): Row | undefined
  all(sql: string, ...values: readonly Value[]): Row[]
  /** Runs `work` on a new connection, which sees what another process would see. */
  reopened<T>(work: (database: Database) => T): T
  /** Runs `work` in a transaction, in which no other process can write. Rolls back if `work` throws. */
  transaction<T>(work: () => T): T
  close(): void
}

/** Maximum time that a writer waits for another writer. */
const busyTimeoutMs = 5_000

/**
 * Opens the database file and migrates its tables. Creates the file if it is missing.
 *
 * Before an existing database is migrated, a backup is written to the same folder.
 * @throws AppError STORE_NEWER, STORE_UNUSABLE or DISK_FULL
 */
export function openDatabase(path: string, migrations: readonly Migration[]): Database {
  makeDatabaseFile(path, (newPath) => writeNewDatabase(newPath, path, migrations))
  // Before the database is opened, so that nothing stays open if the file cannot be watched.
  const refuseIfHarmed = withAppErrors(path, () => watchFile(path, () => isWhole(path)))
  const connection = withAppErrors(path, () => new Libsql(path))
  const database = databaseOf(connection, path, refuseIfHarmed)
  try {
    withAppErrors(path, () => {
      connection.pragma(`busy_timeout = ${busyTimeoutMs}`)
      connection.pragma('journal_mode = WAL')
      connection.pragma('synchronous = NORMAL')
      connection.pragma('foreign_keys = ON')
    })
    migrate(database, path, migrations)
  } catch (error) {
    connection.close()
    throw error
  }
  return database
}

/**
 * Writes a database with all tables and no rows into an empty file. The database is made in memory and copied, because the
 * library closes a file that it opened only when its statements are garbage-collected.
 * @param path the path that error messages name: that of the workspace's database
 */
function writeNewDatabase(newPath: string, path: string, migrations: readonly Migration[]): void {
  const connection = new Libsql(':memory:')
  try {
    const database = databaseOf(connection, path)
    migrate(database, path, migrations)
    copyInto(database, newPath)
  } finally {
    connection.close()
  }
}

/**
 * Reads the version of a database, and whether another process is writing to it at this moment. Changes nothing.
 * @throws AppError STORE_UNUSABLE if it cannot be read
 */
export function probeDatabase(path: string): { readonly version: number; readonly isLocked: boolean } {
  const connection = withAppErrors(path, () => {
    refuseIfCut(path)
    return new Libsql(path)
  })
  try {
    const version = versionOf(databaseOf(connection, path))
    try {
      connection.pragma('busy_timeout = 0')
      connection.exec('BEGIN IMMEDIATE')
      connection.exec('ROLLBACK')
      return { version, isLocked: false }
    } catch (error) {
      if (/^SQLITE_(BUSY|LOCKED)/.test(errorCodeOf(error))) return { version, isLocked: true }
      throw appErrorOf(error, path)
    }
  } finally {
    connection.close()
  }
}

/** Reads the whole database from the disk. Returns false if it is damaged or was cut. */
function isWhole(path: string): boolean {
  try {
    refuseIfCut(path)
    return reopened(path, (database) => database.one('PRAGMA quick_check(1)'))?.quick_check === 'ok'
  } catch (error) {
    if (AppError.from(error).code === 'STORE_UNUSABLE') return false
    throw error
  }
}

function reopened<T>(path: string, work: (database: Database) => T): T {
  const connection = withAppErrors(path, () => new Libsql(path))
  try {
    connection.pragma(`busy_timeout = ${busyTimeoutMs}`)
    return work(databaseOf(connection, path))
  } finally {
    connection.close()
  }
}

/** @param refuseIfHarmed throws if the file must not be written any more */
function databaseOf(connection: Libsql.Database, path: string, refuseIfHarmed: () => void = () => undefined): Database {
  const statements = new Map<string, Libsql.Statement>()
  const statement = (sql: string) => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const fresh = connection.prepare(sql)
    statements.set(sql, fresh)
    return fresh
  }
  const execute = (sql: string) => withAppErrors(path, () => connection.exec(sql))
  return {
    run: (sql, ...values) =>
      withAppErrors(path, () => {
        refuseIfHarmed()
        return statement(sql).run(...values).changes
      }),
    one: (sql, ...values) => withAppErrors(path, () => withoutMetadata(statement(sql).get(...values))),
    all: (sql, ...values) =>
      withAppErrors(path, () =>
        statement(sql)
          .all(...values)
          .map(withoutMetadata)
          .filter((row) => row !== undefined),
      ),
    reopened: (work) => reopened(path, work),
    transaction(work) {
      execute('BEGIN IMMEDIATE')
      try {
        const outcome = work()
        execute('COMMIT')
        return outcome
      } catch (error) {
        if (connection.inTransaction) execute('ROLLBACK')
        throw error
      }
    },
    close: () => connection.close(),
  }
}

/** Removes the field `_metadata`, which the library adds to rows. Strict schemas would refuse it. */
function withoutMetadata(row: unknown): Row | undefined {
  if (typeof row !== 'object' || row === null) return undefined
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== '_metadata'))
}

function migrate(database: Database, path: string, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0
  const storedVersion = versionOf(database)
  if (storedVersion > newest) throw newerStore(path, storedVersion, newest)
  if (storedVersion === newest) return
  if (storedVersion > 0) backUp(database, path, storedVersion)
  database.transaction(() => {
    // Another process may have migrated the database since its version was read above.
    const current = versionOf(database)
    for (const { version, sql } of migrations.filter((migration) => migration.version > current)) {
      for (const statement of sql.split(';').filter((part) => part.trim() !== '')) database.run(statement)
      database.run(`PRAGMA user_version = ${version}`)
    }
  })
}

function versionOf(database: Database): number {
  const version = database.one('PRAGMA user_version')?.user_version
  return typeof version === 'number' ? version : 0
}

function backUp(database: Database, path: string, version: number): void {
  makeBackupFile(`${path}.version-${version}.backup`, (newPath) => copyInto(database, newPath))
}

/** Writes the whole database into an empty file. */
function copyInto(database: Database, path: string): void {
  database.run(`VACUUM INTO '${path.replaceAll("'", "''")}'`)
}
