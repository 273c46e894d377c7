/**
 * One producer of the plan: sends by the schedule, counts every answer.
 */
import type { MessageHeader, Producer } from 'node-rdkafka'
import { type PlannedProducer, timedEvery } from '../../contracts/run-plan.ts'
import type { ProducerSample } from '../../contracts/sample.ts'
import type { WorkerSetup } from '../host/worker-messages.ts'
import { ClientStatistics } from './client-statistics.ts'
import { epochMs, epochUs } from './clock.ts'
import { connectClient, disconnectClient, partitionsIn } from './connect-client.ts'
import type { Rdkafka } from './load-rdkafka.ts'
import { OutstandingRecords } from './outstanding.ts'
import { createPartitionChooser, type PartitionChooser } from './partition-chooser.ts'
import { createHeaders, createPayloads } from './payloads.ts'
import { ProducerSecond } from './producer-second.ts'
import { producerSettings, queueRecords, statisticsIntervalMs } from './rdkafka-config.ts'
import { type ErrorNames, fateOf } from './rdkafka-errors.ts'
import { runTag, writeRecord } from './record-header.ts'
import { createSendSchedule, type SendSchedule } from './schedule.ts'

/** Records handed over before the event loop gets its turn: about a millisecond's worth. */
const recordsPerBurst = 256

/** After the load's end, what was due just before it is still handed over; an older backlog stays unsent. */
const tailMs = 100

/** Stands for the send time of a record that is not timed. */
const untimed = -1

const disconnectTimeoutMs = 1_500

/** What `push` says about the next turn. */
export type PushOutcome = 'more-due' | 'waiting' | 'queue-full'

/** A connected producer. */
export class ProducerClient {
  private readonly planned: PlannedProducer
  private readonly producer: Producer
  private readonly schedule: SendSchedule
  private readonly chooser: PartitionChooser
  private readonly payloads: readonly Buffer[]
  private readonly headers: MessageHeader[] | undefined
  private readonly statistics: ClientStatistics
  private readonly second: ProducerSecond
  private readonly outstanding = new OutstandingRecords()
  private readonly sequences: Float64Array
  private readonly errorNames: ErrorNames
  private readonly queueLimit: number
  private readonly timedEvery: number
  private readonly durationMs: number
  private startUs = Number.POSITIVE_INFINITY
  private stoppedAtMs: number | null = null
  private sentRecords = 0
  private offeredRecords = 0
  /** A record was chosen for and not taken yet: it keeps its partition and key. */
  private hasChosen = false

  constructor(options: {
    readonly planned: PlannedProducer
    readonly index: number
    readonly producer: Producer
    readonly partitions: number
    /** Partitions that the client's settings were made for. */
    readonly expectedPartitions: number
    readonly setup: WorkerSetup
    readonly errorNames: ErrorNames
  }) {
    const { planned, index, producer, partitions, setup } = options
    this.planned = planned
    this.producer = producer
    this.errorNames = options.errorNames
    this.second = new ProducerSecond(planned.id, partitions)
    this.statistics = new ClientStatistics(statisticsIntervalMs(options.expectedPartitions))
    this.sequences = new Float64Array(partitions)
    this.queueLimit = queueRecords(planned, setup.rateFactor)
    this.timedEvery = timedEvery(planned.recordsPerSec * setup.rateFactor)
    this.durationMs = setup.durationMs
    this.schedule = createSendSchedule({ ...planned, durationMs: setup.durationMs, schedule: setup.schedule })
    this.chooser = createPartitionChooser(planned, { partitions, producerIndex: index, seed: setup.seed })
    this.payloads = createPayloads({
      valueSizesBytes: planned.recordValueSizesBytes ?? [planned.recordValueBytes],
      randomBytesRatio: planned.randomBytesRatio,
      batchBytes: planned.batchBytes,
      tag: runTag(setup.runId),
      producerIndex: index,
      seed: setup.seed,
    })
    this.headers = planned.headers === undefined ? undefined : createHeaders(planned.headers)
    this.listen()
  }

  /** From now on the schedule counts. */
  start(atEpochMs: number): void {
    this.startUs = atEpochMs * 1000
    this.statistics.rebase()
  }

  /** Nothing is offered after this moment. */
  stopLoad(): void {
    this.stoppedAtMs ??= Math.max(0, epochMs() - this.startUs / 1000)
  }

  /** True while records are due or will be. */
  get hasMore(): boolean {
    return this.stoppedAtMs === null && this.sentRecords < this.schedule.totalRecords
  }

  /** Hands over what is due, at most a burst. Serves the library's answers too. */
  push(): PushOutcome {
    this.producer.poll()
    if (!this.hasMore) return 'waiting'
    const elapsedMs = (epochUs() - this.startUs) / 1000
    if (elapsedMs > this.durationMs + tailMs) this.stopLoad()
    const due = this.schedule.dueBy(elapsedMs)
    const end = Math.min(due, this.sentRecords + recordsPerBurst)
    while (this.sentRecords < end && this.stoppedAtMs === null) {
      if (!this.handOver()) return 'queue-full'
    }
    return this.sentRecords < due ? 'more-due' : 'waiting'
  }

