/**
 * Sockets for kafkajs, which collects a response of any length before it reads it.
 */
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { type ConnectionOptions, connect as connectTls } from 'node:tls'

/**
 * The most that librdkafka receives too (its `receive.message.max.bytes`). The metadata of 100,000 partitions take about 10 MB,
 * and fetches are bounded.
 */
export const maxResponseBytes = 100_000_000

/** As kafkajs has it. */
const keepAliveDelayMs = 60_000

/** What kafkajs asks of a socket. */
export type SocketRequest = {
  readonly host: string
  readonly port: number
  readonly ssl?: ConnectionOptions | null
  onConnect(): void
}

/**
 * A socket as kafkajs makes it, which closes with an error if the other side announces a longer response than any that was asked
 * for. What is no Kafka broker does so too: the first bytes of a TLS or HTTP server read as a length of more than 300 MB.
 */
export function boundedSocket({ host, port, ssl, onConnect }: SocketRequest): Socket {
  const named = isIP(host) === 0 ? { servername: host } : {}
  const socket = ssl ? connectTls({ host, port, ...named, ...ssl }, onConnect) : connectTcp({ host, port }, onConnect)
  socket.setKeepAlive(true, keepAliveDelayMs)
  let missing = 0
  let prefix = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    let rest = chunk
    while (rest.length > 0) {
      if (missing === 0) {
        prefix = Buffer.concat([prefix, rest])
        if (prefix.length < 4) return
        missing = prefix.readInt32BE(0)
        rest = prefix.subarray(4)
        prefix = Buffer.alloc(0)
        if (missing < 0 || missing > maxResponseBytes) {
          socket.destroy(new Error(`the broker announced a response of ${missing} bytes`))
          return
        }
      }
      const taken = Math.min(missing, rest.length)
      missing -= taken
      rest = rest.subarray(taken)
    }
  })
  return socket
}
