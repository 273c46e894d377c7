/**
 * The session with one controller. It checks the order of the controller's messages, carries them out, and cleans up if
 * the controller is lost.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import {
  type ControllerMessage,
  controllerLostMs,
  type HostMessage,
  runnerProtocolVersion,
} from '../../contracts/runner-protocol.ts'
import { ReadingSession } from '../observe/reading-session.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { epochMs } from '../worker/clock.ts'
import { CapacityRequest } from './capacity-request.ts'
import { ClusterCache } from './cluster-cache.ts'
import { describeEnvironment } from './describe-environment.ts'
import type { Run } from './run.ts'
import type { RunContext } from './run-context.ts'
import type { Transport } from './transport.ts'

/**
 * Maximum time from the loss of the controller to the end of the session, even if the clean-up hangs. docs/protocol.md promises
 * that the host is gone after 10 s; the last second is for the exit of this process.
 */
export const lostDeadlineMs = 9_000

/** Limit for stopping the cached cluster, which usually takes two seconds. */
const cacheStopTimeoutMs = 5_000

/** End of the sentence that refuses a message because the session is busy. */
const whileBusy = 'during a run, a client probe or an observation'

const heartbeatCheckMs = 250
/** If a check is later than this, this process was suspended and could not read heartbeats. */
const suspendedAfterMs = heartbeatCheckMs * 8

/** A run as the session uses it. */
export type SessionRun = Pick<
  Run,
  'execute' | 'isReadyToStart' | 'start' | 'finishDrain' | 'stop' | 'abort' | 'killClients'
>

/** The channel to the controller, and what a session needs for runs. */
export type SessionOptions = {
  readonly transport: Transport
  readonly stateDirectory: string
  /** Version and features of the client library. A worker reports them shortly after the host has started. */
  readonly client: Promise<ClientDescription>
  /** Sentences about the leftovers of killed runs and their removal. They are sent after `hello`. */
  readonly sweepNotices: Promise<readonly string[]>
  createRun(context: RunContext): SessionRun
}

/** One session. `finished` resolves when the controller is gone and any active run has ended. */
export class ControllerSession {
  readonly finished: Promise<void>
  private readonly options: SessionOptions
  private resolveFinished: () => void = () => undefined
  private readonly clusterCache = new ClusterCache()
  // At most one of the following three is not null: the session does one thing at a time.
  private run: SessionRun | null = null
  private capacityRequest: CapacityRequest | null = null
  private reading: ReadingSession | null = null
  /** Resolves when this session has answered the controller's `hello`; null before that message has arrived. */
  private greeting: Promise<ClientDescription> | null = null
  /** When the last line of the controller arrived, by the monotonic clock. A system clock that is set back would hide silence. */
  private lastHeardMs = performance.now()
  /** When `checkHeartbeat` last ran, by the same clock. */
  private lastCheckMs = performance.now()
  private heartbeatTimer: NodeJS.Timeout | undefined
  /** True after the controller was lost or this process received a signal. The session ends as soon as it is idle. */
  private isEnding = false

  constructor(options: SessionOptions) {
    this.options = options
    this.finished = new Promise((resolve) => {
      this.resolveFinished = resolve
    })
    options.transport.listen({
      onMessage: (message) => this.receive(message),
      onViolation: (error) => this.refuse(error),
      onClosed: () => this.loseController('The controller closed the connection.'),
    })
  }

  /** Aborts the run, then ends the session. A second call makes the clean-up urgent. */
  terminate(signal: string): void {
    const isUrgent = this.isEnding
    this.isEnding = true
    this.run?.abort({ reason: 'user-abort', detail: `The runner was ended by ${signal}.`, error: null, isUrgent })
    this.capacityRequest?.cancel()
    this.reading?.stop()
    if (!this.isBusy) this.end()
  }

  private receive(message: ControllerMessage): void {
    this.lastHeardMs = performance.now()
    if (message.type === 'heartbeat') return
    if (message.type === 'hello') this.greet(message.protocolVersion)
    else if (this.greeting === null) this.refuseMessage(message.type, 'before hello')
    else if (message.type === 'clock') this.send({ type: 'clock', id: message.id, atEpochMs: epochMs() })
    else if (message.type === 'measure-capacity') void this.measureCapacity(message.plan, this.greeting)
    else if (message.type === 'observe') void this.observe(message, this.greeting)
    else if (message.type === 'prepare') void this.prepare(message, this.greeting)
    else if (message.type === 'start') this.start(message.atEpochMs)
    else if (message.type === 'finish') this.finishDrain(message.deletesMade)
    else void this.stop(message.mode, this.greeting)
  }

