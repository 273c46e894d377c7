/**
 * Sockets for kafkajs that bound the length of a response. kafkajs itself buffers a response of any length.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

/**
 * Maximum length of a response, the same as librdkafka's `receive.message.max.bytes`. The metadata of 100,000
 * partitions take about 10 MB, and fetches have their own bounds.
 */
export const maxResponseBytes = 100_000_000

/** The value that kafkajs uses for its own sockets. */
const keepAliveDelayMs = 60_000

/** The arguments with which kafkajs requests a socket. */
export type SocketRequest = {
  readonly host: string
  readonly port: number
  readonly ssl?: ConnectionOptions | null
  onConnect(): void
}

/**
 * Opens a socket like those of kafkajs, which closes with an error if the other side announces a response above
 * `maxResponseBytes`. This also detects a server that is not a Kafka broker: read as a length, the first bytes of a TLS
 * or HTTP response are more than 300 MB.
 */
export function boundedSocket({ host, port, ssl, onConnect }: SocketRequest): Socket {
  const named = isIP(host) === 0 ? { servername: host } : {}
  const socket = ssl ? connectTls({ host, port, ...named, ...ssl }, onConnect) : connectTcp({ host, port }, onConnect)
  socket.setKeepAlive(true, keepAliveDelayMs)
  /** Bytes of the present response that have not arrived yet; 0 between two responses. */
  let missingBytes = 0
  /** The bytes of a length field of which only a part has arrived. */
  let prefix = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk
    while (rest.length > 0) {
      if (missingBytes === 0) {
        prefix = Buffer.concat([prefix, rest])
        if (prefix.length < 4) return
        missingBytes = prefix.readInt32BE(0)
        rest = prefix.subarray(4)
        prefix = Buffer.alloc(0)
        if (missingBytes < 0 || missingBytes > maxResponseBytes) {
          const hint = protocolOf(missingBytes)
          socket.destroy(new Error(`the broker announced a response of ${missingBytes} bytes${hint}`))
          return
        }
      }
      const taken = Math.min(missingBytes, rest.length)
      missingBytes -= taken
      rest = rest.subarray(taken)
    }
  })
  return socket
}

/** Names the protocol (TLS or HTTP) whose first four bytes were read as this length; empty for other bytes. */
function protocolOf(length: number): string {
  // A record of TLS begins with its kind (21: alert, 22: handshake) and a version 3.x.
  if ([0x1503, 0x1603].includes(length >>> 16)) return ', which are the first bytes of TLS'
  return length === 0x48545450 ? ', which are the first bytes of HTTP' : ''
}
