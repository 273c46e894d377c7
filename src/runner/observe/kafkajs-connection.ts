/**
 * One connection of kafkajs to a broker, with TLS and SASL as kafkajs does them, that carries requests of our own.
 *
 * kafkajs decodes batches without their headers and lacks six of the requests that a reading needs, but its connection
 * takes any request (docs/decisions/observe-reading.md).
 */
import { createRequire } from 'node:module'
import { boundedSocket } from '../admin/bounded-socket.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { kafkaConfig } from '../admin/kafka-admin.ts'

/** The client id of a reading, in the brokers' logs and metrics. A quota on it bounds what a reading takes from the brokers. */
export const observerClientId = 'headroom-observe'

const requestTimeoutMs = 30_000
const connectTimeoutMs = 10_000

type Encoder = { writeBufferInternal(bytes: Buffer): void }

type RawRequest = {
  readonly apiKey: number
  readonly apiVersion: number
  readonly apiName: string
  encode(): Promise<Encoder>
}

/** The methods of kafkajs's `Connection` that are used here. */
type KafkajsConnection = {
  connect(): Promise<unknown>
  isConnected(): boolean
  disconnect(): Promise<unknown>
  setVersions(versions: VersionRanges): void
  setSupportAuthenticationProtocol(isSupported: boolean): void
  authenticate(): Promise<void>
  send(exchange: {
    readonly request: RawRequest
    readonly response: {
      decode(bytes: Buffer): Promise<{ bytes: Buffer }>
      parse(data: { bytes: Buffer }): Promise<Buffer>
    }
  }): Promise<Buffer>
}

/** The versions of each request that a broker knows, by API key. */
export type VersionRanges = Readonly<
  Record<number, { readonly minVersion: number; readonly maxVersion: number } | undefined>
>

const require = createRequire(import.meta.url)

const silent = { namespace: () => silent, debug: noop, info: noop, warn: noop, error: noop }
function noop(): void {
  // What kafkajs logs is in its errors too.
}

/** One request on the wire. */
export type RawExchange = {
  readonly apiKey: number
  readonly apiVersion: number
  readonly apiName: string
  readonly body: Buffer
}

/** An open connection. Its methods throw errors of kafkajs. */
export type RawConnection = {
  /** Sets the versions that the broker knows, and logs in if the access has a user. */
  logIn(versions: VersionRanges): Promise<void>
  /** False after the broker has closed it, as brokers do after ten idle minutes. */
  isOpen(): boolean
  /** @returns the response after its correlation id */
  send(exchange: RawExchange): Promise<Buffer>
  close(): Promise<void>
}

/** Opens a connection to one broker. @throws an error of kafkajs if the broker does not accept it */
export async function openRawConnection(
  access: ClusterAccess,
  server: { readonly host: string; readonly port: number },
): Promise<RawConnection> {
  const Connection: new (options: object) => KafkajsConnection = require('kafkajs/src/network/connection.js')
  const EncoderClass: new () => Encoder = require('kafkajs/src/protocol/encoder.js')
  const { ssl = null, sasl = null } = kafkaConfig(access, { clientId: observerClientId, retries: 0 })
  const connection = new Connection({
    ...server,
    logger: silent,
    socketFactory: boundedSocket,
    clientId: observerClientId,
    requestTimeout: requestTimeoutMs,
    connectionTimeout: connectTimeoutMs,
    ssl,
    sasl,
  })
  await connection.connect()
  return {
    async logIn(versions) {
      connection.setVersions(versions)
      connection.setSupportAuthenticationProtocol(true)
      await connection.authenticate()
    },
    isOpen: () => connection.isConnected(),
    send: ({ body, ...request }) =>
      connection.send({
        request: {
          ...request,
          encode: async () => {
            const encoder = new EncoderClass()
            encoder.writeBufferInternal(body)
            return encoder
          },
        },
        response: { decode: async (bytes) => ({ bytes }), parse: async ({ bytes }) => bytes },
      }),
    close: () => connection.disconnect().then(noop, noop),
  }
}
