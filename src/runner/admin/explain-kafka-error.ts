/**
 * Converts errors of kafkajs into sentences with a remedy.
 */
import { AppError, type ErrorCode } from '../../contracts/app-error.ts'
import { authoritySettings, clientCertificateSettings } from '../../contracts/connection.ts'
import type { ClusterAccess } from './cluster-access.ts'

type Explanation = { readonly code: ErrorCode; readonly says: string; readonly remedy: string }

/** The first entry whose pattern matches an error's texts explains the error. */
const explanations: readonly { readonly pattern: RegExp; readonly explain: Explanation }[] = [
  {
    pattern: /the first bytes of TLS/,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'the port requires TLS, and the connection has none',
      remedy:
        'Use TLS: add tls to the connection, or set security.protocol to SSL or SASL_SSL in a client configuration.',
    },
  },
  {
    pattern: /the first bytes of HTTP/,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'a web server answers there, not a broker of Kafka',
      remedy: 'Check host and port.',
    },
  },
  {
    // Every broker answers Metadata. Controllers of KRaft do not.
    pattern: /does not (?:know this request|support the requested API version): Metadata/,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'what answers there is no broker; it may be the port of a controller',
      remedy:
        'Give the address of a listener of a broker (often port 9092). Controllers answer no requests of clients.',
    },
  },
  {
    pattern: /announced a response of -?\d+ bytes|sent a response that cannot be read/,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'what answers there does not speak the protocol of Kafka',
      remedy:
        'Check host and port. A port that requires TLS answers so to a plain connection, and so does a web server.',
    },
  },
  {
    pattern: /current SASL state|ILLEGAL_SASL_STATE/,
    explain: {
      code: 'AUTHENTICATION_FAILED',
      says: 'the port has no log-in, and the connection has one',
      remedy:
        'Use the port of the cluster that has a log-in, or leave user and password out of the connection (security.protocol PLAINTEXT or SSL).',
    },
  },
  {
    pattern: /not support the requested SASL mechanism|UNSUPPORTED_SASL_MECHANISM/,
    explain: {
      code: 'AUTHENTICATION_FAILED',
      says: 'the port has no log-in with the SASL mechanism of the connection',
      remedy: 'Set sasl.mechanism to the one that the cluster uses: PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512.',
    },
  },
  {
    pattern: /SASL|authentication failed|AuthenticationError|invalid credentials/i,
    explain: {
      code: 'AUTHENTICATION_FAILED',
      says: 'the cluster refused the credentials',
      remedy: 'Check user, password and SASL mechanism of the connection.',
    },
  },
  {
    pattern: /AUTHORIZATION_FAILED|not authorized|authorization failed/i,
    explain: {
      code: 'PREFLIGHT_FAILED',
      says: 'the user may not do this on the cluster',
      remedy:
        'Give the user the rights to create, write, read, describe and delete topics and groups whose names begin with "headroom-".',
    },
  },
  {
    pattern: /altnames/,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'the certificate of the broker is for another name than its address',
      remedy: 'Connect to a name that the certificate has, or have the broker advertise one.',
    },
  },
  {
    pattern: /certificate has expired|certificate is not yet valid/i,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'the certificate of the broker is not valid today',
      remedy: 'Renew the certificate, or set the clock of this machine.',
    },
  },
  {
    pattern: /alert (?:bad )?certificate|alert handshake failure|certificate required/i,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'the broker does not accept the certificate of the client, or the connection has none',
      remedy: `Give the client’s certificate and key: ${clientCertificateSettings}.`,
    },
  },
  {
    pattern: /self.signed|unable to (get|verify)/i,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'the certificate of the broker is not trusted',
      remedy: `Set ${authoritySettings} to a PEM file with the authority that signed the brokers' certificates.`,
    },
  },
  {
    pattern: /certificate|ssl|tls|wrong version number|EPROTO|ERR_OSSL/i,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'the TLS handshake failed',
      remedy: `Check that the port speaks TLS and that the file of ${authoritySettings} holds the authority that signed the brokers' certificates.`,
    },
  },
  {
    pattern: /ENOTFOUND|EAI_AGAIN|getaddrinfo/i,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: "a broker's name does not resolve",
      remedy:
        'Check the spelling of the address, and that this machine can resolve the names that the brokers advertise.',
    },
  },
  {
    pattern: /ECONNREFUSED/i,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'nothing listens at the address of a broker',
      remedy: 'Check host and port, and that the broker is up and advertises an address that can be reached from here.',
    },
  },
  {
    pattern: /INVALID_REPLICATION_FACTOR|replication.factor/i,
    explain: {
      code: 'PREFLIGHT_FAILED',
      says: 'the cluster cannot create that many replicas of a partition',
      remedy: 'Lower replicationFactor of the topic, or use a cluster with more brokers.',
    },
  },
  {
    pattern: /POLICY_VIOLATION|INVALID_CONFIG|INVALID_REQUEST|INVALID_PARTITIONS/i,
    explain: {
      code: 'PREFLIGHT_FAILED',
      says: 'the cluster rejects a topic with these settings',
      remedy: 'Change partitions, replication factor or other settings of the topic to values that the cluster allows.',
    },
  },
  {
    pattern:
      /timeout|timed out|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET|Closed connection|Not connected|Connection error/i,
    explain: {
      code: 'CLUSTER_UNREACHABLE',
      says: 'the cluster does not respond',
      remedy:
        'Check network, firewall and port. A port that requires TLS or SASL closes a plain connection without an error.',
    },
  },
]

