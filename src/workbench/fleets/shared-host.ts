/**
 * A host for the consecutive runs of a session. They can share its embedded cluster.
 */
import {
  type ControllerMessage,
  type HostMessage,
  heartbeatIntervalMs,
  runnerProtocolVersion,
} from '../../contracts/runner-protocol.ts'
import type { Greeting, HostConnection, HostSource, OpenHost } from './host-connection.ts'

/** Starts a host when it is first needed, and a new host if that one has exited. */
export class SharedHost implements HostSource {
  private readonly open: OpenHost
  private host: HostConnection | null = null
  private received: Greeting | null = null
  private receive: (message: HostMessage) => void = () => undefined
  private heartbeat: NodeJS.Timeout | undefined

  constructor(open: OpenHost) {
    this.open = open
  }

  /** The host's greeting; null until it arrives. */
  get greeting(): Greeting | null {
    return this.received
  }

  /**
   * Directs the host's messages to `receive` from now on. Returns the host, and its greeting if it has arrived already.
   */
  take(receive: (message: HostMessage) => void): { readonly host: HostConnection; readonly greeting: Greeting | null } {
    this.receive = receive
    return { host: this.host ?? this.begin(), greeting: this.received }
  }

  /** Lets the host end its cluster and exit; kills it after `withinMs`. Resolves when it has exited. Never rejects. */
  async close(withinMs: number): Promise<void> {
    const { host } = this
    if (host === null) return
    host.disconnect()
    const timer = setTimeout(() => host.kill(), withinMs)
    await host.exited
    clearTimeout(timer)
  }

  private begin(): HostConnection {
    const host = this.open((message) => {
      if (message.type === 'hello') this.received = message
      this.receive(message)
    })
    const send = (message: ControllerMessage) => host.send(message)
    send({ type: 'hello', protocolVersion: runnerProtocolVersion })
    // Heartbeats continue between runs, because a host without heartbeats considers its controller lost.
    this.heartbeat = setInterval(() => send({ type: 'heartbeat' }), heartbeatIntervalMs)
    void host.exited.then(() => this.forget(host))
    this.host = host
    return host
  }

  private forget(host: HostConnection): void {
    if (this.host !== host) return
    clearInterval(this.heartbeat)
    this.host = null
    this.received = null
  }
}
