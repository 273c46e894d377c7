/**
 * The conversation with one controller: which message may come when, and what happens when it is lost.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import {
  type ControllerMessage,
  controllerLostMs,
  type HostMessage,
  runnerProtocolVersion,
} from '../../contracts/runner-protocol.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { epochMs } from '../worker/clock.ts'
import { CapacityQuestion } from './capacity-question.ts'
import { ClusterShelf } from './cluster-shelf.ts'
import { describeEnvironment } from './environment.ts'
import { Run } from './run.ts'
import type { Transport } from './transport.ts'

/** From a lost controller until nothing is left of the run, whatever hangs. */
const lostDeadlineMs = 9_000

/** A kept cluster ends in two seconds; whoever waits for the session must not wait much longer. */
const shelfStopMs = 5_000

const heartbeatCheckMs = 250

export type SessionOptions = {
  readonly transport: Transport
  readonly stateDirectory: string
  /** The client library; known a moment after the process began. */
  readonly client: Promise<ClientDescription>
  /** What the sweep of dead runs found; told after hello. */
  readonly sweepNotices: Promise<readonly string[]>
}

/** A session. `finished` resolves when the controller is gone and the run, if any, has ended. */
export class ControllerSession {
  readonly finished: Promise<void>
  private readonly options: SessionOptions
  private resolveFinished: () => void = () => undefined
  private readonly shelf = new ClusterShelf()
  private run: Run | null = null
  private capacity: CapacityQuestion | null = null
  private greeting: Promise<ClientDescription> | null = null
  private lastHeardMs = Date.now()
  private lastCheckMs = Date.now()
  private watch: NodeJS.Timeout | undefined
  private isLost = false

  constructor(options: SessionOptions) {
    this.options = options
    this.finished = new Promise((resolve) => {
      this.resolveFinished = resolve
    })
    options.transport.listen({
      onMessage: (message) => this.receive(message),
      onViolation: (error) => this.refuse(error),
      onClosed: () => this.lose('The controller closed the connection.'),
    })
  }

  /** Ends the run as an abort would, then the session; asked again, in haste. */
  terminate(signal: string): void {
    const isHasty = this.isLost
    this.isLost = true
    this.run?.abort({ reason: 'user-abort', detail: `The runner was ended by ${signal}.`, error: null, isHasty })
    this.capacity?.giveUp()
    if (this.run === null && this.capacity === null) this.finish()
  }

  private receive(message: ControllerMessage): void {
    this.lastHeardMs = Date.now()
    if (message.type === 'heartbeat') return
    if (message.type === 'hello') this.greet(message.protocolVersion)
    else if (this.greeting === null) this.refuseOrder(message.type, 'before hello')
    else if (message.type === 'clock') this.send({ type: 'clock', id: message.id, atEpochMs: epochMs() })
    else if (message.type === 'measure-capacity') void this.measureCapacity(message.plan, this.greeting)
    else if (message.type === 'prepare') void this.prepare(message, this.greeting)
    else if (message.type === 'start') this.start(message.atEpochMs)
    else if (message.type === 'finish') this.finishShare(message.deletesMade)
    else void this.stop(message.mode, this.greeting)
  }

  private greet(protocolVersion: number): void {
    if (protocolVersion !== runnerProtocolVersion) {
      const text = `The controller speaks version ${protocolVersion} of the runner protocol, this runner version ${runnerProtocolVersion}.`
      const older =
        protocolVersion < runnerProtocolVersion ? 'the controller' : 'the runner, or the agent that it belongs to'
      const remedy = `Update ${older}: both must be of one version of Headroom.`
      this.refuse(new AppError('PROTOCOL_VIOLATION', text, { remedy }))
    } else if (this.greeting !== null) {
      this.refuseOrder('hello', 'twice')
    } else {
      this.greeting = this.answerHello()
      this.watch = setInterval(() => this.checkHeartbeat(), heartbeatCheckMs)
    }
  }

