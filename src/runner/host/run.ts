/**
 * One run on this host, from the message `prepare` to the message `ended`. In a distributed run the host runs its share of the
 * plan, and the controller (the Headroom process that started the run) merges the samples of all hosts.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { CleanUp, EndReason } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { DrainWatch } from '../../measurement/drain-watch.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { settlesWithin } from '../worker/settles-within.ts'
import { assignWorkers, coreCount } from './assign-workers.ts'
import { AuxiliaryLoad } from './auxiliary-load.ts'
import { chooseClients } from './choose-clients.ts'
import { cleanUpRun } from './clean-up-run.ts'
import { Deferred } from './deferred.ts'
import { waitUntilDrained } from './drain.ts'
import { createHostSampler } from './host-sampler.ts'
import {
  brokerInterruption,
  endOfRun,
  firstLateReportText,
  Interrupted,
  Interrupter,
  type Interruption,
  lateReportsSummary,
  unfinishedDrainText,
  workerFailure,
  workerInterruption,
} from './interruption.ts'
import { type PreparedTarget, prepareTarget } from './prepare-target.ts'
import type { RunClients } from './run-clients.ts'
import {
  finishGraceMs,
  loadTailMs,
  maxStartAheadMs,
  minStartAheadMs,
  type RunContext,
  setUpTimeoutMs,
} from './run-context.ts'
import { RunResources } from './run-resources.ts'
import { SampleCollector } from './sample-collector.ts'
import type { HostStep } from './target-steps.ts'
import { describeCrash } from './worker-process.ts'

/** The parts of a run that start processes or reach a cluster. */
export type RunSteps = Readonly<{ chooseClients: typeof chooseClients; prepareTarget: typeof prepareTarget }>

/** How a run ended. */
type RunEnd = { readonly reason: EndReason; readonly detail: string | null }

/** Executes one run on this host. Call `execute` once. The other methods may be called at any time, even before it. */
export class Run {
  private readonly context: RunContext
  private readonly steps: RunSteps
  private readonly clients: RunClients
  private readonly auxiliaryLoad: AuxiliaryLoad
  private readonly resources: RunResources
  private readonly drainWatch: DrainWatch
  private readonly interrupter = new Interrupter()
  private phase: 'preparing' | 'ready' | 'loading' | 'draining' | 'ending' = 'preparing'
  /** The promise of `prepare`. After an interruption it may still create topics or clients, so `cleanUp` waits for it. */
  private preparation: Promise<void> = Promise.resolve()
  /** Null until the target is prepared. */
  private access: ClusterAccess | null = null
  /** Null until the start of the load is scheduled. */
  private collector: SampleCollector | null = null
  /** True once `stop` has ended the load before its planned end. */
  private isStoppedEarly = false
  /** The start of the load that the controller has set (epoch ms, this machine's clock). Resolved by `start`. */
  private readonly agreedStart = new Deferred<number>()
  /** Resolved when `stop` ends the load earlier than planned. */
  private readonly loadStopped = new Deferred<void>()
  /** Resolved by `finishDrain`, in a distributed run only. */
  private readonly drainFinished = new Deferred<void>()

  /** @param steps the parts of a run that start processes or reach a cluster; tests replace them */
  constructor(context: RunContext, steps: RunSteps = { chooseClients, prepareTarget }) {
    this.context = context
    this.steps = steps
    this.drainWatch = new DrainWatch(context.plan)
    this.resources = new RunResources(context)
    this.auxiliaryLoad = new AuxiliaryLoad(context, context.share?.makesTopics ?? true)
    this.clients = steps.chooseClients(context.plan, {
      onReport: (report) => this.collector?.add(report),
      onNotice: (message) => this.notice(message),
      onOutput: (output) => this.context.send({ type: 'tool-output', output }),
      onCrash: (workerId, exit) => this.interrupter.interrupt(workerInterruption(workerId, describeCrash(exit))),
      onFailure: (error) => this.interrupter.interrupt(workerFailure(error)),
      onAssigned: (done, total) =>
        this.progress('waiting-for-assignment', `${done} of ${total} partitions are assigned`, done / total),
      onProcess: (pid, startTime) => this.resources.lease?.addProcess({ pid, startTime }),
    })
  }

