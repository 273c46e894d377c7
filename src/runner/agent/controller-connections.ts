/**
 * Tracks the connections of an agent, limits the number of unauthenticated ones per network, and closes all at the end.
 */
import type { Server, Socket } from 'node:net'

/** Limits that protect an agent from clients that have not authenticated. */
export type ConnectionLimits = {
  /** Maximum number of connections, including the controller's. */
  readonly connections: number
  /** Maximum number of connections from one network that are not authenticated yet. */
  readonly unauthenticatedPerNetwork: number
  /** Time limit of the TLS handshake, of the headers after it, and of a whole request. */
  readonly handshakeMs: number
  /** Interval at which connections are checked for late headers. */
  readonly checkIntervalMs: number
  /** How long a controller waits at most while the host of the previous controller cleans up. */
  readonly handoverMs: number
}

/** The limits of an agent. With them, clients from four networks are needed to use up all connections. */
export const usualLimits: ConnectionLimits = {
  connections: 64,
  unauthenticatedPerNetwork: 16,
  handshakeMs: 5_000,
  // With Node's default of 30 s, a connection with an incomplete header could stay for six times the limit.
  checkIntervalMs: 1_000,
  // Less than the 10 s after which a controller gives up.
  handoverMs: 8_000,
}

/** Address and port of the other side. They identify a connection, because its TCP socket and its TLS socket have the same. */
type Peer = { readonly remoteAddress?: string | undefined; readonly remotePort?: number | undefined }

type Connection = { readonly socket: Socket; readonly network: string; isAuthenticated: boolean }

/** The open connections of a server. */
export class Connections {
  private readonly byPeer = new Map<string, Connection>()
  private readonly maxUnauthenticated: number

  constructor(server: Server, maxUnauthenticated: number) {
    this.maxUnauthenticated = maxUnauthenticated
    server.on('connection', (socket) => this.add(socket))
  }

  /** Marks a connection as authenticated, so that it does not count against its network's limit. */
  markAuthenticated(peer: Peer): void {
    const connection = this.byPeer.get(nameOf(peer))
    if (connection !== undefined) connection.isAuthenticated = true
  }

  /** Destroys all connections without waiting for their peers. */
  destroyAll(): void {
    for (const { socket } of this.byPeer.values()) socket.destroy()
  }

  private add(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const others = [...this.byPeer.values()].filter((each) => each.network === network && !each.isAuthenticated)
    if (others.length >= this.maxUnauthenticated) {
      socket.destroy()
      return
    }
    const peer = nameOf(socket)
    this.byPeer.set(peer, { socket, network, isAuthenticated: false })
    socket.once('close', () => this.byPeer.delete(peer))
  }
}

function nameOf({ remoteAddress, remotePort }: Peer): string {
  return `${remoteAddress} ${remotePort}`
}

/** The first four groups (64 bits) of an IPv6 address are the network. A host may use all addresses of its network. */
const networkGroups = 4
const addressGroups = 8

/** Returns the network of an address: the /64 of an IPv6 address, or the address itself for IPv4 (mapped or not). */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.split('::')
  const before = head.split(':')
  if (tail === undefined) return before.slice(0, networkGroups).join(':')
  const after = tail.split(':')
  const zeros = Array.from({ length: Math.max(0, addressGroups - before.length - after.length) }, () => '0')
  return [...before, ...zeros, ...after]
    .slice(0, networkGroups)
    .map((group) => (group === '' ? '0' : group))
    .join(':')
}
