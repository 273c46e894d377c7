/**
 * Carries out one run on one host, with a deadline for every response of the host.
 */

import { AppError, type AppErrorData } from '../../contracts/app-error.ts'
import { type HostMessage, runnerProtocolVersion } from '../../contracts/runner-protocol.ts'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'
import type { FleetEnd, FleetListener, FleetOrder, FleetRun } from './fleet.ts'
import type { Greeting, HostConnection, HostExit, HostSource } from './host-connection.ts'

/** Time limits in ms. A host that exceeds one counts as hung and is killed. */
export interface FleetDeadlines {
  /**
   * From the host's start to its hello. The host may first have to clean up after a host that was killed, and it starts a
   * process that loads the client library, for which it waits 60 s at most.
   */
  readonly helloMs: number
  /** Between two messages while the host prepares: brokers start, workers wait for partitions. */
  readonly prepareSilenceMs: number
  /** Between two samples during the load. */
  readonly sampleSilenceMs: number
  /** For the clean-up after load and drain. */
  readonly endMs: number
  /** From the message `ended` to the exit of the process. */
  readonly exitMs: number
}

/** Deadlines of real hosts. Tests use shorter ones. */
export const defaultDeadlines: FleetDeadlines = {
  helloMs: 90_000,
  prepareSilenceMs: 120_000,
  sampleSilenceMs: 30_000,
  endMs: 60_000,
  exitMs: 15_000,
}

/** Maximum number of notices that are passed on from one host in one run. A real run has far fewer. */
export const maxNotices = 500

/**
 * Maximum seconds by which a host's samples may be ahead of this machine's clock, and maximum number of samples beyond one
 * per second. A real run has far fewer. Samples of several hosts are merged second by second, so without a bound the merge
 * might never end.
 */
export const maxSecondsAhead = 86_400

/** The host of a run. */
export interface HostUse {
  readonly source: HostSource
  /** True if no further run uses the host, so it exits after this run. */
  readonly isLast: boolean
}

/** A run on a host. */
export class HostRun implements FleetRun {
  readonly ready: Promise<boolean>
  readonly ended: Promise<FleetEnd>
  private readonly host: HostConnection
  private readonly order: FleetOrder
  private readonly listener: FleetListener
  private readonly deadlines: FleetDeadlines
  private readonly isLast: boolean
  private deadline: NodeJS.Timeout | undefined
  private resolveReady: (isReady: boolean) => void = () => undefined
  private resolveEnded: () => void = () => undefined
  private hasPrepared = false
  /** Monotonic time of the start; null before it. */
  private startedMs: number | null = null
  private sampleCount = 0
  private isStopping = false
  private noticeCount = 0
  private error: AppErrorData | null = null
  private end: Extract<HostMessage, { type: 'ended' }> | null = null

  constructor(use: HostUse, order: FleetOrder, listener: FleetListener, deadlines: FleetDeadlines) {
    this.isLast = use.isLast
    this.order = order
    this.listener = listener
    this.deadlines = deadlines
    this.ready = new Promise((resolve) => {
      this.resolveReady = resolve
    })
    const endedWithoutExit = new Promise<void>((resolve) => {
      this.resolveEnded = resolve
    })
    const { host, greeting } = use.source.take((message) => this.receive(message))
    this.host = host
    this.expect(deadlines.helloMs, 'did not start')
    if (greeting !== null) this.greet(greeting)
    const exited = host.exited.then((exit) => this.endOf(exit))
    this.ended = Promise.race([exited, endedWithoutExit.then(() => this.endOf(null))])
  }

  start(atEpochMs: number): void {
    this.startedMs = performance.now()
    this.host.send({ type: 'start', atEpochMs })
    this.expect(atEpochMs - Date.now() + this.deadlines.sampleSilenceMs, 'sent no sample')
  }

  stop(mode: 'drain' | 'abort'): void {
    if (!this.hasPrepared) {
      this.endUnprepared()
      return
    }
    this.host.send({ type: 'stop', mode })
    if (this.isStopping) return
    this.isStopping = true
    const drainMs = mode === 'drain' ? this.order.plan.drainMs : 0
    this.expect(drainMs + this.deadlines.endMs, 'did not stop the run')
  }

  /**
   * Ends this host's share of a run: all records are acknowledged and read on all agents together, or the drain is over.
   * @param deletesMade true if this host deletes the topics that another host created
   */
  finish(deletesMade: boolean): void {
    if (this.end !== null) return
    this.host.send({ type: 'finish', deletesMade })
    this.isStopping = true
    this.expect(this.deadlines.endMs, 'did not end its share')
  }

  kill(): void {
    this.host.kill()
  }

  private receive(message: HostMessage): void {
    if (this.end !== null) return
    switch (message.type) {
      case 'hello':
        this.greet(message)
        break
      case 'progress':
        this.extendPreparation()
        this.listener.onProgress(message)
        break
      case 'preflight':
        this.extendPreparation()
        this.listener.onEnvironment(message.environment)
        this.listener.onPreflight(message.preflight)
        break
      case 'ready':
        // If the run was stopped meanwhile, the deadline of the stop still applies.
        if (!this.isStopping) this.clearDeadline()
        this.resolveReady(true)
        break
      case 'sample':
        // A sample before the start is a late sample of the previous run on this host.
        if (this.startedMs === null) break
        this.sampleCount += 1
        if (this.isInvented(message.sample.second, this.startedMs)) {
          this.refuseSample(message.sample.second)
          break
        }
        this.expectNextSample(message.sample.second)
        this.listener.onSample(message.sample)
        break
      case 'tool-output':
        this.listener.onToolOutput?.(message.output)
        break
      case 'notice':
        this.passOn(message.message)
        break
      case 'error':
        this.error ??= message.error
        break
      case 'ended':
        this.conclude(message)
        break
    }
  }