  private async answerHello(): Promise<ClientDescription> {
    const [client, notices] = await Promise.all([this.options.client, this.options.sweepNotices])
    const environment = describeEnvironment(client, null)
    this.send({ type: 'hello', protocolVersion: runnerProtocolVersion, environment })
    for (const message of notices) this.send({ type: 'notice', message })
    return client
  }

  private async prepare(
    message: Extract<ControllerMessage, { type: 'prepare' }>,
    greeting: Promise<ClientDescription>,
  ): Promise<void> {
    const client = await greeting
    if (this.isLost) return
    if (this.run !== null) return this.refuseOrder('prepare', 'while a run is active')
    if (this.capacity !== null) return this.refuseOrder('prepare', 'while the capacity is measured')
    const { plan, target, secrets, keepsCluster, share } = message
    const { stateDirectory } = this.options
    const { shelf } = this
    const send = (answer: HostMessage) => this.send(answer)
    this.run = new Run({ plan, target, secrets, keepsCluster, share, client, stateDirectory, shelf, send })
    await this.run.execute()
    this.run = null
    if (this.isLost) this.finish()
  }

  private async measureCapacity(plan: RunPlan, greeting: Promise<ClientDescription>): Promise<void> {
    const client = await greeting
    if (this.isLost) return
    const { run, capacity } = this
    if (run !== null || capacity !== null) return this.refuseOrder('measure-capacity', 'while something else goes on')
    const question = new CapacityQuestion({ plan, client, stateDirectory: this.options.stateDirectory })
    this.capacity = question
    this.send(await question.answer)
    this.capacity = null
    if (this.isLost) this.finish()
  }

  /** A prepare and a stop that come together are taken in their order: the run exists a moment after its message. */
  private async stop(mode: 'drain' | 'abort', greeting: Promise<ClientDescription>): Promise<void> {
    await greeting
    if (this.run === null) this.refuseOrder('stop', 'while there is no run')
    else this.run.stop(mode)
  }

  private start(atEpochMs: number): void {
    if (this.run === null || !this.run.isReadyToStart) this.refuseOrder('start', 'before ready, or twice')
    else if (!this.run.start(atEpochMs)) this.refuseOrder('start', 'for a time more than an hour away')
  }

  private finishShare(deletesMade: boolean): void {
    if (this.run === null) this.refuseOrder('finish', 'while there is no run')
    else this.run.finish(deletesMade)
  }

  private checkHeartbeat(): void {
    const nowMs = Date.now()
    // Where this process itself stood still (a suspended machine), the silence is not the controller's.
    if (nowMs - this.lastCheckMs > heartbeatCheckMs * 8) this.lastHeardMs = nowMs
    this.lastCheckMs = nowMs
    if (nowMs - this.lastHeardMs > controllerLostMs) {
      this.lose(`The controller was silent for ${controllerLostMs / 1000} s.`)
    }
  }

  private lose(detail: string): void {
    if (this.isLost) return
    this.isLost = true
    clearInterval(this.watch)
    this.capacity?.giveUp()
    if (this.run === null && this.capacity === null) {
      this.finish()
      return
    }
    this.run?.abort({ reason: 'controller-lost', detail, error: null, isHasty: true })
    // Something may hang in native code or in a dead network: the process ends all the same.
    setTimeout(() => {
      this.run?.killWorkers()
      this.finish()
    }, lostDeadlineMs).unref()
  }

  /** A cluster that was kept ends with its session; one that cannot be ended in time is left to its watchdog. */
  private finish(): void {
    clearInterval(this.watch)
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, shelfStopMs).unref())
    const stopped = this.shelf.stop().catch(() => undefined)
    void Promise.race([stopped, timeout]).then(() => this.resolveFinished())
  }

  private refuseOrder(type: ControllerMessage['type'], when: string): void {
    this.refuse(
      new AppError('PROTOCOL_VIOLATION', `The controller sent "${type}" ${when}.`, {
        remedy: 'The order is hello, prepare, (ready), start, stop: see docs/protocol.md.',
      }),
    )
  }

  private refuse(error: AppError): void {
    this.lastHeardMs = Date.now()
    this.send({ type: 'error', error: error.toData() })
  }

  private send(message: HostMessage): void {
    this.options.transport.send(message)
  }
}
