/**
 * Reads and checks connection files, and refuses files that contain a secret.
 */
import { AppError, type Problem } from '../../contracts/app-error.ts'
import { type Connection, connection, sasl, tls } from '../../contracts/connection.ts'
import { checkSecretly, formatPath, problemsError } from '../../contracts/parse.ts'
import { lineOfPlace, linesOfPlaces } from '../files/lines-of-places.ts'
import { maxWrittenFileBytes, readJsonValue, readText } from '../files/read-json-file.ts'

/** Matches names of fields that would hold a secret. Fields such as `passwordSecret` hold only the name of one. */
const secretField = /pass(word|phrase|wd)?$|^(api)?secret$|(api|secret|private|access)[-_.]?(key|token)$|token$|jaas/i

/**
 * Names of fields that a message may repeat. Any other name may be a secret at a wrong place, such as the value of a line
 * whose name was lost.
 */
const knownNames = new Set([
  ...[connection, sasl, tls].flatMap((schema) => Object.keys(schema.shape)),
  ...['password', 'keyPassword', 'apiKey', 'apiSecret', 'secret', 'token', 'jaas', 'config'],
])

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
  const outcome = checkSecretly(connection, value)
  if (plainSecrets.length === 0 && outcome.ok) return outcome.value
  const lines = linesOfPlaces(await readText(path, 'connection', maxWrittenFileBytes))
  const lineOf = (place: string) => `${path}:${lineOfPlace(lines, place)}`
  if (plainSecrets.length > 0) {
    throw new AppError('CONNECTION_INVALID', `The connection ${path} holds a secret in plain text.`, {
      problems: plainSecrets.map(({ place, message }) => ({ place: isKnown(place) ? place : lineOf(place), message })),
      remedy:
        'Replace it with a name ("passwordSecret": "my-cluster") and give the value in a secrets file, in the ' +
        'environment variable HEADROOM_SECRET_MY_CLUSTER, or when asked. Change the secret if the file was shared.',
    })
  }
  const remedy = 'Correct the file; docs/commands/connections.md shows a complete connection.'
  const invalid = { code: 'CONNECTION_INVALID', what: `The connection ${path}`, remedy } as const
  const problems = outcome.ok ? [] : outcome.problems
  throw problemsError(
    problems.map((problem) => withoutUnknownName(problem, lineOf)),
    invalid,
  )
}

/** True if all steps of a place are names that a message may repeat. */
function isKnown(place: string): boolean {
  const steps = place.replaceAll(/\[\d+\]/g, '').split('.')
  return place === '' || steps.every((step) => knownNames.has(step))
}

/** Names a place by its line if the name itself may be a password. */
function withoutUnknownName({ place, message }: Problem, lineOf: (place: string) => string): Problem {
  if (!isKnown(place)) return { place: lineOf(place), message: `a connection has ${message}` }
  const isNameOfSecret = place.endsWith('Secret')
  return { place, message: isNameOfSecret ? 'expected the name of a secret, not the secret itself' : message }
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
