/**
 * Starts, sets up and ends the worker processes of a run together.
 */
import { AppError } from '../../contracts/app-error.ts'
import { peakFactorOf } from '../../contracts/run-plan.ts'
import { settlesWithin } from '../worker/settles-within.ts'
import { coreCount, countMembers, readPauseMs, type WorkerAssignment } from './assign-workers.ts'
import type { RunClients, SetUpOptions } from './run-clients.ts'
import type { WorkerCommand, WorkerMessage, WorkerReport, WorkerSetup } from './worker-messages.ts'
import { type WorkerExit, WorkerProcess } from './worker-process.ts'

/** The run's callbacks for its workers. */
export type WorkerPoolListener = {
  onReport(report: WorkerReport): void
  onNotice(message: string): void
  /** A worker exited without being asked to. */
  onCrash(workerId: string, exit: WorkerExit): void
  /** A worker that had been ready reported a failure. */
  onFailure(error: AppError): void
  /** Of `total` partitions, `done` are assigned to a consumer and have been fetched from once. */
  onAssigned(done: number, total: number): void
  /** A process was started. It must not outlive the run. */
  onProcess(pid: number, startTime: string): void
}

type PooledWorker = {
  readonly assignment: WorkerAssignment
  readonly process: WorkerProcess
  /** Actual partitions by topic, once the clients are connected. */
  readonly ready: Promise<Readonly<Record<string, number>>>
  /** Number of partitions that are assigned to its consumers, and number that they are to read. */
  progress: { done: number; total: number }
  isLoadOver: boolean
}

/** The workers of one run. */
export class WorkerPool implements RunClients {
  private readonly listener: WorkerPoolListener
  private workers: PooledWorker[] = []
  private isClosing = false

  constructor(listener: WorkerPoolListener) {
    this.listener = listener
  }

  /** True until every worker has reported all records that it sends, which a busy machine may delay by seconds. */
  get isBusy(): boolean {
    return this.workers.some(({ isLoadOver }) => !isLoadOver)
  }

  get workerIds(): readonly string[] {
    return this.workers.map(({ process }) => process.workerId)
  }

  /** Starts the processes. They wait for `setUp`. */
  spawn(assignments: readonly WorkerAssignment[]): void {
    this.workers = assignments.map((assignment) => this.spawnOne(assignment))
  }

  /**
   * Connects all clients. Producers come first, because their metadata requests create the topics on simulated brokers.
   * @returns actual partitions by topic
   * @throws AppError of the first worker that failed
   */
  async setUp(options: SetUpOptions): Promise<Readonly<Record<string, number>>> {
    const actualPartitions: Record<string, number> = {}
    const memberCount = countMembers(this.workers.flatMap(({ assignment }) => assignment.groups))
    const pauseMs = readPauseMs(memberCount, coreCount())
    for (const role of ['producer', 'consumer'] as const) {
      const workers = this.workers.filter(({ assignment }) => assignment.role === role)
      for (const { assignment, process } of workers) {
        process.send({ type: 'setup', setup: setupOf(assignment, options, pauseMs) })
      }
      const byWorker = await Promise.all(workers.map(({ ready }) => ready))
      Object.assign(actualPartitions, ...byWorker)
    }
    return actualPartitions
  }

  start(controllerStartMs: number): void {
    this.sendToAll({ type: 'start', atEpochMs: controllerStartMs })
  }

  stopLoad(): void {
    this.sendToAll({ type: 'stop-load' })
  }

  /** Asks all workers to report once more and disconnect; kills those that take longer. Can be repeated. */
  async close(graceMs: number): Promise<void> {
    this.isClosing = true
    this.sendToAll({ type: 'close' })
    const exits = Promise.all(this.workers.map(({ process }) => process.exited))
    await settlesWithin(exits, graceMs)
    this.kill()
    await settlesWithin(exits, graceMs)
  }

  /** Kills all workers without waiting. */
  kill(): void {
    this.isClosing = true
    for (const { process } of this.workers) process.kill()
  }

  private sendToAll(command: WorkerCommand): void {
    for (const { process } of this.workers) process.send(command)
  }

  private spawnOne(assignment: WorkerAssignment): PooledWorker {
    let succeed: (partitions: Readonly<Record<string, number>>) => void = () => undefined
    let fail: (error: AppError) => void = () => undefined
    const ready = new Promise<Readonly<Record<string, number>>>((resolve, reject) => {
      succeed = resolve
      fail = reject
    })
    // `setUp` awaits this promise later. A failure before that must not count as an unhandled rejection.
    ready.catch(() => undefined)
    let isReady = false
    const receive = (message: WorkerMessage) => {
      if (message.type === 'ready') {
        isReady = true
        succeed(message.partitionsByTopic)
      } else if (message.type === 'failed') {
        const error = AppError.fromData(message.error)
        if (isReady) this.listener.onFailure(error)
        else fail(error)
      } else if (message.type === 'progress') {
        worker.progress = { done: message.done, total: message.total }
        this.reportAssigned()
      } else if (message.type === 'report') {
        worker.isLoadOver = message.isLoadOver
        this.listener.onReport(message.report)
      } else if (message.type === 'notice') this.listener.onNotice(message.message)
    }
    const process = new WorkerProcess(assignment.workerId, countClients(assignment), receive)
    const worker: PooledWorker = { assignment, process, ready, progress: { done: 0, total: 0 }, isLoadOver: false }
    if (process.pid !== null && process.startTime !== null) this.listener.onProcess(process.pid, process.startTime)
    void process.exited.then((exit) => {
      fail(new AppError('RUNNER_EXITED', `Worker ${assignment.workerId} ${exit.how}.`))
      if (!this.isClosing && exit.isCrash) this.listener.onCrash(assignment.workerId, exit)
    })
    return worker
  }

  private reportAssigned(): void {
    const done = this.workers.reduce((sum, { progress }) => sum + progress.done, 0)
    const total = this.workers.reduce((sum, { progress }) => sum + progress.total, 0)
    if (total > 0) this.listener.onAssigned(done, total)
  }
}

function countClients({ producers, groups }: WorkerAssignment): number {
  return producers.length + countMembers(groups)
}

function setupOf(assignment: WorkerAssignment, options: SetUpOptions, pauseMs: number): WorkerSetup {
  const { plan } = options
  return {
    workerId: assignment.workerId,
    role: assignment.role,
    access: options.access,
    runId: plan.runId,
    producers: assignment.producers,
    groups: assignment.groups,
    planProducers: plan.producers.length,
    partitionsByTopic: options.partitionsByTopic,
    startOffsets: options.startOffsets ?? {},
    schedule: plan.schedule,
    rateFactor: options.rateFactor ?? peakFactorOf(plan.schedule),
    durationMs: plan.durationMs,
    seed: plan.seed,
    readPauseMs: pauseMs,
    setupTimeoutMs: options.timeoutMs,
    clockOffsetMs: options.clockOffsetMs ?? 0,
  }
}
