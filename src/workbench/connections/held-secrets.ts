/**
 * Secrets of connections that were opened in the window. They are held in the memory of this process only.
 */
import type { Connection, Secrets } from '../../contracts/connection.ts'
import { secretNamesOf, withSecretNames } from '../secrets/connection-files.ts'
import type { OpenedConnection } from './connection-file.ts'

/** A connection and the values of its secrets, by their names in the connection. */
export type ConnectionWithSecrets = Pick<OpenedConnection, 'connection' | 'secrets'>

/** The secrets of the connections that were opened last; older ones are forgotten. */
export interface HeldSecrets {
  /** Holds the secrets under unique names and returns the connection with these names. */
  hold(opened: ConnectionWithSecrets): Connection
  /** A connection with the original names of its secrets, and the values that are still held. */
  heldOf(connection: Connection): ConnectionWithSecrets
  /** The values of these names. `elsewhere` is asked for those that are not held. @throws what `elsewhere` throws */
  resolve(names: readonly string[], elsewhere: (names: readonly string[]) => Promise<Secrets>): Promise<Secrets>
}

/** A validation and a benchmark can each have one opened connection. */
const mostHeld = 4
const heldPrefix = /^opened-\d+\//

/** Holds nothing at first. */
export function createHeldSecrets(): HeldSecrets {
  let held: ReadonlyMap<string, string> = new Map()
  let openedCount = 0
  const isRecent = (name: string) => Number(/^opened-(\d+)/.exec(name)?.[1]) > openedCount - mostHeld
  return {
    hold({ connection, secrets }) {
      openedCount += 1
      // The name is unique, so that a password never reaches another cluster.
      const rename = (name: string) => (Object.hasOwn(secrets, name) ? `opened-${openedCount}/${name}` : name)
      const own = Object.entries(secrets).map(([name, value]) => [rename(name), value] as const)
      held = new Map([...[...held].filter(([name]) => isRecent(name)), ...own])
      return withSecretNames(connection, rename)
    },
    heldOf(connection) {
      const ownName = (name: string) => name.replace(heldPrefix, '')
      const secrets = secretNamesOf(connection).flatMap((name) => {
        const value = held.get(name)
        return value === undefined ? [] : [[ownName(name), value] as const]
      })
      return { connection: withSecretNames(connection, ownName), secrets: Object.fromEntries(secrets) }
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
