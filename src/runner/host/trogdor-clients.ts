/**
 * The driver `trogdor`: runs the clients of a plan as tasks of the user's Trogdor fleet.
 *
 * The tasks begin at the agreed start. The coordinator tells only their states, which are requested once a second. If the host is
 * killed, the tasks end on their own after load and drain.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { TrogdorTask } from '../../contracts/trogdor-task.ts'
import { type TrogdorTaskOrder, trogdorTasksOf } from '../../measurement/trogdor-tasks.ts'
import type { PerfTestListener } from './perf-test-clients.ts'
import type { RunClients, SetUpOptions } from './run-clients.ts'
import { TrogdorCoordinator } from './trogdor-coordinator.ts'

/** Interval at which `close` requests the states of the tasks. During the run, each report requests them. */
const closePollMs = 250

/** After this many failed requests in a row, the coordinator counts as lost. */
const maxFailedRequests = 3

/** Java takes time to start, so producers may send their last records this long after the end of the load. */
const lateStartMs = 10_000

/** Time for consumers to read the last records. It is fixed, because Trogdor does not report their progress. */
const readingMs = 5_000

/** Suffixes of the class names of Trogdor's task specifications. */
const producerTask = '.ProduceBenchSpec'
const anyTask = 'BenchSpec'

/** A coordinator does not report its version. */
const version = 'Trogdor, whose coordinator reports no version'

/** The clients of a run in a Trogdor fleet. */
export class TrogdorClients implements RunClients {
  readonly workerIds = ['trogdor']
  private readonly plan: RunPlan
  private readonly listener: PerfTestListener
  private readonly coordinator: TrogdorCoordinator
  private bootstrapServers = ''
  /** The coordinator's clock minus this machine's. */
  private clockOffsetMs = 0
  private orders: readonly TrogdorTaskOrder[] = []
  private tasks: Readonly<Record<string, TrogdorTask>> = {}
  /** Start of the load, epoch ms. */
  private startEpochMs = Date.now()
  /** The same start by `performance.now()`, which does not change if this machine's clock is set during a run. */
  private startMonotonicMs = performance.now()
  /** When all producer tasks were first seen in the state DONE, by `performance.now()`; null before that. */
  private producedAtMs: number | null = null
  private isEnding = false
  private hasReported = false
  private failedRequests = 0
  private stopTimer: NodeJS.Timeout | undefined
  private reportTimer: NodeJS.Timeout | undefined

  constructor(plan: RunPlan, listener: PerfTestListener) {
    this.plan = plan
    this.listener = listener
    this.coordinator = new TrogdorCoordinator(plan.trogdor?.coordinatorUrl ?? '')
  }

  /** True while producers send, and for `readingMs` after that if there are consumers. */
  get isBusy(): boolean {
    if (this.producedAtMs === null) return true
    return this.plan.consumerGroups.length > 0 && performance.now() < this.producedAtMs + readingMs
  }

  spawn(): void {
    // Trogdor's agents run already.
  }

  async setUp({ access, partitionsByTopic }: SetUpOptions): Promise<Readonly<Record<string, number>>> {
    if (this.plan.trogdor === undefined || partitionsByTopic === null || access.tls !== null || access.sasl !== null) {
      throw plainKafkaOnly()
    }
    this.bootstrapServers = access.bootstrapServers.join(',')
    this.clockOffsetMs = await this.coordinator.clockOffsetMs()
    return {}
  }

  start(controllerStartMs: number): void {
    this.startEpochMs = controllerStartMs
    this.startMonotonicMs = performance.now() + controllerStartMs - Date.now()
    const { nodes = [] } = this.plan.trogdor ?? {}
    const startMs = Math.round(controllerStartMs + this.clockOffsetMs)
    this.orders = trogdorTasksOf(this.plan, { bootstrapServers: this.bootstrapServers, nodes, startMs })
    void this.createAll()
    this.reportAfter(0)
  }

