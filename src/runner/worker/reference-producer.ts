/**
 * The reference loop of a producer, in JavaScript on node-rdkafka. SendLoop calls `push` again and again. node-rdkafka passes
 * each delivery report as an object of its own.
 */
import type { MessageHeader, Producer } from 'node-rdkafka'
import { type PlannedProducer, timedEvery } from '../../contracts/run-plan.ts'
import type { ProducerSample } from '../../contracts/sample.ts'
import { ClientStatistics } from './client-statistics.ts'
import { epochMs, epochUs } from './clock.ts'
import { cannotConnect, connectClient, disconnectClient, partitionsIn } from './connect-client.ts'
import type { Rdkafka } from './load-rdkafka.ts'
import { OfferedRecords } from './offered-records.ts'
import { createPartitionChooser, type PartitionChooser } from './partition-chooser.ts'
import { createHeaders, createPlannedPayloads, type Payloads } from './payloads.ts'
import { type LoadEnd, loadEnd, type ProducerLoop, type ProducerOptions, timedSeed } from './producer-loop.ts'
import { ProducerSecond } from './producer-second.ts'
import { producerSettings, queueRecords, statisticsIntervalMs } from './rdkafka-config.ts'
import { type ErrorNames, fateOf } from './rdkafka-errors.ts'
import { writeRecord } from './record-header.ts'
import { ReferenceTransactions, startTransactions } from './reference-transactions.ts'
import { createSendSchedule, type SendSchedule } from './schedule.ts'
import { RecordSample, TimedRecords } from './timed-records.ts'

/**
 * Maximum number of records that are sent in one turn of the event loop. The addon emits at most 100 delivery reports
 * per client and turn. If more records are sent per turn, the reports of an overloaded client are delayed more and more. Its
 * rate then appears too low and its latency too high (with 256 records per turn it reported 23,700 records/s while the brokers
 * took 53,800).
 */
const recordsPerBurst = 64

const disconnectTimeoutMs = 1_500

/**
 * When to call `push` again: at once (`more-due`), when the next record is due (`waiting`), when the queue has room
 * (`queue-full`), or when a synchronous sender may have its acknowledgement (`senders-wait`).
 */
export type PushOutcome = 'more-due' | 'waiting' | 'queue-full' | 'senders-wait'

/** A connected producer. */
export class ReferenceProducer implements ProducerLoop {
  private readonly planned: PlannedProducer
  private readonly producer: Producer
  private readonly schedule: SendSchedule
  private readonly chooser: PartitionChooser
  private readonly payloads: Payloads
  private readonly headers: MessageHeader[] | undefined
  private readonly statistics: ClientStatistics
  private readonly second: ProducerSecond
  /** Times of the records whose latency is measured, until their delivery reports arrive. */
  private readonly timed = new TimedRecords()
  /** Chooses the records whose latency is measured. */
  private readonly sample: RecordSample
  /** Sequence number of the next record, by partition. */
  private readonly sequences: Float64Array
  private readonly errorNames: ErrorNames
  private readonly queueLimit: number
  /** Number of synchronous senders, which bounds the records without a delivery report; Infinity if there are none. */
  private readonly senders: number
  private readonly end: LoadEnd
  /** When due records stop being sent after the end of the load (ms since its start); null until `push` has seen that end. */
  private tailEndsMs: number | null = null
  private readonly offered: OfferedRecords
  private readonly transactions: ReferenceTransactions | null
  private startUs = Number.POSITIVE_INFINITY
  private stoppedAtMs: number | null = null
  private sentRecords = 0
  /** Records in the library without a delivery report. */
  private outstandingRecords = 0
  /**
   * When a synchronous sender was last freed while all of them waited, by a delivery report or by the end of a transaction (µs
   * since 1970); 0 if that has not happened. No record has an earlier intended time.
   */
  private freedUs = 0
  /** True if partition and key of the next record are already chosen, because the library did not accept it before. */
  private hasChosen = false

