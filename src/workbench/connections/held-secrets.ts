/**
 * Secrets that stood in a connection which was opened in the window: in this process's memory and nowhere else.
 */
import type { Connection, Secrets } from '../../contracts/connection.ts'
import type { OpenedConnection } from './open-connection.ts'

/** Values of the connection that was opened last; those of the one before are forgotten. */
export interface HeldSecrets {
  /** Keeps the secrets under names of their own and gives the connection that refers to these. */
  hold(opened: OpenedConnection): Connection
  /** The values of these names; what is not held is asked of `elsewhere`. @throws what `elsewhere` throws */
  resolve(names: readonly string[], elsewhere: (names: readonly string[]) => Promise<Secrets>): Promise<Secrets>
}

/** Holds nothing at first. */
export function createHeldSecrets(): HeldSecrets {
  let held: ReadonlyMap<string, string> = new Map()
  let openedCount = 0
  return {
    hold({ connection, secrets }) {
      openedCount += 1
      // A name that no other connection can have: a password must never reach a cluster that it is not for.
      const rename = (name: string) => (Object.hasOwn(secrets, name) ? `opened-${openedCount}/${name}` : name)
      held = new Map(Object.entries(secrets).map(([name, value]) => [rename(name), value]))
      const { sasl, tls } = connection
      const keyPasswordSecret = tls?.keyPasswordSecret
      return {
        ...connection,
        ...(sasl === undefined ? {} : { sasl: { ...sasl, passwordSecret: rename(sasl.passwordSecret) } }),
        ...(keyPasswordSecret === undefined ? {} : { tls: { ...tls, keyPasswordSecret: rename(keyPasswordSecret) } }),
      }
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
