/**
 * The driver kafka-perf-test, which runs the clients of a plan as processes of Kafka's own tools.
 *
 * Consumers start before the load and read from the beginning of the topic; producers start at the agreed start. The
 * tools print their own measurements. The samples of such a run contain the costs of brokers and processes, but no
 * rates.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { PlannedConsumerGroup, RunPlan } from '../../contracts/run-plan.ts'
import type { ToolOutput } from '../../contracts/runner-protocol.ts'
import {
  consumerPerfTestArguments,
  producerPerfTestArguments,
  recordsOfMember,
} from '../../measurement/perf-test-arguments.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { detectEmbeddedKafka } from '../embedded/availability.ts'
import { endChildren } from '../embedded/child-processes.ts'
import { type PerfTestClient, type PerfTestInvocation, startPerfTestClient } from './perf-test-client.ts'
import { readProcessStartTime } from './process-start-time.ts'
import type { RunClients, SetUpOptions } from './run-clients.ts'
import type { WorkerReport } from './worker-messages.ts'

/** Java takes time to start, so producers may send their last records this long after the end of the load. */
const lateStartMs = 10_000

/** The same as for the members that Headroom runs itself. It is short, so that a group can be deleted soon. */
const sessionTimeoutMs = 10_000

/** A consumer that prints nothing for this long has read all available records. */
const idleAfterMs = 3_000

/** Arguments with which the tools print a line of progress each second. */
const progressEachSecond = ['--reporting-interval', '1000']

/** The run's callbacks for its clients. */
export type PerfTestListener = {
  onReport(report: WorkerReport): void
  onOutput(output: ToolOutput): void
  onFailure(error: AppError): void
  onProcess(pid: number, startTime: string): void
}

/** The part of an invocation that is the same for all processes. */
type Launch = Pick<PerfTestInvocation, 'javaPath' | 'version' | 'bootstrapServers'>

/** Kafka's own tools as a run's clients. */
export class PerfTestClients implements RunClients {
  readonly workerIds = ['kafka-perf-test']
  private readonly plan: RunPlan
  private readonly listener: PerfTestListener
  private readonly clients: PerfTestClient[] = []
  private launch: Launch | null = null
  /** Start of the load, epoch ms. */
  private startEpochMs = Date.now()
  /** The same start by `performance.now()`, which does not change if this machine's clock is set during a run. */
  private startMonotonicMs = performance.now()
  private isEnding = false
  private hasReportedOutput = false
  private startTimer: NodeJS.Timeout | undefined
  private endTimer: NodeJS.Timeout | undefined
  private reportTimer: NodeJS.Timeout | undefined

  constructor(plan: RunPlan, listener: PerfTestListener) {
    this.plan = plan
    this.listener = listener
  }

  /** True while producers send their remaining records, or consumers read them. */
  get isBusy(): boolean {
    return this.clients.some(({ role, child, silentMs }) => {
      return !child.hasExited() && (role === 'producer' || silentMs < idleAfterMs)
    })
  }

  spawn(): void {
    // These processes connect as soon as they start, so `setUp` and `start` start them.
  }

  async setUp({ plan, access, partitionsByTopic }: SetUpOptions): Promise<Readonly<Record<string, number>>> {
    if (partitionsByTopic === null) throw needsRealBrokers()
    this.launch = launchOf(access)
    for (const group of plan.consumerGroups) {
      for (let member = 0; member < group.members && !this.isEnding; member += 1) await this.startMember(group, member)
    }
    return {}
  }

  start(controllerStartMs: number): void {
    // The driver never runs a share of a plan, so the controller's clock is this machine's.
    this.startEpochMs = controllerStartMs
    const startsInMs = controllerStartMs - Date.now()
    this.startMonotonicMs = performance.now() + startsInMs
    this.startTimer = setTimeout(() => void this.startProducers(), Math.max(0, startsInMs))
    this.reportAfter(0)
  }

  stopLoad(): void {
    this.endTimer ??= setTimeout(() => this.endProducers(), lateStartMs)
  }

  async close(graceMs: number): Promise<void> {
    this.isEnding = true
    for (const timer of [this.startTimer, this.endTimer, this.reportTimer]) clearTimeout(timer)
    await endChildren(
      this.clients.map(({ child }) => child),
      graceMs,
    )
    // A client's last lines can arrive after its exit.
    await sleep(100)
    if (this.hasReportedOutput) return
    this.hasReportedOutput = true
    for (const client of this.clients) this.listener.onOutput(client.output(this.startEpochMs))
  }

