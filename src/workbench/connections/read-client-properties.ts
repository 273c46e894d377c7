/**
 * Reads a client configuration (Confluent Cloud's "Java config", or a librdkafka properties file) as a connection. It
 * does no input or output.
 */
import type { Problem } from '../../contracts/app-error.ts'
import { type Connection, connection as connectionSchema, type Secrets } from '../../contracts/connection.ts'
import { checkSecretly } from '../../contracts/parse.ts'
import {
  type ParsedProperties,
  type PropertiesProblem,
  readJavaProperties,
  readPlainProperties,
} from './properties-text.ts'
import { isPlaceholder, PropertyFindings, placeholderProblem } from './property-findings.ts'
import { passwordSecret, readSasl } from './sasl-properties.ts'
import { keyPasswordSecret, readTls } from './tls-properties.ts'

/** A connection, the secrets that the text contained, and notes for the user. The connection contains no secret. */
export interface ReadClientProperties {
  readonly connection: Connection
  readonly secrets: Secrets
  readonly notes: readonly string[]
}

/** The connection that a text describes, or all problems of the text. No message repeats a secret. */
export type ClientPropertiesReading =
  | ({ readonly ok: true } & ReadClientProperties)
  | { readonly ok: false; readonly problems: readonly PropertiesProblem[] }

const protocols = ['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'] as const

/**
 * Settings that only librdkafka has, and settings that only the Java client has. They show in which syntax a text is.
 */
const librdkafkaOnly = ['sasl.username', 'sasl.password', 'sasl.mechanisms', 'metadata.broker.list', 'ssl.ca.location']
const javaOnly = ['sasl.jaas.config', 'ssl.truststore.location', 'ssl.truststore.type', 'ssl.keystore.type']

/** Maximum number of ignored settings that a note names. The others are counted. */
const maxNamedSettings = 12

/**
 * Matches what looks like the name of a setting. Messages repeat no other key: if a line was broken in two, the key of the
 * second part may be the rest of a password.
 */
const settingName = /^(?:acks|retries|[a-z][a-z0-9]{0,40}(?:[._-][a-z0-9]{1,40}){1,10})$/

/** Reads the text of a properties file. */
export function readClientProperties(text: string): ClientPropertiesReading {
  const { entries, problems } = readEntries(text)
  const findings = new PropertyFindings(entries)
  findings.problems.push(...problems)
  const protocol = readProtocol(findings)
  const servers = readServers(findings)
  const usesSasl = protocol === null ? hasLogin(findings) : protocol.startsWith('SASL')
  const saslReading = usesSasl ? readSasl(findings) : null
  const tlsReading = protocol?.endsWith('SSL') === true ? readTls(findings) : null
  if (protocol !== null && !usesSasl) refuseUnusedLogin(protocol, findings)
  const connection = {
    kind: 'headroom.connection',
    schemaVersion: 1,
    name: nameOf(servers.list),
    bootstrapServers: servers.list,
    ...(tlsReading === null ? {} : { tls: tlsReading.tls }),
    ...(saslReading === null ? {} : { sasl: saslReading.sasl }),
  }
  const outcome = checkSecretly(connectionSchema, connection)
  if (!outcome.ok && servers.list.length > 0) {
    for (const problem of outcome.problems) findings.refuse(servers.entry, serverProblem(problem))
  }
  if (!outcome.ok || findings.problems.length > 0) return { ok: false, problems: inOrder(findings.problems) }
  const secrets: Secrets = {}
  if (saslReading?.password != null) secrets[passwordSecret] = saslReading.password
  if (tlsReading?.keyPassword != null) secrets[keyPasswordSecret] = tlsReading.keyPassword
  return { ok: true, connection: outcome.value, secrets, notes: notesOf(findings) }
}

/**
 * Parses a text in librdkafka's syntax if it has settings of librdkafka and none of the Java client, otherwise in
 * Java's. A backslash begins an escape sequence in Java's syntax only.
 */
function readEntries(text: string): ParsedProperties {
  const plain = readPlainProperties(text)
  const has = (names: readonly string[]) => plain.entries.some(({ key }) => names.includes(key))
  return has(librdkafkaOnly) && !has(javaOnly) ? plain : readJavaProperties(text)
}

