/**
 * One connection to a broker as a client's first: TCP, TLS and SASL as the connection wants them, and then nothing.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import kafkajs, { type ISocketFactory } from 'kafkajs'
import { AppError } from '../../contracts/app-error.ts'
import type { ClusterAccess } from './cluster-access.ts'
import { kafkaConfig } from './kafka-admin.ts'

const { Kafka } = kafkajs

/** An attempt that takes longer has failed. */
export const attemptTimeoutMs = 10_000

/** A connection that a broker has taken. */
export type OpenConnection = { close(): Promise<void> }

/** Opens connections to servers by turns. */
export type ConnectionOpener = {
  /** Resolves when the broker has answered. @throws AppError where it did not */
  open(): Promise<OpenConnection>
}

/** `onOpen` and `onClose` hear of each socket, whoever closes it. */
export function createConnectionOpener(options: {
  readonly access: ClusterAccess
  /** `host:port` of every broker. */
  readonly servers: readonly string[]
  readonly clientId: string
  onOpen(): void
  onClose(): void
}): ConnectionOpener {
  const { access, servers, clientId } = options
  const clients = servers.map((server) => {
    const config = kafkaConfig({ ...access, bootstrapServers: [server] }, { clientId, retries: 0 })
    return new Kafka({
      ...config,
      connectionTimeout: attemptTimeoutMs,
      // A timer a connection that looks ten times a second would cost more than the connection.
      enforceRequestTimeout: false,
      socketFactory: watchedSockets(options),
    })
  })
  let turn = 0
  return {
    async open() {
      const client = clients[turn % clients.length]
      turn += 1
      if (client === undefined) throw new AppError('CLUSTER_UNREACHABLE', 'The cluster names no broker.')
      const admin = client.admin({ retry: { retries: 0 } })
      await admin.connect()
      return { close: () => admin.disconnect().catch(() => undefined) }
    },
  }
}

/** As kafkajs makes them, but heard of. */
function watchedSockets({ onOpen, onClose }: { onOpen(): void; onClose(): void }): ISocketFactory {
  return ({ host, port, ssl, onConnect }) => {
    const connected = () => {
      onOpen()
      socket.once('close', onClose)
      onConnect()
    }
    const named = isIP(host) === 0 ? { servername: host } : {}
    const socket: Socket = ssl
      ? connectTls({ host, port, ...named, ...ssl }, connected)
      : connectTcp({ host, port }, connected)
    return socket
  }
}
