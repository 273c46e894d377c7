/**
 * Agents that do everything that the protocol asks of them at once, without processes, sockets or brokers.
 */
import type { AgentAddress } from '../../../src/contracts/agent.ts'
import { AppError } from '../../../src/contracts/app-error.ts'
import { type GroupPart, partitionsOfMember, type RunShare } from '../../../src/contracts/run-share.ts'
import type { ControllerMessage, HostMessage } from '../../../src/contracts/runner-protocol.ts'
import type { ConsumerSample, ProducerSample, Sample } from '../../../src/contracts/sample.ts'
import { createLatencyRecorder } from '../../../src/measurement/histogram.ts'
import { controllerClockMs } from '../../../src/workbench/fleets/agent-link.ts'
import type { HostConnection, HostExit } from '../../../src/workbench/fleets/host-connection.ts'
import { quietConsumer, quietProducer } from '../measurement/quiet-samples.ts'

/** How one of them behaves. */
export interface Behaviour {
  readonly skewMs?: number
  readonly cpuCores?: number
  /** Agents with the same one are on one machine. */
  readonly bootId?: string
  /** Goes away when it has told of this second. */
  readonly lostAfterSecond?: number
  /** Refuses to prepare with this code. */
  readonly refuses?: 'PREFLIGHT_FAILED'
  readonly hostCpu?: number
  /** Another version of the protocol than the controller's. */
  readonly protocolVersion?: number
}

/** What all agents of a test did, in order. */
export type Journal = { readonly agent: AgentAddress; readonly what: string }[]

const environment = {
  headroomVersion: '0',
  runnerVersion: '0',
  nodeVersion: '24',
  librdkafkaVersion: '0',
  librdkafkaFeatures: [],
  kafkaVersion: null,
  platform: 'test',
  cpuModel: 'test',
  memoryBytes: 1,
}

/** Records that each producer sends in a second. */
export const recordsPerSecond = 10

/** One simulated agent. */
export class SimulatedAgent implements HostConnection {
  readonly exited: Promise<HostExit>
  private resolveExit: (exit: HostExit) => void = () => undefined
  private share: RunShare | null = null
  private hasEnded = false
  private plan: Extract<ControllerMessage, { type: 'prepare' }>['plan'] | null = null

  private readonly address: AgentAddress
  private readonly behaviour: Behaviour
  private readonly journal: Journal
  private readonly tell: (message: HostMessage) => void

  constructor(options: {
    readonly address: AgentAddress
    readonly behaviour: Behaviour
    readonly journal: Journal
    tell(message: HostMessage): void
  }) {
    this.address = options.address
    this.behaviour = options.behaviour
    this.journal = options.journal
    this.tell = (message) => options.tell(message)
    this.exited = new Promise((resolve) => {
      this.resolveExit = resolve
    })
  }

  send(message: ControllerMessage): void {
    // A message takes a turn of the event loop each way, as on a wire.
    setImmediate(() => this.receive(message))
  }

  disconnect(): void {
    this.exit(null)
  }

  kill(): void {
    this.exit(null)
  }

  private receive(message: ControllerMessage): void {
    const { cpuCores = 4, skewMs = 0, bootId } = this.behaviour
    if (message.type === 'hello') {
      const { protocolVersion = message.protocolVersion } = this.behaviour
      const told = { ...environment, cpuCores, ...(bootId === undefined ? {} : { bootId }) }
      this.tell({ type: 'hello', protocolVersion, environment: told })
    } else if (message.type === 'clock') {
      const atEpochMs = controllerClockMs() + skewMs
      this.tell({ type: 'clock', id: message.id, atEpochMs })
    } else if (message.type === 'measure-capacity') {
      this.tell({ type: 'capacity', probe: null, cpuCores, detail: 'Not probed.' })
    } else if (message.type === 'prepare') this.prepare(message)
    else if (message.type === 'start') this.load()
    else if (message.type === 'finish') this.end('plan-complete', message.deletesMade)
    else if (message.type === 'stop' && message.mode === 'abort') this.end('user-abort', false)
  }