  /** The second that ends now. `isLast` charges all that the statistics still hold. */
  takeSecond(nowMs: number, isLast: boolean): ProducerSample {
    const elapsedMs = this.stoppedAtMs ?? nowMs - this.startUs / 1000
    // A record can be handed over between the cut of two clocks: it was due then.
    const due = Math.max(this.schedule.dueBy(elapsedMs), this.sentRecords)
    const offeredRecords = due - this.offeredRecords
    this.offeredRecords = due
    const gauges = {
      offeredRecords,
      backlogRecords: due - this.sentRecords,
      outstandingRecords: this.outstanding.size,
    }
    return this.second.take(gauges, this.statistics.take(nowMs, isLast))
  }

  async disconnect(): Promise<void> {
    await disconnectClient(this.producer, disconnectTimeoutMs)
  }

  private handOver(): boolean {
    if (this.outstanding.size >= this.queueLimit) {
      this.second.queueFullRetries += 1
      return false
    }
    const value = this.payloads[this.sentRecords % this.payloads.length] ?? Buffer.alloc(0)
    if (!this.hasChosen) this.chooser.next(value.length)
    this.hasChosen = true
    const { partition, key } = this.chooser
    const intendedUs = this.startUs + this.schedule.offsetMsOf(this.sentRecords) * 1000
    const sequence = this.sequences[partition] ?? 0
    writeRecord(value, sequence, intendedUs)
    const sentUs = this.sentRecords % this.timedEvery === 0 ? epochUs() : untimed
    const payloadBytes = value.length + (key === null ? 0 : key.length)
    const slot = this.outstanding.hold({ intendedUs, sentUs, partition, payloadBytes })
    if (!this.produce(partition, value, key, slot)) return false
    this.hasChosen = false
    this.sequences[partition] = sequence + 1
    this.sentRecords += 1
    this.second.acceptedRecords += 1
    return true
  }

  private produce(partition: number, value: Buffer, key: Buffer | null, slot: number): boolean {
    try {
      this.producer.produce(this.planned.topic, partition, value, key, undefined, slot, this.headers)
      return true
    } catch (error) {
      this.outstanding.release(slot)
      const codeName = this.errorNames(error instanceof Error ? error : { message: String(error) })
      if (codeName === 'ERR__QUEUE_FULL') this.second.queueFullRetries += 1
      else this.second.noteError(codeName)
      return false
    }
  }

  private listen(): void {
    this.producer.on('delivery-report', (error, report) => {
      const slot: number = report.opaque
      if (error) {
        const codeName = this.errorNames(error)
        this.second.noteFailed(codeName, fateOf(codeName))
      } else {
        this.second.noteAcked(this.outstanding.partitionOf(slot), this.outstanding.payloadBytesOf(slot))
        const sentUs = this.outstanding.sentUsOf(slot)
        if (sentUs !== untimed) {
          // All three here, so that they are of the same records in every second: response = schedule delay + service.
          const nowUs = epochUs()
          const intendedUs = this.outstanding.intendedUsOf(slot)
          this.second.serviceUs.recordUs(nowUs - sentUs)
          this.second.responseUs.recordUs(nowUs - intendedUs)
          this.second.scheduleDelayUs.recordUs(sentUs - intendedUs)
        }
      }
      this.outstanding.release(slot)
    })
    this.producer.on('event.stats', ({ message }: { message: string }) => this.statistics.observe(message, epochMs()))
    this.producer.on('event.throttle', ({ throttleTime }: { throttleTime?: number }) =>
      this.statistics.noteThrottle(throttleTime ?? 0),
    )
    this.producer.on('event.error', (error) => this.second.noteError(this.errorNames(error)))
  }
}

/** Connects a producer of the plan and learns the partitions of its topic. */
export async function connectProducer(
  rdkafka: Rdkafka,
  options: {
    readonly planned: PlannedProducer
    readonly index: number
    readonly setup: WorkerSetup
    readonly errorNames: ErrorNames
  },
): Promise<{ readonly client: ProducerClient; readonly partitions: number }> {
  const { planned, setup } = options
  const expected = setup.partitionsByTopic?.[planned.topic] ?? 1
  const settings = producerSettings(planned, setup.access, expected, setup.rateFactor)
  const producer = new rdkafka.Producer(settings.client, settings.topic)
  producer.on('event.error', () => undefined)
  const metadata = await connectClient(producer, {
    name: planned.clientId,
    topic: planned.topic,
    timeoutMs: setup.setupTimeoutMs,
  })
  const partitions = setup.partitionsByTopic?.[planned.topic] ?? partitionsIn(metadata, planned.topic)
  return { client: new ProducerClient({ ...options, producer, partitions, expectedPartitions: expected }), partitions }
}
