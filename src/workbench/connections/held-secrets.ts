/**
 * Secrets that stood in a connection which was opened in the window: in this process's memory and nowhere else.
 */
import type { Connection, Secrets } from '../../contracts/connection.ts'
import { secretNamesOf, withSecretNames } from '../secrets/connection-files.ts'
import type { OpenedConnection } from './open-connection.ts'

/** A connection and the values of its secrets, by the names that it has for them. */
export type ConnectionWithSecrets = Pick<OpenedConnection, 'connection' | 'secrets'>

/** Values of the connections that were opened last; those of earlier ones are forgotten. */
export interface HeldSecrets {
  /** Keeps the secrets under names of their own and gives the connection that refers to these. */
  hold(opened: ConnectionWithSecrets): Connection
  /** A connection as it came: its secrets under their own names, with those values that are still held. */
  heldOf(connection: Connection): ConnectionWithSecrets
  /** The values of these names; what is not held is asked of `elsewhere`. @throws what `elsewhere` throws */
  resolve(names: readonly string[], elsewhere: (names: readonly string[]) => Promise<Secrets>): Promise<Secrets>
}

/** A validation and a benchmark may each have one opened; more are of use to nobody. */
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
      // A name that no other connection can have: a password must never reach a cluster that it is not for.
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