/** Converts an error of kafkajs into an AppError that quotes the original message, without secrets, in parentheses. */
export function explainKafkaError(error: unknown, access: ClusterAccess): AppError {
  if (error instanceof AppError) return error
  const text = fullText(error)
  const found = explanations.find(({ pattern }) => pattern.test(text))
  const explain = found?.explain ?? {
    code: 'CLUSTER_UNREACHABLE' as const,
    says: 'a request to the cluster failed',
    remedy: "Try again; if it happens again, check the cluster's log.",
  }
  const servers = access.bootstrapServers.slice(0, 3).join(', ')
  // Removes Node's advice, which is about options of its own command line.
  const [first = ''] = text.split('\n')
  const original = withoutSecrets(first.replace(/; if the root CA is installed locally.*/, ''), access).slice(0, 300)
  return new AppError(explain.code, `${servers}: ${explain.says} (${original}).`, {
    cause: error,
    remedy: explain.remedy,
  })
}

/**
 * Joins all texts of an error, one per line. kafkajs may put the reason into the cause, or into a list of errors by topic. With
 * such a list, the first line contains the last reason too, because users see only the first line.
 */
function fullText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const parts = [error.message, error.name]
  if ('type' in error) parts.push(String(error.type))
  // The request that a server does not know, as the reading and kafkajs name it.
  const request: unknown = Reflect.get(error, 'api') ?? Reflect.get(error, 'apiName')
  if (typeof request === 'string') parts.push(`${error.message}: ${request}`)
  if ('errors' in error && Array.isArray(error.errors)) for (const inner of error.errors) parts.push(fullText(inner))
  if (error.cause !== undefined) parts.push(fullText(error.cause))
  const [first = '', ...rest] = parts
  const detail = 'errors' in error && Array.isArray(error.errors) ? parts[parts.length - 1] : undefined
  return detail === undefined ? [first, ...rest].join('\n') : [`${first}: ${detail.split('\n')[0]}`, ...rest].join('\n')
}

function withoutSecrets(text: string, access: ClusterAccess): string {
  const secrets = [access.sasl?.password, access.tls?.keyPassword].filter(
    (secret) => secret !== undefined && secret !== null,
  )
  return secrets.reduce<string>((clean, secret) => (secret === '' ? clean : clean.replaceAll(secret, '(secret)')), text)
}

/** The first line of an error's message. */
export function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0] ?? text
}
