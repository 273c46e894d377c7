/**
 * One run on this host, from `prepare` to `ended`.
 *
 * In a distributed run it is one host's share; the controller (the Headroom process that started it) merges all samples.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { CleanUp, EndReason } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { DrainWatch } from '../../measurement/drain-watch.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { startCountdown } from '../worker/countdown.ts'
import { assignWorkers, coreCount } from './assign-workers.ts'
import { AuxiliaryLoad } from './auxiliary-load.ts'
import { chooseClients } from './choose-clients.ts'
import { Deferred } from './deferred.ts'
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
  drainPollMs,
  finishGraceMs,
  loadTailMs,
  maxStartAheadMs,
  minStartAheadMs,
  preparationEndMs,
  type RunContext,
  setUpTimeoutMs,
} from './run-context.ts'
import { RunResources } from './run-resources.ts'
import { SampleCollector } from './sample-collector.ts'
import type { HostStep } from './target-steps.ts'
import { describeCrash } from './worker-process.ts'

/** How a run ended. */
type RunEnd = { readonly reason: EndReason; readonly detail: string | null }

/** One run. Call `execute` exactly once; the other methods may be called at any time, even before it. */
export class Run {
  private readonly context: RunContext
  private readonly clients: RunClients
  private readonly auxiliaryLoad: AuxiliaryLoad
  private readonly resources: RunResources
  private readonly drainWatch: DrainWatch
  private readonly interrupter = new Interrupter()
  private phase: 'preparing' | 'ready' | 'loading' | 'draining' | 'ending' = 'preparing'
  private preparation: Promise<void> = Promise.resolve()
  private access: ClusterAccess | null = null
  private collector: SampleCollector | null = null
  private isStoppedEarly = false
  /** The agreed start by this machine's clock. Resolved when the controller sends it. */
  private readonly agreedStartMs = new Deferred<number>()
  /** Resolved when `stop` ends the load earlier than planned. */
  private readonly loadStopped = new Deferred<void>()
  /** Resolved when the controller tells this host to stop draining; in a distributed run only. */
  private readonly drainFinished = new Deferred<void>()

  constructor(context: RunContext) {
    this.context = context
    this.drainWatch = new DrainWatch(context.plan)
    this.resources = new RunResources(context)
    this.auxiliaryLoad = new AuxiliaryLoad(context, context.share?.makesTopics !== false)
    this.clients = chooseClients(context.plan, {
      onReport: (report) => this.collector?.add(report),
      onNotice: (message) => this.notice(message),
      onOutput: (output) => this.context.send({ type: 'tool-output', output }),
      onCrash: (workerId, exit) => this.interrupter.interrupt(workerCrashed(workerId, describeCrash(exit))),
      onFailure: (error) => this.interrupter.interrupt({ ...workerCrashed('a worker', error.message), error }),
      onAssigned: (done, total) =>
        this.progress('waiting-for-assignment', `${done} of ${total} partitions are assigned`, done / total),
      onProcess: (pid, startTime) => this.resources.lease?.addProcess({ pid, startTime }),
    })
  }

  /** True after `ready` was sent and before the load begins. */
  get isReadyToStart(): boolean {
    return this.phase === 'ready'
  }

  /** Runs all phases, cleans up, and sends `ended` last. Never rejects. */
  async execute(): Promise<void> {
    const end = await this.runPhases().catch((error: unknown) => this.reportFailure(error))
    this.phase = 'ending'
    const cleanUp = await this.cleanUp().catch((error: unknown) => this.resources.leftBy(AppError.from(error)))
    this.context.send({ type: 'ended', ...end, cleanUp })
  }

  /** Takes the start of the load, by the controller's clock. Returns false if it is too far in the future. */
  start(atEpochMs: number): boolean {
    const localMs = atEpochMs + this.clockOffsetMs
    if (localMs > Date.now() + maxStartAheadMs) return false
    this.agreedStartMs.resolve(localMs)
    return true
  }

  /**
   * Ends the drain of this host's share: the controller has seen that the whole run is drained.
   * @param takesOverCleanUp true if this host must delete the topics and groups, because the host that created them is lost
   */
  finish(takesOverCleanUp: boolean): void {
    if (takesOverCleanUp && this.access !== null) this.resources.recordNames(this.access)
    this.drainFinished.resolve()
  }