  /** @param expectedPartitions number of partitions that the client's settings assume */
  constructor(options: ProducerOptions, producer: Producer, partitions: number, expectedPartitions: number) {
    const { planned, index, setup } = options
    this.planned = planned
    this.producer = producer
    this.errorNames = options.errorNames
    const every = timedEvery(planned.recordsPerSec * setup.rateFactor)
    this.second = new ProducerSecond(planned, partitions, every)
    this.sample = new RecordSample(every, timedSeed(options))
    this.statistics = new ClientStatistics(statisticsIntervalMs(expectedPartitions))
    this.sequences = new Float64Array(partitions)
    this.queueLimit = queueRecords(planned, setup.rateFactor)
    this.senders = planned.synchronousSenders ?? Number.POSITIVE_INFINITY
    this.end = loadEnd(options)
    this.schedule = createSendSchedule({ ...planned, durationMs: setup.durationMs, schedule: setup.schedule })
    this.offered = new OfferedRecords(this.schedule, this.isClosedLoop)
    this.chooser = createPartitionChooser(planned, { partitions, producerIndex: index, seed: setup.seed })
    this.payloads = createPlannedPayloads(options)
    this.headers = planned.headers === undefined ? undefined : createHeaders(planned.headers)
    this.transactions = this.createTransactions()
    this.listen()
  }

  /** @param atEpochMs start of the schedule (epoch ms, clock.ts) */
  start(atEpochMs: number): void {
    this.startUs = atEpochMs * 1000
    this.statistics.rebase()
  }

  stopLoad(): void {
    if (epochMs() - this.startUs / 1000 < this.end.endMs) this.stopNow()
  }

  stopNow(): void {
    this.stoppedAtMs ??= Math.max(0, epochMs() - this.startUs / 1000)
  }

  get hasEnded(): boolean {
    return !this.hasMore && (this.transactions === null || this.transactions.openRecords === 0)
  }

  /** True while records are due or will be due. */
  get hasMore(): boolean {
    return this.stoppedAtMs === null && this.sentRecords < this.schedule.totalRecords
  }

  /** Sends the records that are due, at most one burst, and processes delivery reports. */
  push(): PushOutcome {
    this.producer.poll()
    const outcome = this.sendDue()
    this.transactions?.endIfDue(!this.hasMore)
    return outcome
  }

  private sendDue(): PushOutcome {
    if (!this.hasMore || this.transactions?.isOpen === false) return 'waiting'
    const elapsedMs = (epochUs() - this.startUs) / 1000
    if (elapsedMs > this.end.endMs) {
      this.tailEndsMs ??= elapsedMs + this.end.tailMs
      if (elapsedMs >= this.tailEndsMs) this.stopNow()
    }
    const due = this.schedule.dueBy(elapsedMs)
    const end = Math.min(due, this.sentRecords + recordsPerBurst)
    while (this.sentRecords < end && this.stoppedAtMs === null) {
      if (this.outstandingRecords >= this.senders) return 'senders-wait'
      if (!this.handOver()) return 'queue-full'
    }
    return this.sentRecords < due ? 'more-due' : 'waiting'
  }

  private get isClosedLoop(): boolean {
    return this.senders !== Number.POSITIVE_INFINITY
  }

  /** Returns the sample of the second that ends now. @param isLast true to include all remaining client statistics */
  takeSecond(nowMs: number, isLast: boolean): ProducerSample {
    const elapsedMs = this.stoppedAtMs ?? nowMs - this.startUs / 1000
    const gauges = {
      ...this.offered.take(elapsedMs, this.sentRecords),
      outstandingRecords: this.outstandingRecords,
    }
    return this.second.take(gauges, this.statistics.take(nowMs, isLast))
  }

  async disconnect(): Promise<void> {
    await this.transactions?.close()
    await disconnectClient(this.producer, disconnectTimeoutMs)
  }

  private handOver(): boolean {
    if (this.outstandingRecords >= this.queueLimit) {
      this.second.queueFullRetries += 1
      return false
    }
    const { values, view } = this.payloads
    const value = values[this.sentRecords % values.length] ?? Buffer.alloc(0)
    if (!this.hasChosen) this.chooser.next(value.length)
    this.hasChosen = true
    const { partition, key } = this.chooser
    const intendedUs = Math.max(this.freedUs, this.startUs + this.schedule.offsetMsOf(this.sentRecords) * 1000)
    const sequence = this.sequences[partition] ?? 0
    writeRecord(view, value.byteOffset, sequence, intendedUs)
    const isTimed = this.sentRecords === this.sample.next
    const slot = isTimed ? this.timed.hold(intendedUs, epochUs()) : undefined
    if (!this.produce(partition, value, key, slot)) return false
    if (isTimed) this.sample.moveOn()
    this.hasChosen = false
    this.sequences[partition] = sequence + 1
    this.sentRecords += 1
    this.outstandingRecords += 1
    this.transactions?.noteSent(partition)
    this.second.acceptedRecords += 1
    return true
  }

