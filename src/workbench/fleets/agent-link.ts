/**
 * A link to an agent: greeting, requests for clock and capacity, and then runs as on any host.
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

type Answer = Extract<HostMessage, { type: 'clock' | 'capacity' }>

/** How much of a plan's load an agent's machine can offer. */
export type Capacity = Extract<HostMessage, { type: 'capacity' }>

/** Time limit for the greeting. A host responds late if it first cleans up after a killed one. */
const helloTimeoutMs = 30_000
const clockTimeoutMs = 3_000
const capacityTimeoutMs = 60_000
const leaveTimeoutMs = 15_000

/** Round trips per clock offset: enough that one of them is not delayed by a queue. */
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
  private readonly waiting = new Set<(answer: Answer) => void>()
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
      // An agent of another version responds to the greeting with the reason why it does not understand it.
      if (message.type === 'error') refuse(ofAgent(agentName(address), AppError.fromData(message.error)))
      if (message.type === 'clock' || message.type === 'capacity') for (const wake of this.waiting) wake(message)
      else this.receive(message)
    })
    this.host = host
    this.greeted = this.orLost(greeting, helloTimeoutMs).then((said) => sameVersion(said, agentName(address)))
    this.greeted.catch(() => undefined)
  }

  take(receive: (message: HostMessage) => void): { readonly host: HostConnection; readonly greeting: Greeting | null } {
    this.receive = receive
    return { host: this.host, greeting: this.shared.greeting }
  }

  /** The clock of the agent minus that of this machine. @throws AppError AGENT_UNREACHABLE */
  async clockOffset(): Promise<ClockOffset> {
    const trips: RoundTrip[] = []
    for (let index = 0; index < clockRoundTrips; index += 1) {
      this.clockId += 1
      const id = this.clockId
      const answer = this.answer((message) => message.type === 'clock' && message.id === id)
      const sentAtMs = controllerClockMs()
      this.host.send({ type: 'clock', id })
      const answered = await this.orLost(answer, clockTimeoutMs)
      const receivedAtMs = controllerClockMs()
      if (answered.type === 'clock') trips.push({ sentAtMs, answeredAtMs: answered.atEpochMs, receivedAtMs })
      await sleep(pauseBetweenTripsMs)
    }
    return clockOffsetOf(trips)
  }

  /** How much load the agent's machine can offer. A probe takes some seconds. @throws AppError AGENT_UNREACHABLE */
  async capacity(plan: RunPlan): Promise<Capacity> {
    const answer = this.answer((message) => message.type === 'capacity')
    this.host.send({ type: 'measure-capacity', plan })
    const answered = await this.orLost(answer, capacityTimeoutMs)
    if (answered.type !== 'capacity') throw new AppError('INTERNAL', 'An agent sent an unexpected response.')
    return answered
  }

  /** Disconnects from the agent, which can then serve another controller. Never rejects. */
  close(): Promise<void> {
    return this.shared.close(leaveTimeoutMs)
  }

  private answer(isMeant: (answer: Answer) => boolean): Promise<Answer> {
    return new Promise((resolve) => {
      const wake = (answer: Answer) => {
        if (!isMeant(answer)) return
        this.waiting.delete(wake)
        resolve(answer)
      }
      this.waiting.add(wake)
    })
  }

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

function sameVersion(greeting: Greeting, name: string): Greeting {
  const { protocolVersion } = greeting
  if (protocolVersion === runnerProtocolVersion) return greeting
  const text = `Agent ${name} speaks version ${protocolVersion} of the runner protocol, this program version ${runnerProtocolVersion}.`
  const older = protocolVersion < runnerProtocolVersion ? `agent ${name}` : 'this program'
  throw new AppError('PROTOCOL_VIOLATION', text, {
    remedy: `Update ${older}: both must run the same version of Headroom.`,
  })
}

/** Adds the agent's name to its error, because there may be many agents. */
function ofAgent(name: string, { code, message, remedy, problems }: AppError): AppError {
  return new AppError(code, `Agent ${name}: ${message}`, { remedy, problems })
}

let originMs: number | undefined

/** The clock of the controller in ms since 1970. It is monotonic while this process runs, as in the samples. */
export function controllerClockMs(): number {
  originMs ??= wallClockOriginMs({ monotonicMs: () => performance.now(), wallMs: Date.now })
  return originMs + performance.now()
}
