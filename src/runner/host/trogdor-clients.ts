/**
 * The driver trogdor: the clients of a plan as tasks of a Trogdor fleet of the user's.
 *
 * The tasks get the agreed start as theirs; their states are asked for until they are done, and are all that is known. A
 * host that is killed leaves tasks behind that end by themselves after load and drain.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { TrogdorTask } from '../../contracts/trogdor-task.ts'
import { type TrogdorTaskOrder, trogdorTasksOf } from '../../measurement/trogdor-tasks.ts'
import type { PerfTestListener } from './perf-test-clients.ts'
import type { RunClients, SetUpOptions } from './run-clients.ts'
import { TrogdorCoordinator } from './trogdor-coordinator.ts'

/** How often states are asked for. */
const askEveryMs = 1_000

/** A coordinator that does not answer so often is gone. */
const mostMissedAnswers = 3

/** After the load's end: a Java takes its time to begin. */
const lateStartMs = 10_000

/** After the last record was sent: what readers get to read it; how far they are, Trogdor does not tell. */
const readingMs = 5_000

/** Its coordinator tells no version. */
const version = 'Trogdor of a version that its coordinator does not tell'

/** A Trogdor fleet as a run's clients. */
export class TrogdorClients implements RunClients {
  readonly workerIds = ['trogdor']
  private readonly plan: RunPlan
  private readonly listener: PerfTestListener
  private readonly coordinator: TrogdorCoordinator
  private bootstrapServers = ''
  private clockOffsetMs = 0
  private orders: readonly TrogdorTaskOrder[] = []
  private tasks: Readonly<Record<string, TrogdorTask>> = {}
  private startMs = Date.now()
  private producedAtMs: number | null = null
  private isEnding = false
  private hasTold = false
  private missedAnswers = 0
  private timers: NodeJS.Timeout[] = []

  constructor(plan: RunPlan, listener: PerfTestListener) {
    this.plan = plan
    this.listener = listener
    this.coordinator = new TrogdorCoordinator(plan.trogdor?.coordinatorUrl ?? '')
  }

  /** True while producers send, and for as long as readers may need for the rest. */
  get isBusy(): boolean {
    if (this.producedAtMs === null) return true
    return this.plan.consumerGroups.length > 0 && Date.now() < this.producedAtMs + readingMs
  }

  spawn(): void {
    // Its agents are there already.
  }

  async setUp({ access, partitionsByTopic }: SetUpOptions): Promise<Readonly<Record<string, number>>> {
    if (this.plan.trogdor === undefined || partitionsByTopic === null || access.tls !== null || access.sasl !== null) {
      throw plainKafkaOnly()
    }
    this.bootstrapServers = access.bootstrapServers.join(',')
    this.clockOffsetMs = await this.coordinator.clockOffsetMs()
    return {}
  }

  start(atEpochMs: number): void {
    this.startMs = atEpochMs
    const { nodes = [] } = this.plan.trogdor ?? {}
    const startMs = Math.round(atEpochMs + this.clockOffsetMs)
    this.orders = trogdorTasksOf(this.plan, { bootstrapServers: this.bootstrapServers, nodes, startMs })
    void this.createAll()
    this.reportAfter(0)
  }

  stopLoad(): void {
    this.timers.push(setTimeout(() => void this.stopTasks('.ProduceBenchSpec'), lateStartMs))
  }

  async close(graceMs: number): Promise<void> {
    this.isEnding = true
    for (const timer of this.timers) clearTimeout(timer)
    if (this.hasTold || this.orders.length === 0) return
    this.hasTold = true
    const untilMs = Date.now() + graceMs
    await this.stopTasks('BenchSpec')
    while (!this.areDone('BenchSpec') && Date.now() < untilMs) {
      await sleep(askEveryMs / 4)
      await this.refresh()
    }
    for (const order of this.orders) this.tell(order)
    await Promise.allSettled(this.orders.map(({ id }) => this.coordinator.destroy(id)))
  }

  kill(): void {
    this.isEnding = true
    void this.stopTasks('BenchSpec')
  }

  private async createAll(): Promise<void> {
    try {
      await Promise.all(this.orders.map((order) => this.coordinator.create(order)))
    } catch (error) {
      this.listener.onFailure(AppError.from(error))
    }
  }

  /** Those of a kind that are not done. Never rejects: what cannot be stopped ends by itself. */
  private async stopTasks(ending: string): Promise<void> {
    const open = this.orders.filter(({ id, spec }) => spec.class.endsWith(ending) && this.tasks[id]?.state !== 'DONE')
    await Promise.allSettled(open.map(({ id }) => this.coordinator.stop(id)))
  }

  private areDone(ending: string): boolean {
    return this.orders.every(({ id, spec }) => !spec.class.endsWith(ending) || this.tasks[id]?.state === 'DONE')
  }

  private async refresh(): Promise<void> {
    try {
      this.tasks = await this.coordinator.tasks(this.orders.map(({ id }) => id))
      if (this.producedAtMs === null && this.areDone('.ProduceBenchSpec')) this.producedAtMs = Date.now()
      this.missedAnswers = 0
    } catch (error) {
      this.missedAnswers += 1
      if (!this.isEnding && this.missedAnswers >= mostMissedAnswers) this.listener.onFailure(AppError.from(error))
    }
  }

  private tell({ id, spec }: TrogdorTaskOrder): void {
    const task = this.tasks[id]
    const role = spec.class.endsWith('.ProduceBenchSpec') ? 'producer' : 'consumer'
    const lines = task === undefined ? [] : [{ atMs: Date.now() - this.startMs, text: JSON.stringify(task) }]
    const end = task === undefined ? null : `was ${task.state}${task.error ? ` with the error: ${task.error}` : ''}`
    this.listener.onOutput({ role, name: id, version, lines, end })
  }

  private reportAfter(second: number): void {
    const atMs = this.startMs + (second + 1) * 1000
    this.timers.push(setTimeout(() => void this.report(second), Math.max(0, atMs - Date.now())))
  }

  /** That a second is over: nothing else is known of it. */
  private async report(second: number): Promise<void> {
    if (this.isEnding) return
    this.timers = this.timers.slice(-2)
    this.listener.onReport({
      second,
      startedAtEpochMs: this.startMs + second * 1000,
      durationMs: 1000,
      producers: [],
      consumers: [],
      // Its agents are elsewhere: this machine does nothing but ask.
      worker: { workerId: 'trogdor', role: 'producer', cpuCores: 0, eventLoopLagMaxMs: 0, residentBytes: 0 },
    })
    this.reportAfter(second + 1)
    await this.refresh()
  }
}

function plainKafkaOnly(): AppError {
  return new AppError(
    'PLAN_IMPOSSIBLE',
    'The driver trogdor reaches clusters of Apache Kafka without TLS and SASL only: its tasks travel in plain text.',
    { remedy: 'Use agents of Headroom (--agent), or the tasks of: headroom plan SCENARIO --for trogdor' },
  )
}