function readProtocol(findings: PropertyFindings): (typeof protocols)[number] | null {
  const entry = findings.take('security.protocol')
  if (entry === null) return 'PLAINTEXT'
  const known = protocols.find((protocol) => protocol === entry.value.toUpperCase())
  if (known === undefined) {
    findings.refuse(entry, `expected one of ${protocols.join(', ')}`)
  }
  return known ?? null
}

function readServers(findings: PropertyFindings) {
  const entry = findings.take('bootstrap.servers', 'metadata.broker.list')
  if (entry === null) {
    findings.refuse(null, 'bootstrap.servers is missing: host:port of one or more brokers')
    return { entry, list: [] }
  }
  if (isPlaceholder(entry.value)) {
    findings.refuse(entry, placeholderProblem)
    return { entry, list: [] }
  }
  // Clients accept a protocol before the host, and Confluent Cloud prints one.
  const list = entry.value
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((server) => server.replace(/^[A-Za-z_]+:\/\//, ''))
  // An address of this form has a password, so it is not repeated.
  if (list.some((server) => server.includes('@'))) {
    findings.refuse(entry, 'expected host:port of the brokers, without a user and password')
    return { entry, list: [] }
  }
  if (list.length === 0) findings.refuse(entry, 'names no broker; expected host:port of one or more')
  return { entry, list }
}

/** Which of the brokers is wrong, and why. */
function serverProblem({ place, message }: Problem): string {
  const [, index] = /\[(\d+)\]$/.exec(place) ?? []
  return `${index === undefined ? '' : `broker ${Number(index) + 1}: `}${message}`
}

function hasLogin(findings: PropertyFindings): boolean {
  return findings.has('sasl.jaas.config') || findings.has('sasl.username')
}

/**
 * Refuses a log-in if the protocol has no SASL. Clients would ignore it, and the cluster would close the connection.
 */
function refuseUnusedLogin(protocol: string, findings: PropertyFindings): void {
  const login = findings.take('sasl.jaas.config') ?? findings.take('sasl.username')
  if (login === null) return
  const suggestion = protocol === 'SSL' ? 'SASL_SSL' : 'SASL_SSL (or SASL_PLAINTEXT)'
  const cause = findings.has('security.protocol') ? `security.protocol is ${protocol}` : 'security.protocol is missing'
  findings.refuse(
    login,
    `is not used, because ${cause}; write security.protocol=${suggestion}, or leave the log-in out`,
  )
}

function nameOf(servers: readonly string[]): string {
  const [first = 'cluster'] = servers
  return (servers.length > 1 ? `${first} and ${servers.length - 1} more` : first).slice(0, 200)
}

function notesOf(findings: PropertyFindings): string[] {
  return [...findings.notes, ...findings.replaced().slice(0, maxNamedSettings), ...ignoredNotes(findings)]
}

function ignoredNotes(findings: PropertyFindings): string[] {
  const unused = findings.unused()
  const names = unused.filter(({ key }) => settingName.test(key)).map(({ key }) => key)
  const lines = unused.filter(({ key }) => !settingName.test(key)).map(({ line }) => line)
  return [
    ...(names.length === 0
      ? []
      : [
          `Ignored, because the scenario configures the clients or a connection does not need them: ${namedOf(names)}.`,
        ]),
    ...(lines.length === 0
      ? []
      : [`Ignored, because they are no settings of Kafka's clients: line ${namedOf(lines)}.`]),
  ]
}

/** The first values of a list, and how many more there are. */
function namedOf(values: readonly (string | number)[]): string {
  const shown = values.slice(0, maxNamedSettings).join(', ')
  const more = values.length - maxNamedSettings
  return more > 0 ? `${shown} and ${more} more` : shown
}

/** Sorts problems by line. Problems of the whole text come first. */
function inOrder(problems: readonly PropertiesProblem[]): PropertiesProblem[] {
  return [...problems].sort((left, right) => (left.line ?? 0) - (right.line ?? 0))
}
