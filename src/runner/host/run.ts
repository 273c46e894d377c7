/**
 * One run from `prepare` to `ended`.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { CleanUp, EndReason } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { DrainWatch } from '../../measurement/drain-watch.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { countDown } from '../worker/count-down.ts'
import { assignWorkers, coreCount } from './assign-workers.ts'
import { BesideLoad } from './beside-load.ts'
import { chooseClients } from './choose-clients.ts'
import { HostCpu } from './host-cpu.ts'
import { HostDisk } from './host-disk.ts'
import {
  brokerLost,
  Interrupted,
  Interrupter,
  type Interruption,
  lateReportsText,
  lateReportText,
  workerCrashed,
} from './interruption.ts'
import { type PreparedTarget, prepareTarget } from './prepare-target.ts'
import type { RunClients } from './run-clients.ts'
import {
  closeGraceMs,
  finishGraceMs,
  furthestStartMs,
  type RunOrder,
  settleMs,
  setUpTimeoutMs,
  tailMs,
} from './run-order.ts'
import { RunRemains } from './run-remains.ts'
import { SampleCollector } from './sample-collector.ts'
import type { HostStep } from './target-steps.ts'
import { describeCrash } from './worker-process.ts'

/** How a run ended. */
type RunEnd = { readonly reason: EndReason; readonly detail: string | null }

/** A run. `execute` once; everything else may be called at any time. */
export class Run {
  private readonly order: RunOrder
  private readonly interrupter = new Interrupter()
  private readonly pool: RunClients
  private readonly drainWatch: DrainWatch
  private readonly started: Promise<number>
  private readonly loadStopped: Promise<void>
  private readonly finished: Promise<void>
  private resolveFinish: () => void = () => undefined
  private access: ClusterAccess | null = null
  private resolveStart: (atEpochMs: number) => void = () => undefined
  private resolveLoadStop: () => void = () => undefined
  private phase: 'preparing' | 'ready' | 'loading' | 'draining' | 'ending' = 'preparing'
  private collector: SampleCollector | null = null
  private readonly beside: BesideLoad
  private readonly remains: RunRemains
  private isStoppedEarly = false
  private preparing: Promise<void> = Promise.resolve()

  constructor(order: RunOrder) {
    this.order = order
    this.drainWatch = new DrainWatch(order.plan)
    this.finished = new Promise((resolve) => {
      this.resolveFinish = resolve
    })
    this.remains = new RunRemains(order)
    this.beside = new BesideLoad(order, order.share?.makesTopics !== false)
    this.started = new Promise((resolve) => {
      this.resolveStart = resolve
    })
    this.loadStopped = new Promise((resolve) => {
      this.resolveLoadStop = resolve
    })
    this.pool = chooseClients(order.plan, {
      onReport: (report) => this.collector?.add(report),
      onNotice: (message) => this.notice(message),
      onOutput: (output) => this.order.send({ type: 'tool-output', output }),
      onCrash: (workerId, exit) => this.interrupter.interrupt(workerCrashed(workerId, describeCrash(exit))),
      onFailure: (error) => this.interrupter.interrupt({ ...workerCrashed('a worker', error.message), error }),
      onAssigned: (done, total) =>
        this.progress('waiting-for-assignment', `${done} of ${total} partitions are assigned`, done / total),
      onProcess: (pid, startTime) => this.remains.lease?.addProcess({ pid, startTime }),
    })
  }

  /** True from `ready` until the load begins. */
  get isReadyToStart(): boolean {
    return this.phase === 'ready'
  }

  /** Does everything, sends `ended`, and lets go of all. Never rejects. */
  async execute(): Promise<void> {
    const end = await this.live().catch((error: unknown) => this.endOf(error))
    this.phase = 'ending'
    const cleanUp = await this.tidy().catch((error: unknown) => this.remains.leftBy(AppError.from(error)))
    this.order.send({ type: 'ended', ...end, cleanUp })
  }

  /** Begins the load at an agreed time, by the controller's clock. @returns false where that is absurdly far */
  start(atEpochMs: number): boolean {
    const localMs = atEpochMs + this.clockOffsetMs
    if (localMs > Date.now() + furthestStartMs) return false
    this.resolveStart(localMs)
    return true
  }