  stopLoad(): void {
    this.stopTimer = setTimeout(() => void this.stopTasks(producerTask), lateStartMs)
  }

  async close(graceMs: number): Promise<void> {
    this.isEnding = true
    clearTimeout(this.stopTimer)
    clearTimeout(this.reportTimer)
    if (this.hasReported || this.orders.length === 0) return
    this.hasReported = true
    const deadlineMs = performance.now() + graceMs
    await this.stopTasks(anyTask)
    while (!this.areDone(anyTask) && performance.now() < deadlineMs) {
      await sleep(closePollMs)
      await this.refresh()
    }
    for (const order of this.orders) this.reportOutput(order)
    await Promise.allSettled(this.orders.map(({ id }) => this.coordinator.destroy(id)))
  }

  kill(): void {
    this.isEnding = true
    void this.stopTasks(anyTask)
  }

  private async createAll(): Promise<void> {
    try {
      await Promise.all(this.orders.map((order) => this.coordinator.create(order)))
    } catch (error) {
      this.listener.onFailure(AppError.from(error))
    }
  }

  /**
   * Stops the unfinished tasks whose class name ends with `suffix`. Never rejects, because a task that cannot be
   * stopped ends on its own.
   */
  private async stopTasks(suffix: string): Promise<void> {
    const unfinished = this.orders.filter(({ id, spec }) => {
      return spec.class.endsWith(suffix) && this.tasks[id]?.state !== 'DONE'
    })
    await Promise.allSettled(unfinished.map(({ id }) => this.coordinator.stop(id)))
  }

  private areDone(suffix: string): boolean {
    return this.orders.every(({ id, spec }) => !spec.class.endsWith(suffix) || this.tasks[id]?.state === 'DONE')
  }

  private async refresh(): Promise<void> {
    try {
      this.tasks = await this.coordinator.tasks(this.orders.map(({ id }) => id))
      if (this.producedAtMs === null && this.areDone(producerTask)) this.producedAtMs = performance.now()
      this.failedRequests = 0
    } catch (error) {
      this.failedRequests += 1
      if (!this.isEnding && this.failedRequests >= maxFailedRequests) this.listener.onFailure(AppError.from(error))
    }
  }

  private reportOutput({ id, spec }: TrogdorTaskOrder): void {
    const task = this.tasks[id]
    const role = spec.class.endsWith(producerTask) ? 'producer' : 'consumer'
    const lines =
      task === undefined ? [] : [{ atMs: performance.now() - this.startMonotonicMs, text: JSON.stringify(task) }]
    const end = task === undefined ? null : `was ${task.state}${task.error ? ` with the error: ${task.error}` : ''}`
    this.listener.onOutput({ role, name: id, version, lines, end })
  }

  private reportAfter(second: number): void {
    const atMs = this.startMonotonicMs + (second + 1) * 1000
    this.reportTimer = setTimeout(() => void this.report(second), Math.max(0, atMs - performance.now()))
  }

  /** Reports the end of a second with empty counts, because Trogdor reports no rates. */
  private async report(second: number): Promise<void> {
    if (this.isEnding) return
    this.listener.onReport({
      second,
      startedAtEpochMs: this.startEpochMs + second * 1000,
      durationMs: 1000,
      producers: [],
      consumers: [],
      // Trogdor's agents run on other machines. This host only polls, so its cost does not count.
      worker: { workerId: 'trogdor', role: 'producer', cpuCores: 0, eventLoopLagMaxMs: 0, residentBytes: 0 },
    })
    this.reportAfter(second + 1)
    await this.refresh()
  }
}

function plainKafkaOnly(): AppError {
  return new AppError(
    'PLAN_IMPOSSIBLE',
    'The driver trogdor can reach only clusters of Apache Kafka without TLS and SASL, because its tasks are sent in plain text.',
    { remedy: 'Use agents of Headroom (--agent), or the tasks of: headroom plan SCENARIO --for trogdor' },
  )
}
