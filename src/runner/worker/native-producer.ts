/**
 * The native loop of a producer. A thread of the load engine sends by the schedule, and accounts for delivery reports
 * without JavaScript. Once a second JavaScript takes counters, latencies, and the library's statistics.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { timedEvery } from '../../contracts/run-plan.ts'
import type { ProducerSample } from '../../contracts/sample.ts'
import { ClientStatistics } from './client-statistics.ts'
import { epochMs } from './clock.ts'
import { cannotConnect } from './connect-client.ts'
import { startCountdown } from './countdown.ts'
import {
  epochOffsetUs,
  flatSettings,
  type NativeEngine,
  type NativeProducer,
  type NativeProducerPlan,
  type NativeProducerSecond,
} from './native-engine.ts'
import { OfferedRecords } from './offered-records.ts'
import { planPartitionChooser } from './partition-chooser.ts'
import { createHeaders, createPlannedPayloads } from './payloads.ts'
import { loadEnd, type ProducerLoop, type ProducerOptions, timedSeed } from './producer-loop.ts'
import { ProducerSecond } from './producer-second.ts'
import { producerSettings, queueRecords, statisticsIntervalMs } from './rdkafka-config.ts'
import { fateOf } from './rdkafka-errors.ts'
import { createSendSchedule, scheduleNumbers } from './schedule.ts'

/** Interval at which the state of a client is read while it connects or disconnects. */
const statePollMs = 5
const disconnectTimeoutMs = 2_000

/** A producer whose thread the engine runs. */
class EngineProducer implements ProducerLoop {
  private readonly engine: NativeEngine
  private readonly producer: NativeProducer
  private readonly options: ProducerOptions
  /** Time since 1970 minus the engine's clock. */
  private readonly offsetUs: number
  private readonly statistics: ClientStatistics
  private readonly offered: OfferedRecords
  private readonly second: ProducerSecond
  private readonly totalRecords: number
  private startMs = Number.POSITIVE_INFINITY
  hasEnded = false

  constructor(options: ProducerOptions, connected: ConnectedProducer) {
    const { planned, setup } = options
    this.engine = connected.engine
    this.producer = connected.producer
    this.offsetUs = connected.offsetUs
    this.options = options
    this.statistics = new ClientStatistics(statisticsIntervalMs(expectedPartitions(options)))
    const schedule = createSendSchedule(scheduleOptions(options))
    this.totalRecords = schedule.totalRecords
    this.offered = new OfferedRecords(schedule, planned.synchronousSenders !== undefined)
    this.second = new ProducerSecond(
      planned,
      connected.partitions,
      timedEvery(planned.recordsPerSec * setup.rateFactor),
    )
  }

  start(atEpochMs: number): void {
    this.startMs = atEpochMs
    this.observe(this.engine.takeProducer(this.producer))
    this.statistics.rebase()
    this.engine.startProducer(this.producer, atEpochMs * 1000)
  }

  stopLoad(): void {
    if (epochMs() - this.startMs < this.options.setup.durationMs) this.stopNow()
  }

  stopNow(): void {
    this.engine.stopProducer(this.producer, Math.max(0, epochMs() - this.startMs))
  }

  takeSecond(nowMs: number, isLast: boolean): ProducerSample {
    const taken = this.engine.takeProducer(this.producer)
    this.observe(taken)
    const isOver = taken.stoppedMs !== undefined || taken.sentRecords >= this.totalRecords
    this.hasEnded = isOver && taken.transactionRecords === 0
    const elapsedMs = taken.stoppedMs ?? nowMs - this.startMs
    const gauges = {
      ...this.offered.take(elapsedMs, taken.sentRecords),
      outstandingRecords: taken.outstandingRecords,
    }
    return this.second.take(gauges, this.statistics.take(nowMs, isLast))
  }

  async disconnect(): Promise<void> {
    this.engine.closeProducer(this.producer)
    const remainingMs = startCountdown(disconnectTimeoutMs)
    // A client that is still connected after the time limit does no harm, because the process ends soon.
    while (this.engine.producerState(this.producer).name === 'connected' && remainingMs() > 0) await sleep(statePollMs)
  }