  /**
   * Mode `drain` during the load: stops the load and waits for outstanding records. In any other phase, including the drain
   * itself, it does the same as mode `abort`.
   */
  stop(mode: 'drain' | 'abort'): void {
    if (mode === 'drain' && this.phase === 'loading') {
      this.isStoppedEarly = true
      this.loadStopped.resolve()
    } else {
      this.abort({ reason: 'user-abort', detail: 'The run was aborted.', error: null, isUrgent: false })
    }
  }

  /** Ends the run as soon as possible, without draining. */
  abort(interruption: Interruption): void {
    this.interrupter.interrupt(interruption)
  }

  /** Kills all clients without waiting, because this process is about to exit. */
  killWorkers(): void {
    this.clients.kill()
  }

  /** This machine's clock minus the controller's. */
  private get clockOffsetMs(): number {
    return this.context.share?.clockOffsetMs ?? 0
  }

  private async runPhases(): Promise<RunEnd> {
    this.preparation = this.prepare()
    await this.interrupter.race(this.preparation)
    this.phase = 'ready'
    this.context.send({ type: 'ready' })
    await this.load(await this.interrupter.race(this.agreedStartMs.promise))
    this.phase = 'draining'
    this.progress('draining', 'Waiting for acknowledgements and for consumers to catch up', null)
    await this.interrupter.race(this.drain())
    if (this.isStoppedEarly) return { reason: 'user-abort', detail: 'The load was stopped early.' }
    return { reason: 'plan-complete', detail: null }
  }

  private async prepare(): Promise<void> {
    const target = await prepareTarget(this.context, {
      resources: this.resources,
      auxiliaryLoad: this.auxiliaryLoad,
      signal: this.interrupter.signal,
      progress: (step, message, fraction) => this.progress(step, message, fraction),
      onBrokerExit: (brokerId, detail) => this.abort(brokerLost(brokerId, detail)),
    })
    this.access = target.access
    await this.startWorkers(target)
  }

  private async startWorkers({ access, isSimulated, startOffsets }: PreparedTarget): Promise<void> {
    const { plan } = this.context
    const assignments = assignWorkers(plan, coreCount(), this.context.share)
    this.progress('starting-workers', `Starting ${assignments.length} workers`, null)
    this.clients.spawn(assignments)
    const partitionsByTopic = isSimulated
      ? null
      : Object.fromEntries(plan.topics.map(({ name, partitions }) => [name, partitions]))
    const actualPartitions = await this.clients.setUp({
      plan,
      access,
      partitionsByTopic,
      startOffsets,
      timeoutMs: setUpTimeoutMs,
      clockOffsetMs: this.clockOffsetMs,
    })
    for (const { name, partitions } of plan.topics) {
      const actual = actualPartitions[name]
      if (actual === undefined || actual === partitions) continue
      this.notice(`The simulated brokers created ${name} with ${actual} partitions instead of ${partitions}.`)
    }
  }

  private async load(atEpochMs: number): Promise<void> {
    const startMs = Math.max(atEpochMs, Date.now() + minStartAheadMs)
    if (startMs > atEpochMs) {
      this.notice(`Too late for the agreed start time; starting the load ${Math.round(startMs - atEpochMs)} ms late.`)
    }
    this.phase = 'loading'
    this.collector = this.createCollector(startMs)
    this.clients.start(startMs - this.clockOffsetMs)
    this.auxiliaryLoad.start(startMs)
    const timer = new AbortController()
    const endsInMs = startMs + this.context.plan.durationMs + loadTailMs - Date.now()
    const plannedEnd = sleep(endsInMs, undefined, { signal: timer.signal }).catch(() => undefined)
    try {
      await this.interrupter.race(Promise.race([plannedEnd, this.loadStopped.promise]))
    } finally {
      timer.abort()
      this.clients.stopLoad()
      this.auxiliaryLoad.stopLoad()
    }
  }