  kill(): void {
    this.isEnding = true
    for (const { child } of this.clients) child.signal('SIGKILL')
  }

  private async startMember(group: PlannedConsumerGroup, member: number): Promise<void> {
    // How members share a group's records is not known in advance, so each member may read all of them.
    const records = recordsOfMember(this.plan, { ...group, members: 1 })
    const idleMs = Math.round(this.plan.durationMs + this.plan.drainMs + lateStartMs)
    // A consumer tool that is ended by a signal does not leave its group, which can then be deleted only after the
    // session timeout.
    const sessionTimeout = `session.timeout.ms=${sessionTimeoutMs}`
    const settings = [`client.id=${group.clientId}`, sessionTimeout, 'heartbeat.interval.ms=2000']
    const memberArguments = [...settings.flatMap((setting) => ['--command-property', setting]), '--show-detailed-stats']
    await this.startClient({
      role: 'consumer',
      name: `${group.groupId}-${member + 1}`,
      toolArguments: [
        ...consumerPerfTestArguments(group, { records, idleMs }),
        ...memberArguments,
        ...progressEachSecond,
      ],
    })
  }

  private async startProducers(): Promise<void> {
    try {
      await Promise.all(
        this.plan.producers.map((producer) =>
          this.startClient({
            role: 'producer',
            name: producer.id,
            toolArguments: [
              ...producerPerfTestArguments(this.plan, producer),
              `client.id=${producer.clientId}`,
              ...progressEachSecond,
            ],
          }),
        ),
      )
    } catch (error) {
      this.listener.onFailure(AppError.from(error))
    }
  }

  private async startClient(client: Pick<PerfTestInvocation, 'role' | 'name' | 'toolArguments'>): Promise<void> {
    if (this.launch === null || this.isEnding) return
    const started = await startPerfTestClient({ ...this.launch, ...client })
    this.clients.push(started)
    const startTime = readProcessStartTime(started.child.pid)
    if (startTime !== null) this.listener.onProcess(started.child.pid, startTime)
    // A `close` or `kill` during the start could not end this client, because the list did not contain it yet.
    if (this.isEnding) started.child.signal('SIGKILL')
  }

  private endProducers(): void {
    for (const { role, child } of this.clients) if (role === 'producer') child.signal('SIGTERM')
  }

  private reportAfter(second: number): void {
    const atMs = this.startMonotonicMs + (second + 1) * 1000
    this.reportTimer = setTimeout(
      () => {
        if (this.isEnding) return
        this.report(second)
        this.reportAfter(second + 1)
      },
      Math.max(0, atMs - performance.now()),
    )
  }

  private report(second: number): void {
    const costs = this.clients.flatMap((client) => client.takeCost() ?? [])
    this.listener.onReport({
      second,
      startedAtEpochMs: this.startEpochMs + second * 1000,
      durationMs: 1000,
      producers: [],
      consumers: [],
      worker: {
        workerId: this.workerIds[0] ?? 'kafka-perf-test',
        role: 'producer',
        cpuCores: costs.reduce((sum, { cpuCores }) => sum + cpuCores, 0),
        eventLoopLagMaxMs: 0,
        residentBytes: costs.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
      },
    })
  }
}

function needsRealBrokers(): AppError {
  return new AppError(
    'PLAN_IMPOSSIBLE',
    'The driver kafka-perf-test needs brokers of Apache Kafka, but these are simulated.',
    {
      remedy: 'Use --target embedded:kafka or a connection.',
    },
  )
}

/** @throws AppError if the tools cannot run on this machine or cannot reach this cluster */
function launchOf(access: ClusterAccess): Launch {
  if (access.tls !== null || access.sasl !== null) {
    throw new AppError('PLAN_IMPOSSIBLE', 'The driver kafka-perf-test can reach only clusters without TLS and SASL.', {
      remedy:
        'Its tools read secrets only from files, and Headroom never writes secrets to files. Leave --driver out, or run the commands of the report yourself and import their output.',
    })
  }
  const found = detectEmbeddedKafka()
  if (!found.isAvailable) throw new AppError(found.code, found.reason, { remedy: found.remedy })
  const version = `Apache Kafka ${found.kafkaVersion} on Java ${found.javaVersion}`
  return { javaPath: found.javaPath, version, bootstrapServers: access.bootstrapServers }
}
