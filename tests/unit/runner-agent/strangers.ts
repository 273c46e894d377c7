/**
 * Peers of an agent that are no controllers, and that never close their end of a connection.
 */
import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { onTestFinished } from 'vitest'
import { agentPath } from '../../../src/contracts/agent.ts'

/** A peer that stays. */
export interface Stranger {
  readonly socket: Socket
  /** The first bytes of an answer; rejects where the connection closes without one. */
  readonly answered: Promise<string>
  readonly closed: Promise<void>
}

/** A request to be let in, with these headers beside those of a WebSocket. */
export function upgradeRequest(headers: readonly string[], path: string = agentPath): string {
  const usual = ['Host: agent', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const lines = [`GET ${path} HTTP/1.1`, ...usual, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', ...headers]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** What a peer says once its TLS stands. */
export const words = {
  wrongToken: upgradeRequest(['Authorization: Bearer this-is-not-the-token']),
  halfHeader: `GET ${agentPath} HTTP/1.1\r\nHost: agent\r\n`,
  plainRequest: 'GET / HTTP/1.1\r\nHost: agent\r\n\r\n',
  nothing: '',
} as const

/** Connects with TLS and says `text`; `localAddress`: where it comes from. */
export function stranger(port: number, text: string, localAddress = '127.0.0.1'): Stranger {
  const at = { host: '127.0.0.1', port, localAddress, allowHalfOpen: true }
  const socket = connectTls({ ...at, rejectUnauthorized: false })
  socket.once('secureConnect', () => socket.write(text))
  return watched(socket)
}

/** Connects and never begins with TLS. */
export function idleConnection(port: number): Stranger {
  return watched(connectTcp({ host: '127.0.0.1', port, allowHalfOpen: true }))
}

function watched(socket: Socket): Stranger {
  socket.on('error', () => undefined)
  onTestFinished(() => {
    socket.destroy()
  })
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const answered = new Promise<string>((resolve, reject) => {
    socket.once('data', (data) => resolve(data.toString()))
    socket.once('close', () => reject(new Error('closed without an answer')))
  })
  answered.catch(() => undefined)
  return { socket, answered, closed }
}