  /** The whole run of which this is a share is answered and read. */
  finish(deletesMade: boolean): void {
    if (deletesMade && this.access !== null) this.remains.noteNames(this.access)
    this.resolveFinish()
  }

  /** Ends the load. Before it began, and when called again, `drain` is no different from `abort`. */
  stop(mode: 'drain' | 'abort'): void {
    if (mode === 'drain' && this.phase === 'loading') {
      this.isStoppedEarly = true
      this.resolveLoadStop()
    } else {
      this.abort({ reason: 'user-abort', detail: 'The run was aborted.', error: null, isHasty: false })
    }
  }

  /** Cuts the run short. */
  abort(interruption: Interruption): void {
    this.interrupter.interrupt(interruption)
  }

  /** Ends all workers at once: the process is about to exit, whatever still goes on. */
  killWorkers(): void {
    this.pool.kill()
  }

  /** This machine's clock minus the controller's. */
  private get clockOffsetMs(): number {
    return this.order.share?.clockOffsetMs ?? 0
  }

  private async live(): Promise<RunEnd> {
    this.preparing = this.prepare()
    await this.interrupter.race(this.preparing)
    this.phase = 'ready'
    this.order.send({ type: 'ready' })
    const atEpochMs = await this.interrupter.race(this.started)
    await this.load(atEpochMs)
    this.phase = 'draining'
    this.progress('draining', 'Waiting for acknowledgements and for consumers to catch up', null)
    await this.interrupter.race(this.drain())
    if (this.isStoppedEarly) return { reason: 'user-abort', detail: 'The load was stopped before its end.' }
    return { reason: 'plan-complete', detail: null }
  }

  private async prepare(): Promise<void> {
    const target = await prepareTarget(this.order, {
      remains: this.remains,
      beside: this.beside,
      signal: this.interrupter.signal,
      progress: (step, message, fraction) => this.progress(step, message, fraction),
      onBrokerExit: (brokerId, detail) => this.abort(brokerLost(brokerId, detail)),
    })
    this.access = target.access
    await this.startWorkers(target)
  }

  private async startWorkers({ access, isSimulated, startOffsets }: PreparedTarget): Promise<void> {
    const { plan } = this.order
    const assignments = assignWorkers(plan, coreCount(), this.order.share)
    this.progress('starting-workers', `Starting ${assignments.length} workers`, null)
    this.pool.spawn(assignments)
    const partitionsByTopic = isSimulated
      ? null
      : Object.fromEntries(plan.topics.map(({ name, partitions }) => [name, partitions]))
    const found = await this.pool.setUp({
      plan,
      access,
      partitionsByTopic,
      startOffsets,
      timeoutMs: setUpTimeoutMs,
      clockOffsetMs: this.clockOffsetMs,
    })
    for (const { name, partitions } of plan.topics) {
      if (found[name] === undefined || found[name] === partitions) continue
      const message = `The simulated brokers give ${name} ${found[name]} partitions instead of ${partitions}.`
      this.notice(message)
    }
  }

  private async load(atEpochMs: number): Promise<void> {
    const startMs = Math.max(atEpochMs, Date.now() + 20)
    if (startMs > atEpochMs) {
      const lateMs = Math.round(startMs - atEpochMs)
      this.notice(`The agreed start had passed; the load begins ${lateMs} ms later.`)
    }
    this.phase = 'loading'
    this.collector = this.collect(startMs)
    this.pool.start(startMs - this.clockOffsetMs)
    this.beside.start(startMs)
    const timer = new AbortController()
    const endsInMs = startMs + this.order.plan.durationMs + tailMs - Date.now()
    const planned = sleep(endsInMs, undefined, { signal: timer.signal }).catch(() => undefined)
    try {
      await this.interrupter.race(Promise.race([planned, this.loadStopped]))
    } finally {
      timer.abort()
      this.pool.stopLoad()
      this.beside.stopLoad()
    }
  }

