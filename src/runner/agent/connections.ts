/**
 * The connections of an agent: few of one network until they are let in, and none that outlives the agent.
 */
import type { Server, Socket } from 'node:net'

/** What bounds who has not been let in yet. */
export type ConnectionLimits = {
  /** Connections at once, the controller's among them. */
  readonly connections: number
  /** Connections at once of one network that have not been let in. */
  readonly waitingOfOneNetwork: number
  /** For the TLS handshake, and then for the headers; also the time of a whole request. */
  readonly handshakeMs: number
  /** How often late headers are looked for. */
  readonly checkEveryMs: number
  /** How long a controller waits at the door while the host of the one before cleans up. */
  readonly doorMs: number
}

/** A controller needs one connection for a moment: four strangers together are needed to take all. */
export const usualLimits: ConnectionLimits = {
  connections: 64,
  waitingOfOneNetwork: 16,
  handshakeMs: 5_000,
  // Node's own 30 s would let half a header stand for six times its limit.
  checkEveryMs: 1_000,
  // A controller gives up after ten seconds.
  doorMs: 8_000,
}

/** Two streams over one connection, the socket and its TLS, have the same peer. */
type Peer = { readonly remoteAddress?: string | undefined; readonly remotePort?: number | undefined }

type Connection = { readonly socket: Socket; readonly network: string; isLetIn: boolean }

/** All connections of a server by their peer. */
export class Connections {
  private readonly byPeer = new Map<string, Connection>()
  private readonly mostWaiting: number

  constructor(server: Server, mostWaiting: number) {
    this.mostWaiting = mostWaiting
    server.on('connection', (socket) => this.take(socket))
  }

  /** Its connection no longer counts against those of its network that wait. */
  noteLetIn(peer: Peer): void {
    const connection = this.byPeer.get(nameOf(peer))
    if (connection !== undefined) connection.isLetIn = true
  }

  /** Ends all at once, whatever their peers do. */
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

/** Groups of an IPv6 address that name a network: within them a host takes as many addresses as it likes. */
const networkGroups = 4
const addressGroups = 8

/** What one stranger has: an IPv4 address, also where it is written in IPv6, or a network of IPv6 (64 bits). */
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
