/**
 * Reads and checks connection files, and refuses files that contain a secret.
 */
import { AppError, type Problem } from '../../contracts/app-error.ts'
import { type Connection, connection } from '../../contracts/connection.ts'
import { check, formatPath, problemsError } from '../../contracts/parse.ts'
import { maxWrittenFileBytes, readJsonValue } from '../files/read-json-file.ts'

/** Matches names of fields that would hold a secret. Fields such as `passwordSecret` hold only the name of one. */
const secretField = /pass(word|phrase|wd)?$|^(api)?secret$|(api|secret|private|access)[-_.]?(key|token)$|token$|jaas/i

/**
 * Reads a connection file.
 * @throws AppError FILE_UNREADABLE or CONNECTION_INVALID, also if the file has a secret in plain text. No message
 * repeats it.
 */
export async function readConnection(path: string): Promise<Connection> {
  const value = await readJsonValue(path, {
    noun: 'connection',
    code: 'CONNECTION_INVALID',
    maxBytes: maxWrittenFileBytes,
  })
  const plainSecrets = findPlainSecrets(value, [])
  if (plainSecrets.length > 0) {
    throw new AppError('CONNECTION_INVALID', `The connection ${path} holds a secret in plain text.`, {
      problems: plainSecrets,
      remedy:
        'Replace it with a name ("passwordSecret": "my-cluster") and give the value in a secrets file, in the ' +
        'environment variable HEADROOM_SECRET_MY_CLUSTER, or when asked. Change the secret if the file was shared.',
    })
  }
  const outcome = check(connection, value)
  if (outcome.ok) return outcome.value
  const remedy = 'Correct the file; docs/commands/connections.md shows a complete connection.'
  const invalid = { code: 'CONNECTION_INVALID', what: `The connection ${path}`, remedy } as const
  throw problemsError(outcome.problems.map(withoutFoundValue), invalid)
}

/** A value at a wrong place may be a password. The schema's message repeats it. */
function withoutFoundValue({ place, message }: Problem): Problem {
  const isNameOfSecret = place.endsWith('Secret')
  const [expected = message] = message.split(' (found ', 1)
  return { place, message: isNameOfSecret ? 'expected the name of a secret, not the secret itself' : expected }
}

/** Returns the names of a connection's secrets, without duplicates. */
export function secretNamesOf(value: Connection): string[] {
  const names = [value.sasl?.passwordSecret, value.tls?.keyPasswordSecret]
  return [...new Set(names.filter((name) => name !== undefined))]
}

/** Returns the connection with its secrets renamed. */
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
      return [{ place: formatPath(here), message: 'a connection file must not contain a secret' }]
    }
    return findPlainSecrets(entry, here)
  })
}