  private produce(partition: number, value: Buffer, key: Buffer | null, slot: number | undefined): boolean {
    try {
      this.producer.produce(this.planned.topic, partition, value, key, undefined, slot, this.headers)
      return true
    } catch (error) {
      if (slot !== undefined) this.timed.release(slot)
      const codeName = this.errorNames(error instanceof Error ? error : { message: String(error) })
      if (codeName === 'ERR__QUEUE_FULL') this.second.queueFullRetries += 1
      else {
        this.second.noteError(codeName)
        this.transactions?.noteRefused()
      }
      return false
    }
  }

  private createTransactions(): ReferenceTransactions | null {
    const { transactionMs } = this.planned
    if (transactionMs === undefined) return null
    const { producer, second, errorNames } = this
    // Synchronous senders wait for the commit, so no record of theirs is due before it.
    const onEnd = (endedUs: number) => {
      if (this.isClosedLoop) this.freedUs = endedUs
    }
    const onFailure = () => this.stopNow()
    return new ReferenceTransactions(producer, { transactionMs, second, errorNames, onEnd, onFailure })
  }

  /** Records all three times of the same record in the same second, so that response = schedule delay + service. */
  private noteLatencies(slot: number): void {
    const nowUs = epochUs()
    const sentUs = this.timed.sentUsOf(slot)
    const intendedUs = this.timed.intendedUsOf(slot)
    this.second.serviceUs.recordUs(nowUs - sentUs)
    this.second.responseUs.recordUs(nowUs - intendedUs)
    this.second.scheduleDelayUs.recordUs(sentUs - intendedUs)
  }

  private listen(): void {
    const keyBytes = this.planned.recordKeyBytes
    this.producer.on('delivery-report', (error, report) => {
      if (this.outstandingRecords === this.senders) this.freedUs = epochUs()
      this.outstandingRecords -= 1
      const slot: number | undefined = report.opaque
      this.transactions?.noteReport(!error)
      if (error) {
        const codeName = this.errorNames(error)
        this.second.noteFailed(codeName, fateOf(codeName))
      } else {
        this.second.noteAcked(report.partition, report.size + keyBytes)
        if (slot !== undefined) this.noteLatencies(slot)
      }
      if (slot !== undefined) this.timed.release(slot)
    })
    this.producer.on('event.stats', ({ message }: { message: string }) => this.statistics.observe(message, epochMs()))
    this.producer.on('event.throttle', ({ throttleTime }: { throttleTime?: number }) =>
      this.statistics.noteThrottle(throttleTime ?? 0),
    )
    this.producer.on('event.error', (error) => this.second.noteError(this.errorNames(error)))
  }
}

/** Connects a producer that uses the reference loop. */
export async function connectReferenceProducer(
  rdkafka: Rdkafka,
  options: ProducerOptions,
): Promise<{ readonly producer: ReferenceProducer; readonly partitions: number }> {
  const { planned, setup } = options
  const expected = setup.partitionsByTopic?.[planned.topic] ?? 1
  const settings = producerSettings(planned, setup.access, expected, setup.rateFactor)
  const client = new rdkafka.Producer({ ...settings.client, dr_cb: true }, settings.topic)
  client.on('event.error', () => undefined)
  const metadata = await connectClient(client, {
    name: planned.clientId,
    topic: planned.topic,
    timeoutMs: setup.setupTimeoutMs,
  })
  if (planned.transactionMs !== undefined) {
    const failure = await startTransactions(client, setup.setupTimeoutMs)
    if (failure !== null) throw cannotConnect(planned.clientId, failure)
  }
  const partitions = setup.partitionsByTopic?.[planned.topic] ?? partitionsIn(metadata, planned.topic)
  return { producer: new ReferenceProducer(options, client, partitions, expected), partitions }
}
