/**
 * The worker processes of a run, which are started, set up and ended together.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import { largestFactor } from '../../contracts/run-plan.ts'
import { coreCount, countMembers, readPauseMs, type WorkerAssignment } from './assign-workers.ts'
import type { RunClients, SetUpOptions } from './run-clients.ts'
import type { WorkerAnswer, WorkerOrder, WorkerReport, WorkerSetup } from './worker-messages.ts'
import { type WorkerExit, WorkerProcess } from './worker-process.ts'

/** How the run hears of its workers. */
export type WorkerPoolListener = {
  onReport(report: WorkerReport): void
  onNotice(message: string): void
  /** A worker exited without being asked to. */
  onCrash(workerId: string, exit: WorkerExit): void
  /** A worker reported a failure after it had been ready. */
  onFailure(error: AppError): void
  /** Counts the partitions that are assigned to a consumer and fetched once, of all partitions. */
  onAssigned(done: number, total: number): void
  /** A process was started that must not outlive the run. */
  onProcess(pid: number, startTime: string): void
}

type Member = {
  readonly assignment: WorkerAssignment
  readonly process: WorkerProcess
  readonly ready: Promise<Readonly<Record<string, number>>>
  progress: { done: number; total: number }
}

/** The workers of one run. */
export class WorkerPool implements RunClients {
  /** Always false: samples of workers count everything that they do. */
  readonly isBusy = false
  private readonly listener: WorkerPoolListener
  private members: Member[] = []
  private isClosing = false

  constructor(listener: WorkerPoolListener) {
    this.listener = listener
  }

  get workerIds(): readonly string[] {
    return this.members.map(({ process }) => process.workerId)
  }

  /** Starts the processes. They wait for `setUp`. */
  spawn(assignments: readonly WorkerAssignment[]): void {
    this.members = assignments.map((assignment) => this.spawnOne(assignment))
  }

  /**
   * Connects all clients, the producers first, because their metadata requests create the topics of simulated brokers.
   * @returns actual partitions by topic
   * @throws AppError of the first worker that failed
   */
  async setUp(options: SetUpOptions): Promise<Readonly<Record<string, number>>> {
    const found: Record<string, number> = {}
    const memberCount = countMembers(this.members.flatMap(({ assignment }) => assignment.groups))
    const pauseMs = readPauseMs(memberCount, coreCount())
    for (const role of ['producer', 'consumer'] as const) {
      const members = this.members.filter(({ assignment }) => assignment.role === role)
      for (const { assignment, process } of members) {
        process.send({ type: 'setup', setup: setupOf(assignment, options, pauseMs) })
      }
      for (const partitions of await Promise.all(members.map(({ ready }) => ready))) Object.assign(found, partitions)
    }
    return found
  }

  start(atEpochMs: number): void {
    this.order({ type: 'start', atEpochMs })
  }

  stopLoad(): void {
    this.order({ type: 'stop-load' })
  }

  /** Lets all workers report once more and disconnect; kills those that take longer. May be called again. */
  async close(graceMs: number): Promise<void> {
    this.isClosing = true
    this.order({ type: 'close' })
    const exits = this.members.map(({ process }) => process.exited)
    await Promise.race([Promise.all(exits), sleep(graceMs)])
    this.kill()
    await Promise.race([Promise.all(exits), sleep(graceMs)])
  }

  /** Kills all workers without waiting. */
  kill(): void {
    this.isClosing = true
    for (const { process } of this.members) process.kill()
  }

  private order(order: WorkerOrder): void {
    for (const { process } of this.members) process.send(order)
  }

  private spawnOne(assignment: WorkerAssignment): Member {
    let succeed: (partitions: Readonly<Record<string, number>>) => void = () => undefined
    let fail: (error: AppError) => void = () => undefined
    const ready = new Promise<Readonly<Record<string, number>>>((resolve, reject) => {
      succeed = resolve
      fail = reject
    })
    // `setUp` awaits it. Before that, a failure must not count as an unhandled rejection.
    ready.catch(() => undefined)
    let isReady = false
    const receive = (answer: WorkerAnswer) => {
      if (answer.type === 'ready') {
        isReady = true
        succeed(answer.partitionsByTopic)
      } else if (answer.type === 'failed') {
        const error = AppError.fromData(answer.error)
        if (isReady) this.listener.onFailure(error)
        else fail(error)
      } else if (answer.type === 'progress') {
        member.progress = { done: answer.done, total: answer.total }
        this.reportAssigned()
      } else if (answer.type === 'report') this.listener.onReport(answer.report)
      else if (answer.type === 'notice') this.listener.onNotice(answer.message)
    }
    const process = new WorkerProcess(assignment.workerId, countClients(assignment), receive)
    const member: Member = { assignment, process, ready, progress: { done: 0, total: 0 } }
    if (process.pid !== null && process.startTime !== null) this.listener.onProcess(process.pid, process.startTime)
    void process.exited.then((exit) => {
      fail(new AppError('RUNNER_EXITED', `Worker ${assignment.workerId} ${exit.how}.`))
      if (!this.isClosing && exit.isCrash) this.listener.onCrash(assignment.workerId, exit)
    })
    return member
  }

  private reportAssigned(): void {
    const done = this.members.reduce((sum, { progress }) => sum + progress.done, 0)
    const total = this.members.reduce((sum, { progress }) => sum + progress.total, 0)
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
    rateFactor: options.rateFactor ?? largestFactor(plan.schedule),
    durationMs: plan.durationMs,
    seed: plan.seed,
    readPauseMs: pauseMs,
    setupTimeoutMs: options.timeoutMs,
    clockOffsetMs: options.clockOffsetMs ?? 0,
  }
}
