/**
 * A host process that the runs of one session share, one after another, so that its embedded cluster can stay.
 */
import {
  type ControllerMessage,
  type HostMessage,
  heartbeatIntervalMs,
  runnerProtocolVersion,
} from '../../contracts/runner-protocol.ts'
import { type HostPlace, type HostProcess, startHostProcess } from './host-process.ts'

/** A host's greeting: versions and machine. */
export type Greeting = Extract<HostMessage, { type: 'hello' }>

/** Starts a host at its first use, and another where it went away meanwhile. */
export class SharedHost {
  private readonly place: HostPlace
  private host: HostProcess | null = null
  private greeting: Greeting | null = null
  private receive: (message: HostMessage) => void = () => undefined
  private heartbeat: NodeJS.Timeout | undefined

  constructor(place: HostPlace) {
    this.place = place
  }

  /** Lets a run listen. @returns the host, and its greeting where it has said it already */
  take(receive: (message: HostMessage) => void): { readonly host: HostProcess; readonly greeting: Greeting | null } {
    this.receive = receive
    return { host: this.host ?? this.begin(), greeting: this.greeting }
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

  private begin(): HostProcess {
    const host = startHostProcess(this.place, (message) => {
      if (message.type === 'hello') this.greeting = message
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

  private forget(host: HostProcess): void {
    if (this.host !== host) return
    clearInterval(this.heartbeat)
    this.host = null
    this.greeting = null
  }
}