  /** True if a real host cannot have sent a sample of this second, or that many samples, by now. */
  private isInvented(second: number, startedMs: number): boolean {
    const maxSeconds = (performance.now() - startedMs) / 1000 + maxSecondsAhead
    return Math.max(second, this.sampleCount) > maxSeconds
  }

  /** Ends the run because of an invented sample of this second. */
  private refuseSample(second: number): void {
    const message = `The runner sent sample ${this.sampleCount}, of second ${second}, long before that time.`
    const remedy = 'Check that the agent is yours, and its clock. What was measured until then is kept.'
    this.error ??= new AppError('PROTOCOL_VIOLATION', message, { remedy }).toData()
    this.host.kill()
  }

  /** Passes a notice on, unless the host has sent more than a person would read. */
  private passOn(notice: string): void {
    this.noticeCount += 1
    if (this.noticeCount <= maxNotices) this.listener.onNotice(notice)
    else if (this.noticeCount === maxNotices + 1)
      this.listener.onNotice(`The runner sent more than ${maxNotices} notices. Later ones are not shown.`)
  }

  /** Ends a run that was stopped before the host's hello. The host knows nothing of the run yet. */
  private endUnprepared(): void {
    if (this.end !== null) return
    const cleanUp = { deletedTopics: [], deletedGroups: [], leftovers: [] }
    this.conclude({
      type: 'ended',
      reason: 'user-abort',
      detail: 'The run was stopped before it was prepared.',
      cleanUp,
    })
  }

  private conclude(message: Extract<HostMessage, { type: 'ended' }>): void {
    this.end = message
    // The host and its cluster are kept for the next run of the session.
    if (!this.isLast) {
      this.resolveEnded()
      return
    }
    // Closing stdin lets the host exit.
    this.host.disconnect()
    this.expect(this.deadlines.exitMs, 'did not exit')
  }

  /** Checks the protocol version of the host, and sends it the plan to prepare. */
  private greet(message: Greeting): void {
    // The plan is sent once, however often a host says hello.
    if (this.hasPrepared) return
    if (message.protocolVersion !== runnerProtocolVersion) {
      this.error ??= new AppError(
        'PROTOCOL_VIOLATION',
        `The runner speaks protocol ${message.protocolVersion}, this program ${runnerProtocolVersion}.`,
        { remedy: makeReadyRemedy },
      ).toData()
      this.host.kill()
      return
    }
    this.listener.onEnvironment(message.environment)
    const { plan, target, secrets, share } = this.order
    const part = share === undefined ? {} : { share }
    this.host.send({ type: 'prepare', plan, target, secrets, keepsCluster: !this.isLast, ...part })
    this.hasPrepared = true
    this.expect(this.deadlines.prepareSilenceMs, 'reported no progress of its preparation')
  }

  /** Restarts the deadline if the host is still preparing. */
  private extendPreparation(): void {
    if (this.startedMs === null && !this.isStopping) {
      this.expect(this.deadlines.prepareSilenceMs, 'reported no progress of its preparation')
    }
  }

  private expectNextSample(second: number): void {
    if (this.isStopping) return
    const isLast = (second + 1) * 1000 >= this.order.plan.durationMs
    if (isLast) this.expect(this.order.plan.drainMs + this.deadlines.endMs, 'did not end the run')
    else this.expect(this.deadlines.sampleSilenceMs, 'sent no sample')
  }

  /** Replaces the deadline. The host is killed if it passes; `failure` completes "The runner …" in the error. */
  private expect(withinMs: number, failure: string): void {
    this.clearDeadline()
    this.deadline = setTimeout(() => {
      this.error ??= new AppError(
        'RUNNER_TIMEOUT',
        `The runner ${failure} within ${Math.round(withinMs / 1000)} s and was ended.`,
        { remedy: 'Try again. If it happens again, offer less load (a smaller scale) and report it.' },
      ).toData()
      this.host.kill()
    }, withinMs)
  }

  private clearDeadline(): void {
    clearTimeout(this.deadline)
  }

  /** Returns how the run ended; `exit` is null if the host has not exited. */
  private endOf(exit: HostExit | null): FleetEnd {
    this.clearDeadline()
    this.resolveReady(false)
    if (this.end !== null) {
      const { reason, detail, cleanUp } = this.end
      return { reason, detail, cleanUp, error: this.error }
    }
    const error = this.error ?? (exit === null ? missingEnd() : (exit.error ?? unexpectedExit(exit))).toData()
    const isConnectionError = this.error === null && exit !== null && exit.error !== null
    return { reason: 'runner-exited', detail: error.message, cleanUp: null, error, isConnectionError }
  }
}

function missingEnd(): AppError {
  return new AppError('RUNNER_EXITED', 'The runner did not report how the run ended.')
}

function unexpectedExit(exit: HostExit): AppError {
  const how = exit.signal === null ? `exited with code ${exit.exitCode ?? 'unknown'}` : `was killed (${exit.signal})`
  const stderrTail = exit.stderrTail.trim()
  const problems = stderrTail === '' ? [] : [{ place: 'runner', message: stderrTail }]
  return new AppError('RUNNER_EXITED', `The runner ${how} before the run had ended.`, {
    problems,
    remedy: 'What was measured until then is kept. Try again. If it happens again, report it with the lines above.',
  })
}
