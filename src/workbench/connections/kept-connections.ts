/**
 * Keeps connections in the workspace. The computer's keychain seals their secrets. Without a keychain the secrets stay
 * in the memory of this process.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { KeptConnection } from '../../contracts/connection-source.ts'
import { secretNamesOf } from '../secrets/connection-files.ts'
import type { SecretBox } from '../secrets/secret-box.ts'
import type { StoredConnection } from '../store/connection-rows.ts'
import type { Store } from '../store/store.ts'
import type { OpenedConnection } from './connection-file.ts'
import type { ConnectionWithSecrets } from './held-secrets.ts'

/** Services that kept connections use. */
export interface KeptConnectionServices {
  readonly box: SecretBox
  store(): Store
}

/** The connections that the user keeps in the workspace. */
export interface KeptConnections {
  /** All kept connections, sorted by name. */
  list(): KeptConnection[]
  /** Keeps a connection under a name. Replaces the connection that has this name and forgets its secrets. */
  keep(name: string, given: ConnectionWithSecrets): Promise<void>
  /**
   * Opens a connection with those secrets that can be read on this computer.
   * @throws AppError INPUT_INVALID if no connection has this name
   */
  open(name: string): Promise<OpenedConnection>
  forget(name: string): void
}

/** Notes for the user on the secrets of a connection, by the place where the secrets are. */
const notes = {
  kept: 'Its secret is kept by this computer’s keychain.',
  'in-memory':
    'This computer has no keychain that Headroom can use (on Linux: a GNOME or KDE keyring that is unlocked). The ' +
    'connection is kept without its secret, which stays in memory until Headroom ends.',
  missing: 'It is kept without its secret.',
} as const

const unreadable = 'Its secret was sealed on another computer or by another user, and cannot be read here.'

/** Creates access to the kept connections of the workspace. */
export function createKeptConnections({ box, store }: KeptConnectionServices): KeptConnections {
  const inMemory = new Map<string, Secrets>()
  const whereSecretsAre = ({ name, connection, sealedSecrets }: StoredConnection): KeptConnection['secrets'] => {
    const names = secretNamesOf(connection)
    if (names.length === 0) return 'none'
    if (names.every((each) => Object.hasOwn(sealedSecrets, each))) return 'kept'
    return inMemory.has(name) ? 'in-memory' : 'missing'
  }
  return {
    list: () =>
      store()
        .listConnections()
        .map((stored) => ({
          name: stored.name,
          bootstrapServers: stored.connection.bootstrapServers,
          secrets: whereSecretsAre(stored),
        })),
    async keep(name, { connection, secrets }) {
      const sealed = await sealAll(secrets, box)
      inMemory.delete(name)
      store().saveConnection({ name, connection: { ...connection, name }, sealedSecrets: sealed ?? {} })
      if (sealed === null) inMemory.set(name, secrets)
    },
    async open(name) {
      const stored = store()
        .listConnections()
        .find((each) => each.name === name)
      if (stored === undefined) throw notKept(name)
      const secrets = inMemory.get(name) ?? (await unsealAll(stored.sealedSecrets, box))
      const where = whereSecretsAre(stored)
      const isUnreadable =
        where === 'kept' && secretNamesOf(stored.connection).some((each) => secrets[each] === undefined)
      return {
        connection: stored.connection,
        secrets,
        notes: where === 'none' ? [] : [isUnreadable ? unreadable : notes[where]],
      }
    },
    forget(name) {
      inMemory.delete(name)
      store().deleteConnection(name)
    },
  }
}

/** Seals secrets. Returns null if one of them cannot be sealed on this computer. */
async function sealAll(secrets: Secrets, box: SecretBox): Promise<Secrets | null> {
  const sealed: Secrets = {}
  for (const [name, value] of Object.entries(secrets)) {
    const text = await box.seal(value)
    if (text === null) return null
    sealed[name] = text
  }
  return sealed
}

/** Unseals secrets. Leaves out those that cannot be unsealed on this computer. */
async function unsealAll(sealed: Secrets, box: SecretBox): Promise<Secrets> {
  const secrets: Secrets = {}
  for (const [name, text] of Object.entries(sealed)) {
    const value = await box.unseal(text)
    if (value !== null) secrets[name] = value
  }
  return secrets
}

function notKept(name: string): AppError {
  return new AppError('INPUT_INVALID', `There is no kept connection “${name}”.`, {
    remedy: 'Open its file again, or paste its text.',
  })
}