  private collect(startMs: number): SampleCollector {
    const hostCpu = new HostCpu()
    const { held } = this.remains
    const hostDisk = held === null ? null : new HostDisk()
    // The first call of the sampler covers the time since the cluster's start.
    this.remains.held?.cluster.sampleBrokers()
    return new SampleCollector({
      workerIds: this.pool.workerIds,
      startMs,
      hostSecond: () => ({
        brokers: this.remains.held?.cluster.sampleBrokers() ?? [],
        hostCpu: hostCpu.take(),
        hostDisk: hostDisk?.take() ?? null,
      }),
      onSample: (sample) => this.hand(sample),
      onMissing: (workerId, second) => this.notice(lateReportText(workerId, second)),
      onLate: (reports, workers) => this.notice(lateReportsText(reports, workers)),
      onSilent: (workerId, seconds) =>
        this.interrupter.interrupt(workerCrashed(workerId, `has said nothing for ${seconds} s: its process hangs`)),
    })
  }

  private hand(sample: Sample): void {
    const counted = this.drainWatch.observe(sample)
    // Of a share the clients of other hosts are not in it: who sees all of them counts.
    const told = this.order.share === undefined ? counted : sample
    this.order.send({ type: 'sample', sample: this.beside.annotate(told) })
  }

  private async drain(): Promise<void> {
    // What others wrote is read here, and the other way round: only who sees all samples knows when it is over.
    if (this.order.share !== undefined) {
      await Promise.race([this.finished, sleep(this.order.plan.drainMs + finishGraceMs, undefined, { ref: false })])
      return
    }
    const leftMs = countDown(this.order.plan.drainMs)
    const isOver = () => this.drainWatch.isOver && !this.pool.isBusy
    while (!isOver() && leftMs() > 0) await sleep(50)
    if (isOver()) return
    const { outstandingRecords, unreadRecords } = this.drainWatch
    const message = `After ${this.order.plan.drainMs / 1000} s, ${outstandingRecords} records are unanswered and ${unreadRecords} unread.`
    this.notice(message)
  }

  /** What went wrong, told; and how the run ended by it. */
  private endOf(thrown: unknown): RunEnd {
    const interruption = thrown instanceof Interrupted ? thrown.interruption : this.interrupter.interruption
    if (interruption !== null) {
      if (interruption.error !== null) this.order.send({ type: 'error', error: interruption.error.toData() })
      return { reason: interruption.reason, detail: interruption.detail }
    }
    const error = AppError.from(thrown)
    this.order.send({ type: 'error', error: error.toData() })
    return { reason: this.phase === 'preparing' ? 'prepare-failed' : 'runner-exited', detail: error.message }
  }

  /** Ends workers, deletes what was made, ends the cluster. */
  private async tidy(): Promise<CleanUp> {
    // Nothing on a cluster that lost a broker is worth waiting for: all of it goes.
    const isHasty = () => this.interrupter.interruption?.isHasty === true || this.remains.isClusterBroken
    const pace = () => (isHasty() ? 'hasty' : 'patient')
    const lost = this.remains.isClusterBroken ? `${this.interrupter.interruption?.detail ?? 'A broker was lost.'} ` : ''
    // Whatever still prepares sees this and stops.
    this.interrupter.interrupt({ reason: 'plan-complete', detail: 'The run is over.', error: null, isHasty: false })
    this.progress('cleaning-up', `${lost}Ending the clients`, null)
    this.collector?.stopWaiting()
    await this.pool.close(closeGraceMs[pace()])
    // A cluster, a topic or a worker that comes up just now must be found by what follows.
    await Promise.race([this.preparing.catch(() => undefined), sleep(settleMs[pace()])])
    await this.pool.close(closeGraceMs[pace()])
    this.collector?.finish()
    await this.beside.close()
    return this.remains.undo(pace(), (message) => this.progress('cleaning-up', message, null))
  }

  private notice(message: string): void {
    this.order.send({ type: 'notice', message })
  }

  private progress(step: HostStep, message: string, fraction: number | null): void {
    this.order.send({ type: 'progress', step, message, fraction })
  }
}
