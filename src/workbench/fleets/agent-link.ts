/**
 * Talks to an agent: greeting, requests for clock and capacity, and then runs as on any host.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { type AgentAddress, agentName, type ClockOffset } from '../../contracts/agent.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import { type HostMessage, runnerProtocolVersion } from '../../contracts/runner-protocol.ts'
import { clockOffsetOf, type RoundTrip } from '../../measurement/clock-offset.ts'
import { wallClockOriginMs } from '../../measurement/wall-clock.ts'
import { lostAgent, silentAgent } from './agent-errors.ts'
import type { Greeting, HostConnection, HostSource, OpenHost } from './host-connection.ts'
import { SharedHost } from './shared-host.ts'

/** A response to one of the link's own requests. */
type LinkResponse = Extract<HostMessage, { type: 'clock' | 'capacity' }>

/** An agent's response to the request for its capacity: the cores and the measured rate of its machine. */
export type Capacity = Extract<HostMessage, { type: 'capacity' }>

/** Time limit for the greeting. It is long, because a host first cleans up after a host that was killed. */
const helloTimeoutMs = 30_000
const clockTimeoutMs = 3_000
const capacityTimeoutMs = 60_000
const leaveTimeoutMs = 15_000

/** Round trips per clock offset. With 16, at least one is probably not delayed by a queue (a rule of thumb). */
const clockRoundTrips = 16
const pauseBetweenTripsMs = 10

/** A connection to an agent. */
export class AgentLink implements HostSource {
  readonly address: AgentAddress
  /**
   * Resolves with the agent's greeting.
   * @throws AppError AGENT_UNREACHABLE, AGENT_UNTRUSTED, AUTHENTICATION_FAILED, AGENT_BUSY
   */
  readonly greeted: Promise<Greeting>
  private readonly shared: SharedHost
  private readonly host: HostConnection
  private readonly waiting = new Set<(response: LinkResponse) => void>()
  private receive: (message: HostMessage) => void = () => undefined
  private clockId = 0

  constructor(address: AgentAddress, open: OpenHost) {
    this.address = address
    this.shared = new SharedHost(open)
    let welcome: (greeting: Greeting) => void = () => undefined
    let refuse: (error: AppError) => void = () => undefined
    const greeting = new Promise<Greeting>((resolve, reject) => {
      welcome = resolve
      refuse = reject
    })
    greeting.catch(() => undefined)
    const { host } = this.shared.take((message) => {
      if (message.type === 'hello') welcome(message)
      // An agent of another version may respond to the greeting with an error.
      if (message.type === 'error') refuse(withAgentName(agentName(address), AppError.fromData(message.error)))
      if (message.type === 'clock' || message.type === 'capacity') for (const wake of this.waiting) wake(message)
      else this.receive(message)
    })
    this.host = host
    this.greeted = this.orLost(greeting, helloTimeoutMs).then((hello) => requireSameVersion(hello, agentName(address)))
    this.greeted.catch(() => undefined)
  }

  take(receive: (message: HostMessage) => void): { readonly host: HostConnection; readonly greeting: Greeting | null } {
    this.receive = receive
    return { host: this.host, greeting: this.shared.greeting }
  }

  /** Measures the agent's clock minus the clock of this machine. @throws AppError AGENT_UNREACHABLE */
  async clockOffset(): Promise<ClockOffset> {
    const trips: RoundTrip[] = []
    for (let index = 0; index < clockRoundTrips; index += 1) {
      this.clockId += 1
      const id = this.clockId
      const awaited = this.nextResponse((message) => message.type === 'clock' && message.id === id)
      const sentAtMs = controllerClockMs()
      this.host.send({ type: 'clock', id })
      const response = await this.orLost(awaited, clockTimeoutMs)
      const receivedAtMs = controllerClockMs()
      if (response.type === 'clock') trips.push({ sentAtMs, answeredAtMs: response.atEpochMs, receivedAtMs })
      await sleep(pauseBetweenTripsMs)
    }
    return clockOffsetOf(trips)
  }

  /**
   * Asks for the load that the agent's machine can offer. If the agent does not know it yet, a probe measures it in
   * some seconds.
   * @throws AppError AGENT_UNREACHABLE
   */
  async capacity(plan: RunPlan): Promise<Capacity> {
    const awaited = this.nextResponse((message) => message.type === 'capacity')
    this.host.send({ type: 'measure-capacity', plan })
    const response = await this.orLost(awaited, capacityTimeoutMs)
    if (response.type !== 'capacity') throw new AppError('INTERNAL', 'An agent sent an unexpected response.')
    return response
  }

  /** Disconnects from the agent, which can then serve another controller. Never rejects. */
  close(): Promise<void> {
    return this.shared.close(leaveTimeoutMs)
  }

  /** Resolves with the next response that matches. */
  private nextResponse(matches: (response: LinkResponse) => boolean): Promise<LinkResponse> {
    return new Promise((resolve) => {
      const wake = (response: LinkResponse) => {
        if (!matches(response)) return
        this.waiting.delete(wake)
        resolve(response)
      }
      this.waiting.add(wake)
    })
  }

  /** Rejects if `work` takes longer than `withinMs` or the agent is lost meanwhile. */
  private async orLost<T>(work: Promise<T>, withinMs: number): Promise<T> {
    const name = agentName(this.address)
    const timeout = new AbortController()
    const late = sleep(withinMs, undefined, { signal: timeout.signal }).then((): never => {
      throw silentAgent(name, withinMs)
    })
    late.catch(() => undefined)
    const lost = this.host.exited.then(({ error }): never => {
      throw error ?? lostAgent(name, '')
    })
    lost.catch(() => undefined)
    try {
      return await Promise.race([work, late, lost])
    } finally {
      timeout.abort()
    }
  }
}

/** Returns the greeting. @throws AppError PROTOCOL_VIOLATION if the agent speaks another version of the protocol */
function requireSameVersion(greeting: Greeting, name: string): Greeting {
  const { protocolVersion } = greeting
  if (protocolVersion === runnerProtocolVersion) return greeting
  const text = `Agent ${name} speaks version ${protocolVersion} of the runner protocol, this program version ${runnerProtocolVersion}.`
  const older = protocolVersion < runnerProtocolVersion ? `agent ${name}` : 'this program'
  throw new AppError('PROTOCOL_VIOLATION', text, {
    remedy: `Update ${older}: both must run the same version of Headroom.`,
  })
}

/** Adds the agent's name to the message of its error, because there may be many agents. */
function withAgentName(name: string, { code, message, remedy, problems }: AppError): AppError {
  return new AppError(code, `Agent ${name}: ${message}`, { remedy, problems })
}

let originMs: number | undefined

/** Returns the controller's time in epoch ms. It never goes back while this process runs, as in the samples. */
export function controllerClockMs(): number {
  originMs ??= wallClockOriginMs({ monotonicMs: () => performance.now(), wallMs: Date.now })
  return originMs + performance.now()
}
