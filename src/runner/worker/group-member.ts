/**
 * One member of a consumer group in the reference loop.
 */
import type { Assignment, KafkaConsumer, LibrdKafkaError, Message } from 'node-rdkafka'
import { ClientStatistics, type StatisticsSecond } from './client-statistics.ts'
import { epochMs } from './clock.ts'
import { disconnectClient } from './connect-client.ts'
import type { Member } from './group-loop.ts'
import type { ErrorNames } from './rdkafka-errors.ts'
import { settlesWithin } from './settles-within.ts'

/** librdkafka's error codes of a rebalance event that assigns or revokes partitions. */
const assignPartitions = -175
const revokePartitions = -174

const disconnectTimeoutMs = 1_500
const lastReadTimeoutMs = 500

/** Maximum number of records per call of the library. Processing them takes a few ms, which other work can wait. */
const recordsPerRead = 1_000

/**
 * If a call returned fewer records than this, the next call is delayed, so that records accumulate: the call itself costs as
 * much CPU time as ten records.
 */
const minRecordsForNextRead = 250

/** Maximum time of a call of the library. A close may have to wait this long. */
const maxCallMs = 50

/** The group's callbacks for a member. */
export type MemberListener = {
  onRecord(message: Message): void
  /** The end of a partition was reached, which is this offset. */
  onEnd(partition: number, offset: number): void
  onError(codeName: string): void
  /** Offset at which to start reading a partition that was just assigned. */
  startOffset(partition: number): number
}

/** A connected member. */
export class GroupMember implements Member {
  private readonly consumer: KafkaConsumer
  private readonly topic: string
  private readonly listener: MemberListener
  private readonly errorNames: ErrorNames
  private readonly readPauseMs: number
  private readonly statistics: ClientStatistics
  /** The partitions that are assigned to this member. */
  private owned: readonly number[] = []
  /** How often the group has assigned partitions to this member. */
  private assignments = 0
  private hasJoined = false
  private isClosing = false
  private isPaused = false
  /** Resolves when no call of the library is running and none will follow. */
  private readonly lastRead: Promise<void>
  private afterLastRead: () => void = () => undefined

  constructor(options: {
    readonly consumer: KafkaConsumer
    readonly topic: string
    readonly listener: MemberListener
    readonly errorNames: ErrorNames
    /** Pause after a call that returned few records. Polling adds at most this pause to a record's latency. */
    readonly readPauseMs: number
    readonly statisticsIntervalMs: number
  }) {
    const { consumer, listener, errorNames } = options
    this.errorNames = errorNames
    this.lastRead = new Promise((resolve) => {
      this.afterLastRead = resolve
    })
    this.consumer = consumer
    this.topic = options.topic
    this.readPauseMs = options.readPauseMs
    this.statistics = new ClientStatistics(options.statisticsIntervalMs)
    this.listener = listener
    consumer.on('event.stats', ({ message }: { message: string }) => this.statistics.observe(message, epochMs()))
    consumer.on('event.throttle', ({ throttleTime }: { throttleTime?: number }) =>
      this.statistics.noteThrottle(throttleTime ?? 0),
    )
    consumer.on('partition.eof', ({ partition, offset }) => listener.onEnd(partition, offset))
    consumer.on('event.error', (error) => listener.onError(errorNames(error)))
    consumer.on('rebalance', (error: LibrdKafkaError, partitions: Assignment[]) => this.rebalance(error, partitions))
  }

  join(given: readonly number[] | null): void {
    this.hasJoined = true
    if (given === null) this.consumer.subscribe([this.topic])
    else this.assign(given)
    this.waitForRecord()
  }

  endOffsets(): readonly { readonly partition: number; readonly endOffset: number | null }[] {
    return this.owned.map((partition) => ({ partition, endOffset: this.endOf(partition) }))
  }

  get rebalances(): number {
    return this.assignments
  }

  start(): void {
    this.statistics.rebase()
  }

  pause(): void {
    this.isPaused = true
    this.pauseOwned()
  }

  resume(): void {
    this.isPaused = false
    if (this.owned.length > 0 && this.consumer.isConnected()) this.consumer.resume(this.ownPartitions())
  }

  private pauseOwned(): void {
    if (this.owned.length > 0 && this.consumer.isConnected()) this.consumer.pause(this.ownPartitions())
  }

  private ownPartitions() {
    return this.owned.map((partition) => ({ topic: this.topic, partition }))
  }

  takeStatistics(nowMs: number, isLast: boolean): StatisticsSecond {
    return this.statistics.take(nowMs, isLast)
  }

  async close(): Promise<void> {
    this.isClosing = true
    // Disconnecting while `consume` is running can crash the process.
    if (this.hasJoined) await settlesWithin(this.lastRead, lastReadTimeoutMs)
    if (this.consumer.isConnected()) this.consumer.unsubscribe()
    await disconnectClient(this.consumer, disconnectTimeoutMs)
  }

  /**
   * Waits in the library for the next record, then reads all available records in portions of limited size.
   *
   * The addon's flowing mode is not used: it takes a third more CPU time per record (measured), its queue grows without bound
   * while this process is busy, it stops reading at the first error, and it takes seconds to disconnect.
   */
  private waitForRecord(): void {
    this.read(1, maxCallMs, (taken) => (taken > 0 ? this.readOn() : this.waitForRecord()))
  }

  private readOn(): void {
    this.read(recordsPerRead, 0, (taken) => {
      if (taken === 0) this.waitForRecord()
      else if (taken >= minRecordsForNextRead) setImmediate(() => this.readOn())
      else setTimeout(() => this.readOn(), this.readPauseMs)
    })
  }

  /**
   * Calls the library once. The call returns when it has `maxRecords` records or when none has come for `timeoutMs`. Passes the
   * number of records to `next`.
   */
  private read(maxRecords: number, timeoutMs: number, next: (taken: number) => void): void {
    if (this.isClosing) {
      this.afterLastRead()
      return
    }
    this.consumer.setDefaultConsumeTimeout(timeoutMs)
    this.consumer.consume(maxRecords, (error, messages) => {
      if (error) {
        this.listener.onError(this.errorNames(error))
        // The error may repeat at once.
        setTimeout(() => next(0), maxCallMs)
        return
      }
      for (const message of messages) this.listener.onRecord(message)
      next(messages.length)
    })
  }

  private endOf(partition: number): number | null {
    try {
      const { highOffset } = this.consumer.getWatermarkOffsets(this.topic, partition)
      return highOffset < 0 ? null : highOffset
    } catch {
      // The library reports an error because it has not fetched from the partition yet.
      return null
    }
  }

  private assign(partitions: readonly number[]): void {
    this.owned = partitions
    this.consumer.assign(
      partitions.map((partition) => ({ topic: this.topic, partition, offset: this.listener.startOffset(partition) })),
    )
    if (this.isPaused) this.pauseOwned()
  }

  private rebalance(error: LibrdKafkaError, partitions: readonly Assignment[]): void {
    if (!this.consumer.isConnected()) return
    const own = partitions.filter(({ topic }) => topic === this.topic).map(({ partition }) => partition)
    try {
      if (error.code === assignPartitions && !this.isClosing) {
        this.assignments += 1
        this.assign(own)
      } else if (error.code === assignPartitions || error.code === revokePartitions) {
        this.owned = []
        this.consumer.unassign()
      }
    } catch {
      // The client was disconnected after the event, so partitions can no longer be assigned.
    }
  }
}