  private createCollector(startMs: number): SampleCollector {
    const hostCpu = new HostCpu()
    const { leasedCluster } = this.resources
    const hostDisk = leasedCluster === null ? null : new HostDisk()
    // Reads the brokers' counters once, so that the first sample does not include what their start-up cost.
    leasedCluster?.cluster.sampleBrokers()
    return new SampleCollector({
      workerIds: this.clients.workerIds,
      startMs,
      sampleHost: () => ({
        brokers: this.resources.leasedCluster?.cluster.sampleBrokers() ?? [],
        hostCpu: hostCpu.take(),
        hostDisk: hostDisk?.take() ?? null,
      }),
      onSample: (sample) => this.sendSample(sample),
      onMissing: (workerId, second) => this.notice(lateReportText(workerId, second)),
      onLate: (reports, workers) => this.notice(lateReportsText(reports, workers)),
      onSilent: (workerId, seconds) =>
        this.interrupter.interrupt(workerCrashed(workerId, `has not reported for ${seconds} s; it has probably hung`)),
    })
  }

  private sendSample(sample: Sample): void {
    const withLag = this.drainWatch.observe(sample)
    // A share lacks the clients of other hosts, so its lag would be wrong; the controller computes it from all shares.
    const sent = this.context.share === undefined ? withLag : sample
    this.context.send({ type: 'sample', sample: this.auxiliaryLoad.annotate(sent) })
  }

  private async drain(): Promise<void> {
    const { drainMs } = this.context.plan
    // Hosts of a distributed run consume each other's records, so only the controller can tell that all are read.
    if (this.context.share !== undefined) {
      await Promise.race([this.drainFinished.promise, sleep(drainMs + finishGraceMs, undefined, { ref: false })])
      return
    }
    const remainingMs = startCountdown(drainMs)
    const isOver = () => this.drainWatch.isOver && !this.clients.isBusy
    while (!isOver() && remainingMs() > 0) await sleep(drainPollMs)
    if (isOver()) return
    const { outstandingRecords, unreadRecords } = this.drainWatch
    this.notice(
      `After ${drainMs / 1000} s, ${outstandingRecords} records are still not acknowledged and ${unreadRecords} are unread.`,
    )
  }

  /** Reports the error that ended the run, if there was one. Returns how the run ended. */
  private reportFailure(thrown: unknown): RunEnd {
    const interruption = thrown instanceof Interrupted ? thrown.interruption : this.interrupter.interruption
    if (interruption !== null) {
      if (interruption.error !== null) this.context.send({ type: 'error', error: interruption.error.toData() })
      return { reason: interruption.reason, detail: interruption.detail }
    }
    const error = AppError.from(thrown)
    this.context.send({ type: 'error', error: error.toData() })
    return { reason: this.phase === 'preparing' ? 'prepare-failed' : 'runner-exited', detail: error.message }
  }

  /** Stops the clients, deletes the run's topics and groups, and stops the embedded cluster or keeps it for the next run. */
  private async cleanUp(): Promise<CleanUp> {
    const { interrupter, resources } = this
    // A function: each step is urgent if the controller was lost meanwhile.
    const urgency = () =>
      interrupter.interruption?.isUrgent === true || resources.isClusterBroken ? 'urgent' : 'normal'
    const brokerLossPrefix = resources.isClusterBroken
      ? `${interrupter.interruption?.detail ?? 'A broker was lost.'} `
      : ''
    // Cancels the preparation if it is still running. Does nothing if the run was already interrupted.
    interrupter.interrupt({ reason: 'plan-complete', detail: 'The run is over.', error: null, isUrgent: false })
    this.progress('cleaning-up', `${brokerLossPrefix}Stopping the clients`, null)
    this.collector?.stopWaiting()
    await this.clients.close(closeGraceMs[urgency()])
    // An interrupted preparation may still create a cluster, topics or clients: wait for it, up to a limit, and close again.
    await Promise.race([this.preparation.catch(() => undefined), sleep(preparationEndMs[urgency()])])
    await this.clients.close(closeGraceMs[urgency()])
    this.collector?.finish()
    await this.auxiliaryLoad.close()
    return resources.remove(urgency(), (message) => this.progress('cleaning-up', message, null))
  }

  private notice(message: string): void {
    this.context.send({ type: 'notice', message })
  }

  private progress(step: HostStep, message: string, fraction: number | null): void {
    this.context.send({ type: 'progress', step, message, fraction })
  }
}
