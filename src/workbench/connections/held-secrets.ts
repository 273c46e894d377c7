/**
 * Holds the secrets of connections that were opened in the window, in the memory of this process only.
 */
import type { Connection, Secrets } from '../../contracts/connection.ts'
import { secretNamesOf, withSecretNames } from '../secrets/connection-files.ts'
import type { OpenedConnection } from './connection-file.ts'

/** A connection, and the values of its secrets by the names that the connection gives them. */
export type ConnectionWithSecrets = Pick<OpenedConnection, 'connection' | 'secrets'>

/** Secrets of the connections that were opened last. The secrets of older connections are forgotten. */
export interface HeldSecrets {
  /** Renames the secrets to unique names, holds them, and returns the connection with the new names. */
  hold(opened: ConnectionWithSecrets): Connection
  /** Returns a connection with the original names of its secrets, and the values that are still held. */
  heldOf(connection: Connection): ConnectionWithSecrets
  /** Returns the values of these names. Calls `elsewhere` for names that are not held, and throws what it throws. */
  resolve(names: readonly string[], elsewhere: (names: readonly string[]) => Promise<Secrets>): Promise<Secrets>
}

/**
 * Maximum number of opened connections whose secrets are kept. A validation and a benchmark can each have one; the
 * others are a reserve.
 */
const maxHeldConnections = 4
const heldPrefix = /^opened-\d+\//

/** Creates an empty holder. */
export function createHeldSecrets(): HeldSecrets {
  let held: ReadonlyMap<string, string> = new Map()
  let openedCount = 0
  const isRecent = (name: string) => Number(/^opened-(\d+)/.exec(name)?.[1]) > openedCount - maxHeldConnections
  return {
    hold({ connection, secrets }) {
      openedCount += 1
      // The name is unique, so a password never reaches another cluster that has a secret of the same name.
      const rename = (name: string) => (Object.hasOwn(secrets, name) ? `opened-${openedCount}/${name}` : name)
      const added = Object.entries(secrets).map(([name, value]) => [rename(name), value] as const)
      held = new Map([...[...held].filter(([name]) => isRecent(name)), ...added])
      return withSecretNames(connection, rename)
    },
    heldOf(connection) {
      const originalName = (name: string) => name.replace(heldPrefix, '')
      const secrets = secretNamesOf(connection).flatMap((name) => {
        const value = held.get(name)
        return value === undefined ? [] : [[originalName(name), value] as const]
      })
      return { connection: withSecretNames(connection, originalName), secrets: Object.fromEntries(secrets) }
    },
    async resolve(names, elsewhere) {
      const known = names.flatMap((name) => {
        const value = held.get(name)
        return value === undefined ? [] : [[name, value] as const]
      })
      const rest = await elsewhere(names.filter((name) => !held.has(name)))
      return { ...rest, ...Object.fromEntries(known) }
    },
  }
}
