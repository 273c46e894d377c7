/**
 * Reads and checks connection files, and refuses files that contain a secret.
 */
import { AppError, type Problem } from '../../contracts/app-error.ts'
import { type Connection, connection } from '../../contracts/connection.ts'
import { formatPath, parseOrThrow } from '../../contracts/parse.ts'
import { readJsonValue } from '../files/read-json-file.ts'

/** Names of fields that would hold a secret. Fields such as `passwordSecret` hold only its name. */
const secretField = /pass(word|phrase|wd)?$|^(api)?secret$|(api|secret|private|access)[-_.]?(key|token)$|token$|jaas/i

/**
 * The connection of a file.
 * @throws AppError FILE_UNREADABLE or CONNECTION_INVALID; a plain secret is refused and its value never repeated.
 */
export async function readConnection(path: string): Promise<Connection> {
  const value = await readJsonValue(path, { noun: 'connection', code: 'CONNECTION_INVALID' })
  const plain = findPlainSecrets(value, [])
  if (plain.length > 0) {
    throw new AppError('CONNECTION_INVALID', `The connection ${path} holds a secret in plain text.`, {
      problems: plain,
      remedy:
        'Replace it by a name ("passwordSecret": "my-cluster") and give the value in a secrets file, in the ' +
        'environment variable HEADROOM_SECRET_MY_CLUSTER, or when asked. Change the secret if the file was shared.',
    })
  }
  const remedy = 'Correct the file; docs/commands/connections.md shows a complete connection.'
  return parseOrThrow(connection, value, 'CONNECTION_INVALID', `The connection ${path}`, remedy)
}

/** The names of the secrets of a connection, without duplicates. */
export function secretNamesOf(value: Connection): string[] {
  const names = [value.sasl?.passwordSecret, value.tls?.keyPasswordSecret]
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** The connection with its secrets renamed. */
export function withSecretNames(value: Connection, rename: (name: string) => string): Connection {
  const { sasl, tls } = value
  const keyPasswordSecret = tls?.keyPasswordSecret
  return {
    ...value,
    ...(sasl === undefined ? {} : { sasl: { ...sasl, passwordSecret: rename(sasl.passwordSecret) } }),
    ...(keyPasswordSecret === undefined ? {} : { tls: { ...tls, keyPasswordSecret: rename(keyPasswordSecret) } }),
  }
}

function findPlainSecrets(value: unknown, path: readonly PropertyKey[]): Problem[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, entry]) => {
    const here = [...path, Array.isArray(value) ? Number(name) : name]
    if (secretField.test(name) && typeof entry === 'string') {
      return [{ place: formatPath(here), message: 'a secret must not stand in a connection file' }]
    }
    return findPlainSecrets(entry, here)
  })
}
