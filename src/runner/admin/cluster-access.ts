/**
 * Addresses and credentials of a cluster. Secrets are resolved here, and are never logged or passed as arguments or
 * environment variables.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Connection, Secrets } from '../../contracts/connection.ts'

/** Addresses and credentials with which a client connects. File paths are on this machine. */
export type ClusterAccess = {
  readonly bootstrapServers: readonly string[]
  readonly tls: {
    readonly caFile: string | null
    readonly certificateFile: string | null
    readonly keyFile: string | null
    readonly keyPassword: string | null
  } | null
  readonly sasl: {
    readonly mechanism: 'PLAIN' | 'SCRAM-SHA-256' | 'SCRAM-SHA-512'
    readonly username: string
    readonly password: string
  } | null
}

/** Returns access without authentication. With `caFile`, clients connect with TLS and trust that certificate. */
export function plainAccess(bootstrapServers: readonly string[], caFile: string | null = null): ClusterAccess {
  const tls = caFile === null ? null : { caFile, certificateFile: null, keyFile: null, keyPassword: null }
  return { bootstrapServers, tls, sasl: null }
}

/**
 * Replaces the names of secrets in a connection with their values.
 * @throws AppError CONNECTION_INVALID naming every missing secret
 */
export function resolveAccess(connection: Connection, secrets: Secrets): ClusterAccess {
  const { tls, sasl } = connection
  const missing = [sasl?.passwordSecret, tls?.keyPasswordSecret].filter(
    (name): name is string => name !== undefined && secrets[name] === undefined,
  )
  if (missing.length > 0) {
    throw new AppError(
      'CONNECTION_INVALID',
      `The connection "${connection.name}" lacks ${missing.length === 1 ? 'a secret' : 'secrets'}.`,
      {
        problems: missing.map((name) => ({ place: name, message: 'no value was given for this secret' })),
        remedy: 'Store it in the keychain with the connection, or give it in a secrets file.',
      },
    )
  }
  return {
    bootstrapServers: connection.bootstrapServers,
    tls:
      tls === undefined
        ? null
        : {
            caFile: tls.caFile ?? null,
            certificateFile: tls.certificateFile ?? null,
            keyFile: tls.keyFile ?? null,
            keyPassword: tls.keyPasswordSecret === undefined ? null : (secrets[tls.keyPasswordSecret] ?? null),
          },
    sasl:
      sasl === undefined
        ? null
        : { mechanism: sasl.mechanism, username: sasl.username, password: secrets[sasl.passwordSecret] ?? '' },
  }
}

/** Splits `host:port`. Brackets around an IPv6 address are removed. */
export function splitServer(server: string): { readonly host: string; readonly port: number } {
  const colon = server.lastIndexOf(':')
  return { host: server.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(server.slice(colon + 1)) }
}

/** Formats `host:port`, with brackets around an IPv6 address. */
export function formatServer(host: string, port: number): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}