  private prepare({ plan, share }: Extract<ControllerMessage, { type: 'prepare' }>): void {
    this.plan = plan
    this.share = share ?? null
    if (this.behaviour.refuses !== undefined) {
      const error = new AppError(this.behaviour.refuses, 'A check failed.').toData()
      this.tell({ type: 'error', error })
      this.end('prepare-failed', false)
      return
    }
    this.journal.push({ agent: this.address, what: share?.makesTopics ? 'makes topics' : 'prepares' })
    this.tell({
      type: 'preflight',
      preflight: { checks: [], isPassed: true },
      environment: { ...environment, cpuCores: 4 },
    })
    this.tell({ type: 'progress', step: 'starting-workers', message: 'Starting', fraction: null })
    this.tell({ type: 'ready' })
  }

  /** All seconds of the load and two of the drain, at once and as fast as a wire carries them. */
  private load(): void {
    const seconds = (this.plan?.durationMs ?? 0) / 1000
    for (let second = 0; second < seconds + 2; second += 1) {
      this.tell({ type: 'sample', sample: this.sample(second, second < seconds) })
      if (this.behaviour.lostAfterSecond === second) {
        this.exit(new AppError('AGENT_UNREACHABLE', 'The cable was pulled.'))
        return
      }
    }
  }

  private sample(second: number, isLoad: boolean): Sample {
    const records = isLoad ? recordsPerSecond : 0
    const producers = this.share?.producerIds ?? []
    const read = records * (this.plan?.producers.length ?? 0)
    const whole = (this.share?.groupIds ?? []).map((groupId) => consumerSample(groupId, read))
    const parts = (this.share?.groupParts ?? []).map((part) =>
      consumerSample(part.groupId, read * this.fractionOf(part)),
    )
    return {
      second,
      startedAtEpochMs: second * 1000,
      durationMs: 1000,
      producers: producers.map((producerId) => producerSample(producerId, records)),
      consumers: [...whole, ...parts],
      workers: [{ workerId: 'producers-1', role: 'producer', cpuCores: 0.1, eventLoopLagMaxMs: 0, residentBytes: 1 }],
      brokers: [],
      hostCpu: this.behaviour.hostCpu ?? 0.1,
    }
  }

  /** The part of a group's partitions that its members here read. */
  private fractionOf({ groupId, members }: GroupPart): number {
    const group = this.plan?.consumerGroups.find((each) => each.groupId === groupId)
    const partitions = this.plan?.topics.find(({ name }) => name === group?.topic)?.partitions ?? 1
    const own = members.flatMap((member) => partitionsOfMember(partitions, group?.members ?? 1, member))
    return own.length / partitions
  }

  private end(reason: 'plan-complete' | 'user-abort' | 'prepare-failed', deletesMade: boolean): void {
    if (this.hasEnded) return
    this.hasEnded = true
    const deletes = deletesMade || this.share?.makesTopics === true
    this.journal.push({ agent: this.address, what: deletes ? 'deletes topics' : 'ends' })
    const deletedTopics = deletes ? (this.plan?.topics.map(({ name }) => name) ?? []) : []
    this.tell({ type: 'ended', reason, detail: null, cleanUp: { deletedTopics, deletedGroups: [], leftovers: [] } })
  }

  private exit(error: AppError | null): void {
    this.resolveExit({ exitCode: null, signal: null, error, stderrTail: '' })
  }
}

function histogramOf(records: number): string | null {
  const recorder = createLatencyRecorder()
  for (let record = 0; record < records; record += 1) recorder.recordUs(1_000 + record)
  return recorder.takeEncoded()
}

function producerSample(producerId: string, records: number): ProducerSample {
  return {
    ...quietProducer,
    producerId,
    offeredRecords: records,
    acceptedRecords: records,
    ackedRecords: records,
    ackedPayloadBytes: records,
    wireBytes: records,
    requests: records,
    ackedRecordsByPartition: { '0': records },
    serviceHistogram: histogramOf(records),
  }
}

function consumerSample(groupId: string, records: number): ConsumerSample {
  return { ...quietConsumer, groupId, records, payloadBytes: records, wireBytes: records }
}