  /** True from the message `ready` until the start of the load is scheduled. */
  get isReadyToStart(): boolean {
    return this.phase === 'ready'
  }

  /** Runs all phases, cleans up, and sends `ended` last. Never rejects. */
  async execute(): Promise<void> {
    const end = await this.runPhases().catch((error: unknown) => this.reportFailure(error))
    this.phase = 'ending'
    const cleanUp = await this.cleanUp().catch((error: unknown) => this.resources.leftoversAfter(error))
    this.context.send({ type: 'ended', ...end, cleanUp })
  }

  /** Accepts the agreed start (epoch ms, controller's clock). If it is more than an hour ahead, ignores it and returns false. */
  start(controllerStartMs: number): boolean {
    const localStartMs = controllerStartMs + this.clockOffsetMs
    if (localStartMs > Date.now() + maxStartAheadMs) return false
    this.agreedStart.resolve(localStartMs)
    return true
  }

  /**
   * Ends the drain of this host's share, because the controller has seen that the whole run is drained.
   * @param takesOverCleanUp true if this host must delete the topics and groups, because the host that made them was lost
   */
  finishDrain(takesOverCleanUp: boolean): void {
    if (takesOverCleanUp && this.access !== null) this.resources.recordTopicsAndGroups(this.access)
    this.drainFinished.resolve()
  }

  /**
   * Ends the run at the user's request. Mode `drain` stops the load and then waits for the records in flight. Before the start of
   * the load is scheduled, and after the load has ended, it does the same as mode `abort`.
   */
  stop(mode: 'drain' | 'abort'): void {
    if (mode === 'drain' && this.phase === 'loading') {
      this.isStoppedEarly = true
      this.loadStopped.resolve()
    } else {
      this.abort({ reason: 'user-abort', detail: 'The run was aborted.', error: null, isUrgent: false })
    }
  }

  /** Ends the run as soon as possible, without a drain. */
  abort(interruption: Interruption): void {
    this.interrupter.interrupt(interruption)
  }

  /** Kills all clients without waiting, because this process is about to exit. */
  killClients(): void {
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
    await this.generateLoad(await this.interrupter.race(this.agreedStart.promise))
    this.phase = 'draining'
    this.progress('draining', 'Waiting for acknowledgements and for consumers to catch up', null)
    await this.interrupter.race(this.drain())
    if (this.isStoppedEarly) return { reason: 'user-abort', detail: 'The load was stopped early.' }
    return { reason: 'plan-complete', detail: null }
  }

  private async prepare(): Promise<void> {
    const target = await this.steps.prepareTarget(this.context, {
      resources: this.resources,
      auxiliaryLoad: this.auxiliaryLoad,
      signal: this.interrupter.signal,
      progress: (step, message, fraction) => this.progress(step, message, fraction),
      onBrokerExit: (brokerId, detail) => this.abort(brokerInterruption(brokerId, detail)),
    })
    this.access = target.access
    await this.startClients(target)
  }

