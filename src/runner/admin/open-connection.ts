/**
 * Opens single connections to brokers with TCP, TLS and SASL, as a client does, and sends nothing on them after that.
 */
import kafkajs, { type ISocketFactory } from 'kafkajs'
import { AppError } from '../../contracts/app-error.ts'
import { boundedSocket } from './bounded-socket.ts'
import type { ClusterAccess } from './cluster-access.ts'
import { kafkaConfig } from './kafka-admin.ts'

const { Kafka } = kafkajs

/** An attempt that takes longer than this counts as failed. */
export const attemptTimeoutMs = 10_000

/** A connection that a broker has accepted. */
export type OpenConnection = { close(): Promise<void> }

/** Opens connections to the brokers round-robin. */
export type ConnectionOpener = {
  /** Resolves when the broker has responded. @throws AppError, or an error of kafkajs, if it does not respond */
  open(): Promise<OpenConnection>
}

/** Creates an opener. It calls `onOpen` and `onClose` for each socket, whichever side closes the socket. */
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
      // To enforce it, kafkajs would run a timer for each connection ten times a second, which costs more than the connection.
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

/** Creates bounded sockets, and reports when they open and close. */
function watchedSockets({ onOpen, onClose }: { onOpen(): void; onClose(): void }): ISocketFactory {
  return (request) => {
    const socket = boundedSocket({
      ...request,
      onConnect() {
        onOpen()
        socket.once('close', onClose)
        request.onConnect()
      },
    })
    return socket
  }
}
