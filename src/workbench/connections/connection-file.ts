/**
 * Opens a connection from a file or from pasted text: Headroom's JSON, or the properties of a client configuration.
 */
import { dirname, isAbsolute, resolve } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { type Connection, type Secrets, secretVariable } from '../../contracts/connection.ts'
import { counted } from '../../units/count.ts'
import { maxWrittenFileBytes, readText } from '../files/read-json-file.ts'
import { readConnection, secretNamesOf } from '../secrets/connection-files.ts'
import { readClientProperties } from './read-client-properties.ts'

/** A connection, the secrets that the text contained (kept in memory only), and notes for the user. */
export interface OpenedConnection {
  readonly connection: Connection
  readonly secrets: Secrets
  readonly notes: readonly string[]
}

/** True for an address, such as `broker:9092` or `http://broker`. People give one where the path of a file is expected. */
export function isAddress(text: string): boolean {
  return /^[a-z][\w+.-]{0,30}:\/\/|^[^/\\]{1,400}:\d{1,5}$|^[^/\\@]{1,200}:[^/\\@]{1,200}@/i.test(text)
}

/** The error for an address instead of a file. It does not repeat the address, which may contain a password. */
function addressGiven(): AppError {
  return new AppError('CONNECTION_INVALID', 'A connection is a file, not an address.', {
    remedy: 'Write the address into a file, as bootstrap.servers=HOST:PORT, add the log-in, and give that file.',
  })
}

/**
 * Reads the connection of a file. Relative paths in a properties file are resolved against the folder of that file.
 * @throws AppError FILE_UNREADABLE or CONNECTION_INVALID with every problem and its line
 */
export async function openConnectionFile(path: string): Promise<OpenedConnection> {
  if (isAddress(path)) throw addressGiven()
  const text = await readText(path, 'connection', maxWrittenFileBytes)
  if (isJson(path, text)) {
    const connection = await readConnection(path)
    return { connection, secrets: {}, notes: unencryptedNotes(connection) }
  }
  return openProperties(
    text,
    { name: path, placeOf: (line) => (line === null ? path : `${path}:${line}`) },
    dirname(path),
  )
}

/**
 * Reads the connection of a pasted properties text. Its paths must be absolute.
 * @throws AppError CONNECTION_INVALID with every problem and its line
 */
export function openConnectionText(text: string): OpenedConnection {
  const source = { name: 'The pasted text', placeOf: (line: number | null) => (line === null ? '' : `line ${line}`) }
  return openProperties(text, source, null)
}

/** The origin of a text, for error messages. */
interface Source {
  readonly name: string
  placeOf(line: number | null): string
}

const remedy =
  'Correct these settings. For Confluent Cloud: copy the configuration of a Java client from the console (Clients, ' +
  'Java), including API key and secret.'

function openProperties(text: string, source: Source, folder: string | null): OpenedConnection {
  const reading = readClientProperties(text)
  if (!reading.ok) {
    const problems = reading.problems.map(({ line, message }) => ({ place: source.placeOf(line), message }))
    const count = counted(problems.length, 'problem')
    const message = `${source.name} cannot be used as a client configuration: ${count}.`
    throw new AppError('CONNECTION_INVALID', message, { problems, remedy })
  }
  const connection = withPaths(reading.connection, folder)
  return {
    connection,
    secrets: reading.secrets,
    notes: [...secretNotes(reading), ...unencryptedNotes(connection), ...reading.notes],
  }
}

/** A note if the connection sends its password unencrypted. */
export function unencryptedNotes({ tls, sasl }: Connection): string[] {
  if (tls !== undefined || sasl?.mechanism !== 'PLAIN') return []
  return ['The password is sent unencrypted: the connection uses SASL PLAIN without TLS.']
}

/** Notes that say where the secrets are kept and how to provide the missing ones. */
function secretNotes({ connection, secrets }: OpenedConnection): string[] {
  const missing = secretNamesOf(connection).filter((name) => secrets[name] === undefined)
  const kept = 'Its secret stays in memory. It is not stored, and appears in no run, log or report.'
  return [
    ...(Object.keys(secrets).length > 0 ? [kept] : []),
    ...missing.map(
      (name) => `It holds no ${name}. Type the value when asked, set ${secretVariable(name)}, or use a secrets file.`,
    ),
  ]
}

/** Names of a connection's files in messages, each with the settings of Java's clients and of librdkafka that give it. */
const fileNames = {
  caFile: 'the authority (ssl.truststore.location, ssl.ca.location)',
  certificateFile: 'the client’s certificate (ssl.keystore.location, ssl.certificate.location)',
  keyFile: 'the client’s key (ssl.keystore.location, ssl.key.location)',
} as const

/**
 * Makes the paths of a connection absolute, because the runner may have another working directory. Without a folder,
 * relative paths are refused.
 */
function withPaths(connection: Connection, folder: string | null): Connection {
  const { tls } = connection
  if (tls === undefined) return connection
  const relative = (['caFile', 'certificateFile', 'keyFile'] as const).flatMap((field) => {
    const path = tls[field]
    return path === undefined || isAbsolute(path) ? [] : [{ field, path }]
  })
  if (folder === null && relative.length > 0) {
    // The path is not repeated: a password may stand in its place by mistake.
    const problems = relative.map(({ field }) => ({ place: fileNames[field], message: 'expected an absolute path' }))
    const message = 'Paths in a pasted text must be absolute, because the folder it was copied from is unknown.'
    throw new AppError('CONNECTION_INVALID', message, {
      problems,
      remedy: 'Write the absolute path, or open the file.',
    })
  }
  const absolute = relative.map(({ field, path }) => [field, resolve(folder ?? '', path)])
  return { ...connection, tls: { ...tls, ...Object.fromEntries(absolute) } }
}

function isJson(path: string, text: string): boolean {
  return /\.json$/i.test(path) || text.trimStart().startsWith('{')
}