  private greet(protocolVersion: number): void {
    if (protocolVersion !== runnerProtocolVersion) {
      const text = `The controller speaks version ${protocolVersion} of the runner protocol, this runner version ${runnerProtocolVersion}.`
      const older =
        protocolVersion < runnerProtocolVersion
          ? 'the controller (the Headroom that uses this runner or agent)'
          : 'the runner, or the agent that it belongs to'
      const remedy = `Update ${older}: both must be the same version of Headroom.`
      this.refuse(new AppError('PROTOCOL_VIOLATION', text, { remedy }))
    } else if (this.greeting !== null) {
      this.refuseMessage('hello', 'twice')
    } else {
      this.greeting = this.answerHello()
      this.heartbeatTimer = setInterval(() => this.checkHeartbeat(), heartbeatCheckMs)
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
    if (this.isEnding) return
    if (this.run !== null) return this.refuseMessage('prepare', 'while a run is active')
    if (this.isBusy) return this.refuseMessage('prepare', whileBusy)
    const { plan, target, secrets, keepsCluster, share } = message
    const { stateDirectory, createRun } = this.options
    const { clusterCache } = this
    const send = (reply: HostMessage) => this.send(reply)
    this.run = createRun({ plan, target, secrets, keepsCluster, share, client, stateDirectory, clusterCache, send })
    await this.run.execute()
    this.run = null
    if (this.isEnding) this.end()
  }

  private async measureCapacity(plan: RunPlan, greeting: Promise<ClientDescription>): Promise<void> {
    const client = await greeting
    if (this.isEnding) return
    if (this.isBusy) return this.refuseMessage('measure-capacity', whileBusy)
    const request = new CapacityRequest({ plan, client, stateDirectory: this.options.stateDirectory })
    this.capacityRequest = request
    this.send(await request.response)
    this.capacityRequest = null
    if (this.isEnding) this.end()
  }

  private async observe(
    message: Extract<ControllerMessage, { type: 'observe' }>,
    greeting: Promise<ClientDescription>,
  ): Promise<void> {
    await greeting
    if (this.isEnding) return
    if (this.isBusy) return this.refuseMessage('observe', whileBusy)
    this.reading = new ReadingSession(message, (reply) => this.send(reply))
    await this.reading.finished
    this.reading = null
    if (this.isEnding) this.end()
  }

  /** True during a run, a client probe or an observation. */
  private get isBusy(): boolean {
    return this.run !== null || this.capacityRequest !== null || this.reading !== null
  }

  /** Waits for the greeting, because `prepare` waits for it too: otherwise a `stop` right after `prepare` would find no run. */
  private async stop(mode: 'drain' | 'abort', greeting: Promise<ClientDescription>): Promise<void> {
    await greeting
    if (this.reading !== null) this.reading.stop()
    else if (this.run === null) this.refuseMessage('stop', 'while there is no run')
    else this.run.stop(mode)
  }

  private start(controllerStartMs: number): void {
    if (this.run === null || !this.run.isReadyToStart) this.refuseMessage('start', 'before ready, or twice')
    else if (!this.run.start(controllerStartMs)) this.refuseMessage('start', 'for a time more than an hour away')
  }

  private finishDrain(takesOverCleanUp: boolean): void {
    if (this.run === null) this.refuseMessage('finish', 'while there is no run')
    else this.run.finishDrain(takesOverCleanUp)
  }

  private checkHeartbeat(): void {
    const nowMs = performance.now()
    // Heartbeats that this process could not read while it was suspended must not count as missing.
    if (nowMs - this.lastCheckMs > suspendedAfterMs) this.lastHeardMs = nowMs
    this.lastCheckMs = nowMs
    if (nowMs - this.lastHeardMs > controllerLostMs) {
      this.loseController(`The controller was silent for ${controllerLostMs / 1000} s.`)
    }
  }

  private loseController(detail: string): void {
    if (this.isEnding) return
    this.isEnding = true
    clearInterval(this.heartbeatTimer)
    this.capacityRequest?.cancel()
    this.reading?.stop()
    if (!this.isBusy) {
      this.end()
      return
    }
    this.run?.abort({ reason: 'controller-lost', detail, error: null, isUrgent: true })
    // The process must exit even if the clean-up hangs in native code or on a dead network. A cluster that still runs is
    // stopped by its watchdog.
    setTimeout(() => {
      this.run?.killClients()
      this.resolveFinished()
    }, lostDeadlineMs).unref()
  }

  /**
   * Stops the cached cluster and ends the session. If the cluster takes too long to stop, its watchdog stops it after
   * this process has exited.
   */
  private end(): void {
    clearInterval(this.heartbeatTimer)
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, cacheStopTimeoutMs).unref())
    const stopped = this.clusterCache.stop().catch(() => undefined)
    void Promise.race([stopped, timeout]).then(() => this.resolveFinished())
  }

  private refuseMessage(type: ControllerMessage['type'], when: string): void {
    this.refuse(
      new AppError('PROTOCOL_VIOLATION', `The controller sent "${type}" ${when}.`, {
        remedy: 'The order is hello, prepare, (ready), start, stop: see docs/protocol.md.',
      }),
    )
  }

  private refuse(error: AppError): void {
    this.lastHeardMs = performance.now()
    this.send({ type: 'error', error: error.toData() })
  }

  private send(message: HostMessage): void {
    this.options.transport.send(message)
  }
}