  private observe(taken: NativeProducerSecond): void {
    const { second } = this
    const { errorNames } = this.options
    second.addCounters(taken)
    for (const { code, count } of taken.failures) {
      const codeName = errorNames({ code })
      second.noteFailed(codeName, fateOf(codeName), count)
    }
    for (const { code, count } of taken.events.errors) second.noteError(errorNames({ code }), count)
    for (const { json, arrivedUs } of taken.events.statistics) {
      this.statistics.observe(json, (arrivedUs + this.offsetUs) / 1000)
    }
    this.statistics.noteThrottle(taken.events.throttleMs)
  }
}

/** A producer of the engine that has connected. */
type ConnectedProducer = {
  readonly engine: NativeEngine
  readonly producer: NativeProducer
  readonly offsetUs: number
  readonly partitions: number
}

/** Connects a producer that uses the native loop. @throws AppError CLUSTER_UNREACHABLE */
export async function connectEngineProducer(
  engine: NativeEngine,
  options: ProducerOptions,
): Promise<{ readonly producer: ProducerLoop; readonly partitions: number }> {
  const { planned, setup } = options
  const offsetUs = epochOffsetUs(engine)
  const settings = producerSettings(planned, setup.access, expectedPartitions(options), setup.rateFactor)
  const { values, view } = createPlannedPayloads(options)
  const headers = planned.headers === undefined ? [] : createHeaders(planned.headers)
  const producer = engine.connectProducer(
    planned.topic,
    flatSettings(settings.client, settings.topic),
    planOf(options, offsetUs),
    new Uint8Array(view.buffer),
    Uint32Array.from(values, (value) => value.length),
    headers.flatMap((header) => Object.entries(header).flatMap(([name, value]) => [name, String(value)])),
  )
  for (;;) {
    const { name, failure, partitions } = engine.producerState(producer)
    if (name === 'failed') throw cannotConnect(planned.clientId, failure)
    if (name === 'connected') {
      const connected = { engine, producer, offsetUs, partitions }
      return { producer: new EngineProducer(options, connected), partitions }
    }
    await sleep(statePollMs)
  }
}

function planOf(options: ProducerOptions, offsetUs: number): NativeProducerPlan {
  const { planned, index, setup } = options
  const chooser = planPartitionChooser(planned, { producerIndex: index, seed: setup.seed })
  const turns = { firstPartition: 0, recordsPerTurn: 0, bytesPerTurn: 0, otherBytes: 0 }
  const keys = { distinctKeys: 0, firstKey: 0, zipfExponent: 0, keySeed: 0 }
  return {
    ...scheduleNumbers(scheduleOptions(options)),
    ...turns,
    ...keys,
    ...(chooser.kind === 'turns'
      ? {
          firstPartition: chooser.firstPartition,
          recordsPerTurn: chooser.turn.recordsPerTurn,
          bytesPerTurn: chooser.turn.bytesPerTurn ?? 0,
          otherBytes: chooser.turn.otherBytes,
        }
      : {
          distinctKeys: chooser.distinct,
          firstKey: chooser.first,
          zipfExponent: chooser.exponent ?? 0,
          keySeed: chooser.seed,
        }),
    partitions: setup.partitionsByTopic?.[planned.topic] ?? 0,
    keyBytes: planned.recordKeyBytes,
    epochOffsetUs: offsetUs,
    connectTimeoutMs: setup.setupTimeoutMs,
    queueRecords: queueRecords(planned, setup.rateFactor),
    senders: planned.synchronousSenders ?? 0,
    ...loadEnd(options),
    transactionMs: planned.transactionMs ?? 0,
    timedEvery: timedEvery(planned.recordsPerSec * setup.rateFactor),
    timedSeed: timedSeed(options),
  }
}

function scheduleOptions({ planned, setup }: ProducerOptions) {
  return { ...planned, durationMs: setup.durationMs, schedule: setup.schedule }
}

/** Number of partitions that the client's settings assume. */
function expectedPartitions({ planned, setup }: ProducerOptions): number {
  return setup.partitionsByTopic?.[planned.topic] ?? 1
}
