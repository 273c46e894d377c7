/**
 * The connections of an agent. It limits how many from one network are not authenticated yet, and closes all at the end.
 */
import type { Server, Socket } from 'node:net'

/** Limits that protect an agent from clients that have not authenticated. */
export type ConnectionLimits = {
  /** Maximum number of connections, including the controller's. */
  readonly connections: number
  /** Maximum number of connections from one network that are not authenticated. */
  readonly waitingOfOneNetwork: number
  /** Time limit of the TLS handshake, of the headers after it, and of a whole request. */
  readonly handshakeMs: number
  /** Interval at which connections are checked for late headers. */
  readonly checkEveryMs: number
  /** How long a controller waits while the host of the previous controller cleans up. */
  readonly doorMs: number
}

/** With these limits, clients from four networks are needed to use up all connections. */
export const usualLimits: ConnectionLimits = {
  connections: 64,
  waitingOfOneNetwork: 16,
  handshakeMs: 5_000,
  // With Node's default of 30 s, an incomplete header could stay for six times its limit.
  checkEveryMs: 1_000,
  // Less than the ten seconds after which a controller gives up.
  doorMs: 8_000,
}

/** Identifies a connection: its TCP socket and the TLS socket over it have the same peer. */
type Peer = { readonly remoteAddress?: string | undefined; readonly remotePort?: number | undefined }

type Connection = { readonly socket: Socket; readonly network: string; isLetIn: boolean }

/** The open connections of a server. */
export class Connections {
  private readonly byPeer = new Map<string, Connection>()
  private readonly mostWaiting: number

  constructor(server: Server, mostWaiting: number) {
    this.mostWaiting = mostWaiting
    server.on('connection', (socket) => this.take(socket))
  }

  /** Marks a connection as authenticated, so that it does not count against its network's limit. */
  noteLetIn(peer: Peer): void {
    const connection = this.byPeer.get(nameOf(peer))
    if (connection !== undefined) connection.isLetIn = true
  }

  /** Destroys all connections without waiting for their peers. */
  destroyAll(): void {
    for (const { socket } of this.byPeer.values()) socket.destroy()
  }

  private take(socket: Socket): void {
    const network = networkOf(socket.remoteAddress ?? '')
    const waiting = [...this.byPeer.values()].filter((each) => each.network === network && !each.isLetIn)
    if (waiting.length >= this.mostWaiting) {
      socket.destroy()
      return
    }
    const peer = nameOf(socket)
    this.byPeer.set(peer, { socket, network, isLetIn: false })
    socket.once('close', () => this.byPeer.delete(peer))
  }
}

function nameOf({ remoteAddress, remotePort }: Peer): string {
  return `${remoteAddress} ${remotePort}`
}

/** The first four groups of an IPv6 address (64 bits) are the network. Within it, a host can use any number of addresses. */
const networkGroups = 4
const addressGroups = 8

/** The network that an address counts for: an IPv4 address itself, also if it is mapped to IPv6, or the /64 of IPv6. */
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