  private async startClients({ access, isSimulated, startOffsets }: PreparedTarget): Promise<void> {
    const { plan } = this.context
    const assignments = assignWorkers(plan, coreCount(), this.context.share)
    this.progress('starting-workers', `Starting workers: ${assignments.length}`, null)
    this.clients.spawn(assignments)
    // Simulated brokers choose the number of partitions; `setUp` returns it.
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

  /**
   * Runs the load from its start to its end, planned or early.
   * @param agreedLocalStartMs epoch ms, this machine's clock
   */
  private async generateLoad(agreedLocalStartMs: number): Promise<void> {
    const startMs = Math.max(agreedLocalStartMs, Date.now() + minStartAheadMs)
    const lateMs = startMs - agreedLocalStartMs
    if (lateMs > 0) this.notice(`The agreed start time is too near; the load starts ${Math.round(lateMs)} ms late.`)
    this.phase = 'loading'
    this.collector = this.createCollector(startMs)
    // The clients count time on the controller's clock, the auxiliary load on this machine's.
    this.clients.start(startMs - this.clockOffsetMs)
    this.auxiliaryLoad.start(startMs)
    const endsInMs = startMs + this.context.plan.durationMs + loadTailMs - Date.now()
    try {
      await settlesWithin(this.interrupter.race(this.loadStopped.promise), endsInMs)
    } finally {
      this.clients.stopLoad()
      this.auxiliaryLoad.stopLoad()
    }
  }

  private createCollector(startMs: number): SampleCollector {
    return new SampleCollector({
      workerIds: this.clients.workerIds,
      startMs,
      reportedStartMs: startMs - this.clockOffsetMs,
      sampleHost: createHostSampler(this.resources),
      onSample: (sample) => this.sendSample(sample),
      onFirstLate: (workerId, second) => this.notice(firstLateReportText(workerId, second)),
      onLateTotal: (reports, workers) => this.notice(lateReportsSummary(reports, workers)),
      onHung: (workerId, seconds) =>
        this.abort(workerInterruption(workerId, `has not reported for ${seconds} s and has probably hung`)),
    })
  }

  private sendSample(sample: Sample): void {
    const withLag = this.drainWatch.observe(sample)
    // Other hosts consume the same records, so the controller computes the lag from the samples of all hosts.
    const sent = this.context.share === undefined ? withLag : sample
    this.context.send({ type: 'sample', sample: this.auxiliaryLoad.annotate(sent) })
  }

  /** Waits until all records are acknowledged and read, or the drain time of the plan is over. */
  private async drain(): Promise<void> {
    const { drainMs } = this.context.plan
    // The hosts consume each other's records, so only the controller knows when all records are read.
    if (this.context.share !== undefined) {
      const limitMs = drainMs + finishGraceMs
      const isFinished = await settlesWithin(this.interrupter.race(this.drainFinished.promise), limitMs)
      if (!isFinished) this.notice(unfinishedDrainText(limitMs))
      return
    }
    const { clients, collector, drainWatch, auxiliaryLoad } = this
    const isDraining = () => this.phase === 'draining'
    const undrained = await waitUntilDrained({ clients, collector, drainWatch, auxiliaryLoad, isDraining }, drainMs)
    if (undrained !== null) this.notice(undrained)
  }

  /** Reports the error that ended the run, if there was one. Returns how the run ended. */
  private reportFailure(thrown: unknown): RunEnd {
    // An error that is thrown after an interruption was caused by it, so the interruption is reported.
    const interruption = thrown instanceof Interrupted ? thrown.interruption : this.interrupter.interruption
    if (interruption !== null) {
      if (interruption.error !== null) this.context.send({ type: 'error', error: interruption.error.toData() })
      return { reason: interruption.reason, detail: interruption.detail }
    }
    const error = AppError.from(thrown)
    this.context.send({ type: 'error', error: error.toData() })
    return { reason: this.phase === 'preparing' ? 'prepare-failed' : 'runner-exited', detail: error.message }
  }

  private cleanUp(): Promise<CleanUp> {
    const { interrupter, resources } = this
    // `cleanUpRun` shows this only if a broker of the embedded cluster was lost.
    const cause = interrupter.interruption?.detail ?? 'A broker was lost.'
    // Aborts a preparation that is still running. How the run ended is already decided, and this call does not change it.
    interrupter.interrupt(endOfRun)
    return cleanUpRun({
      clients: this.clients,
      preparation: this.preparation,
      collector: this.collector,
      auxiliaryLoad: this.auxiliaryLoad,
      resources,
      cause,
      urgency: () => (interrupter.interruption?.isUrgent === true || resources.isClusterBroken ? 'urgent' : 'normal'),
      onProgress: (message) => this.progress('cleaning-up', message, null),
      onNotice: (message) => this.notice(message),
    })
  }

  private notice(message: string): void {
    this.context.send({ type: 'notice', message })
  }

  private progress(step: HostStep, message: string, fraction: number | null): void {
    this.context.send({ type: 'progress', step, message, fraction })
  }
}
