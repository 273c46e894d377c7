/**
 * A host that the runs of one session share, one after another, so that its embedded cluster can stay.
 */
import {
  type ControllerMessage,
  type HostMessage,
  heartbeatIntervalMs,
  runnerProtocolVersion,
} from '../../contracts/runner-protocol.ts'
import type { Greeting, HostConnection, HostSource, OpenHost } from './host-connection.ts'

/** Starts a host at its first use, and another where it went away meanwhile. */
export class SharedHost implements HostSource {
  private readonly open: OpenHost
  private host: HostConnection | null = null
  private said: Greeting | null = null
  private receive: (message: HostMessage) => void = () => undefined
  private heartbeat: NodeJS.Timeout | undefined

  constructor(open: OpenHost) {
    this.open = open
  }

  /** Its greeting, where it has said it already. */
  get greeting(): Greeting | null {
    return this.said
  }

  /** Lets a run listen. @returns the host, and its greeting where it has said it already */
  take(receive: (message: HostMessage) => void): { readonly host: HostConnection; readonly greeting: Greeting | null } {
    this.receive = receive
    return { host: this.host ?? this.begin(), greeting: this.said }
  }

  /** Ends the host, and with it what it kept. Resolves when it is gone; killed where it does not go. Never rejects. */
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
      if (message.type === 'hello') this.said = message
      this.receive(message)
    })
    const send = (message: ControllerMessage) => host.send(message)
    send({ type: 'hello', protocolVersion: runnerProtocolVersion })
    // Between two runs too: a host that hears nothing takes its controller for lost.
    this.heartbeat = setInterval(() => send({ type: 'heartbeat' }), heartbeatIntervalMs)
    void host.exited.then(() => this.forget(host))
    this.host = host
    return host
  }

  private forget(host: HostConnection): void {
    if (this.host !== host) return
    clearInterval(this.heartbeat)
    this.host = null
    this.said = null
  }
}
