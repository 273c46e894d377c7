/**
 * Reads the log-in of a properties file: Java's `sasl.jaas.config`, or librdkafka's `sasl.username` and
 * `sasl.password`.
 */
import type { Connection } from '../../contracts/connection.ts'
import { readJaasConfig } from './jaas-config.ts'
import type { PropertyEntry } from './properties-text.ts'
import { isPlaceholder, type PropertyFindings, placeholderProblem } from './property-findings.ts'

type Sasl = NonNullable<Connection['sasl']>

/** A log-in and its password. */
export interface SaslReading {
  readonly sasl: Sasl
  /** Null if the file has no password or a placeholder for it. */
  readonly password: string | null
}

/** Name of the secret for the password of a properties file. */
export const passwordSecret = 'sasl.password'

const userPlaceholder = `the user ${placeholderProblem}; put the user name (for Confluent Cloud: the API key) there`

const mechanisms = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const

const useKeyRemedy =
  'Make an API key or a user with a password (PLAIN or SCRAM) for the test on the cluster, and use its configuration.'

/** Patterns of mechanisms and login modules that are not supported, each with its message and remedy. */
const otherLogins: readonly { readonly pattern: RegExp; readonly message: string }[] = [
  { pattern: /^GSSAPI$|krb5/i, message: `log-in by Kerberos is not supported. ${useKeyRemedy}` },
  { pattern: /oauth/i, message: `log-in by OAuth tokens (OAUTHBEARER) is not supported. ${useKeyRemedy}` },
  {
    pattern: /iam/i,
    message: `log-in by AWS IAM is not supported. Enable SASL/SCRAM on the cluster and use a user of it.`,
  },
]

/** Reads the log-in. Returns null if it was refused. */
export function readSasl(findings: PropertyFindings): SaslReading | null {
  const problemsBefore = findings.problems.length
  const mechanism = readMechanism(findings)
  const jaas = findings.take('sasl.jaas.config')
  const credentials = jaas === null ? readUserSettings(mechanism, findings) : readJaas(jaas, mechanism, findings)
  if (mechanism === null || credentials === null || findings.problems.length > problemsBefore) return null
  const password = credentials.password === null || isPlaceholder(credentials.password) ? null : credentials.password
  return { sasl: { mechanism, username: credentials.username, passwordSecret }, password }
}

/** Reads the mechanism. It must be in the file, because both kinds of clients default to Kerberos. */
function readMechanism(findings: PropertyFindings): Sasl['mechanism'] | null {
  const entry = findings.take('sasl.mechanism', 'sasl.mechanisms')
  if (entry === null) {
    const names = mechanisms.join(', ')
    findings.refuse(
      null,
      `sasl.mechanism is missing, and Kafka's default (GSSAPI, Kerberos) is not supported; set one of ${names}`,
    )
    return null
  }
  const known = mechanisms.find((name) => name === entry.value.toUpperCase())
  if (known !== undefined) return known
  const other = otherLogins.find(({ pattern }) => pattern.test(entry.value))
  // The value is not repeated: if the user mixed up two lines, it is the password.
  findings.refuse(entry, other?.message ?? `expected one of ${mechanisms.join(', ')}`)
  return null
}

interface Credentials {
  readonly username: string
  /** Null if the file has none. */
  readonly password: string | null
}

function readUserSettings(mechanism: Sasl['mechanism'] | null, findings: PropertyFindings): Credentials | null {
  const user = findings.take('sasl.username')
  const password = findings.take('sasl.password')
  // A mechanism that is not supported may need other settings, so none is reported as missing.
  if (mechanism === null) return null
  if (user === null) findings.refuse(null, 'the user name is missing; set sasl.username or sasl.jaas.config')
  else if (isPlaceholder(user.value)) findings.refuse(user, userPlaceholder)
  else return { username: user.value, password: password?.value ?? null }
  return null
}

function readJaas(
  entry: PropertyEntry,
  mechanism: Sasl['mechanism'] | null,
  findings: PropertyFindings,
): Credentials | null {
  refuseSecondLogin(entry, findings)
  const reading = readJaasConfig(entry.value)
  if (!reading.ok) {
    findings.refuse(entry, reading.problem)
    return null
  }
  const { module, options } = reading.login
  if (!isModuleOf(module, mechanism, entry, findings)) return null
  const { username, password } = options
  if (options.tokenauth === 'true') findings.refuse(entry, `delegation tokens are not supported. ${useKeyRemedy}`)
  if (username === undefined || username === '') findings.refuse(entry, 'expected username="…" after "required"')
  else if (isPlaceholder(username)) findings.refuse(entry, userPlaceholder)
  else return { username, password: password ?? null }
  return null
}

/** Refuses a second log-in in the file, because it would be unclear which one counts. */
function refuseSecondLogin(jaas: PropertyEntry, findings: PropertyFindings): void {
  for (const other of [findings.take('sasl.username'), findings.take('sasl.password')]) {
    if (other !== null) findings.refuse(other, `sasl.jaas.config on line ${jaas.line} sets it too; keep one of them`)
  }
}

/**
 * Checks that the login module is one of Kafka's and fits the mechanism. Otherwise adds a problem and returns false.
 */
function isModuleOf(
  module: string,
  mechanism: Sasl['mechanism'] | null,
  entry: PropertyEntry,
  findings: PropertyFindings,
): boolean {
  const isPlain = module.endsWith('.PlainLoginModule')
  if (!isPlain && !module.endsWith('.ScramLoginModule')) {
    const other = otherLogins.find(({ pattern }) => pattern.test(module))
    findings.refuse(entry, other?.message ?? 'expected PlainLoginModule or ScramLoginModule of Kafka')
    return false
  }
  if (mechanism === null || isPlain === (mechanism === 'PLAIN')) return true
  findings.refuse(entry, `its login module does not match sasl.mechanism ${mechanism}; correct one of the two`)
  return false
}
