/**
 * The session with one controller: checks the order of its messages, runs what it asks for, and cleans up if it is lost.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import {
  type ControllerMessage,
  controllerLostMs,
  type HostMessage,
  runnerProtocolVersion,
} from '../../contracts/runner-protocol.ts'
import { Observation } from '../observe/observation.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { epochMs } from '../worker/clock.ts'
import { CapacityQuestion } from './capacity-question.ts'
import { ClusterCache } from './cluster-cache.ts'
import { describeEnvironment } from './environment.ts'
import { Run } from './run.ts'
import type { Transport } from './transport.ts'

/** After the controller is lost, the session ends this much later even if the clean-up hangs (10 s are promised). */
const lostDeadlineMs = 9_000

/** Limit for stopping the cached cluster, which usually takes two seconds. */
const cacheStopTimeoutMs = 5_000

const heartbeatCheckMs = 250

export type SessionOptions = {
  readonly transport: Transport
  readonly stateDirectory: string
  /** Version and features of the client library, which a worker reports shortly after the host has started. */
  readonly client: Promise<ClientDescription>
  /** What killed runs had left and was removed; sent after `hello`. */
  readonly sweepNotices: Promise<readonly string[]>
}

/** One session. `finished` resolves when the controller is gone and the run, if there is one, has ended. */
export class ControllerSession {
  readonly finished: Promise<void>
  private readonly options: SessionOptions
  private resolveFinished: () => void = () => undefined
  private readonly clusterCache = new ClusterCache()
  private run: Run | null = null
  private capacity: CapacityQuestion | null = null
  private observation: Observation | null = null
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

  /** Aborts the run, then ends the session. A second call shortens the time limits of the clean-up. */
  terminate(signal: string): void {
    const isUrgent = this.isLost
    this.isLost = true
    this.run?.abort({ reason: 'user-abort', detail: `The runner was ended by ${signal}.`, error: null, isUrgent })
    this.capacity?.giveUp()
    this.observation?.stop()
    if (!this.isBusy) this.finish()
  }

  private receive(message: ControllerMessage): void {
    this.lastHeardMs = Date.now()
    if (message.type === 'heartbeat') return
    if (message.type === 'hello') this.greet(message.protocolVersion)
    else if (this.greeting === null) this.refuseMessage(message.type, 'before hello')
    else if (message.type === 'clock') this.send({ type: 'clock', id: message.id, atEpochMs: epochMs() })
    else if (message.type === 'measure-capacity') void this.measureCapacity(message.plan, this.greeting)
    else if (message.type === 'observe') void this.observe(message, this.greeting)
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
      const remedy = `Update ${older}: both must be the same version of Headroom.`
      this.refuse(new AppError('PROTOCOL_VIOLATION', text, { remedy }))
    } else if (this.greeting !== null) {
      this.refuseMessage('hello', 'twice')
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
    if (this.run !== null) return this.refuseMessage('prepare', 'while a run is active')
    if (this.isBusy) return this.refuseMessage('prepare', 'while something else goes on')
    const { plan, target, secrets, keepsCluster, share } = message
    const { stateDirectory } = this.options
    const { clusterCache } = this
    const send = (reply: HostMessage) => this.send(reply)
    this.run = new Run({ plan, target, secrets, keepsCluster, share, client, stateDirectory, clusterCache, send })
    await this.run.execute()
    this.run = null
    if (this.isLost) this.finish()
  }

  private async measureCapacity(plan: RunPlan, greeting: Promise<ClientDescription>): Promise<void> {
    const client = await greeting
    if (this.isLost) return
    if (this.isBusy) return this.refuseMessage('measure-capacity', 'while something else goes on')
    const question = new CapacityQuestion({ plan, client, stateDirectory: this.options.stateDirectory })
    this.capacity = question
    this.send(await question.answer)
    this.capacity = null
    if (this.isLost) this.finish()
  }

  private async observe(
    message: Extract<ControllerMessage, { type: 'observe' }>,
    greeting: Promise<ClientDescription>,
  ): Promise<void> {
    await greeting
    if (this.isLost) return
    if (this.isBusy) return this.refuseMessage('observe', 'while something else goes on')
    this.observation = new Observation(message, (reply) => this.send(reply))
    await this.observation.finished
    this.observation = null
    if (this.isLost) this.finish()
  }

  /** True while a run, a probe or a reading goes on. */
  private get isBusy(): boolean {
    return this.run !== null || this.capacity !== null || this.observation !== null
  }

  /** Waits for the greeting as `prepare` does, so that a `stop` right after a `prepare` finds the run. */
  private async stop(mode: 'drain' | 'abort', greeting: Promise<ClientDescription>): Promise<void> {
    await greeting
    if (this.observation !== null) this.observation.stop()
    else if (this.run === null) this.refuseMessage('stop', 'while there is no run')
    else this.run.stop(mode)
  }

  private start(atEpochMs: number): void {
    if (this.run === null || !this.run.isReadyToStart) this.refuseMessage('start', 'before ready, or twice')
    else if (!this.run.start(atEpochMs)) this.refuseMessage('start', 'for a time more than an hour away')
  }

  private finishShare(takesOverCleanUp: boolean): void {
    if (this.run === null) this.refuseMessage('finish', 'while there is no run')
    else this.run.finish(takesOverCleanUp)
  }

  private checkHeartbeat(): void {
    const nowMs = Date.now()
    // If this process itself was suspended, the heartbeats were not read: that is no silence of the controller.
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
    this.observation?.stop()
    if (!this.isBusy) {
      this.finish()
      return
    }
    this.run?.abort({ reason: 'controller-lost', detail, error: null, isUrgent: true })
    // The clean-up may hang in native code or on a dead network; the process must exit anyway.
    setTimeout(() => {
      this.run?.killWorkers()
      this.finish()
    }, lostDeadlineMs).unref()
  }

  /** Stops the cached cluster. If that takes too long, the cluster's watchdog stops it after this process has exited. */
  private finish(): void {
    clearInterval(this.watch)
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
    this.lastHeardMs = Date.now()
    this.send({ type: 'error', error: error.toData() })
  }

  private send(message: HostMessage): void {
    this.options.transport.send(message)
  }
}
