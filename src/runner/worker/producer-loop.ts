/**
 * The interface of the loop that sends the records of one producer of the plan and counts every acknowledgement and
 * failure. There are two loops: the native one (native-producer.ts), and the reference loop in JavaScript
 * (reference-producer.ts), which is used if the native one cannot be loaded. From one plan and seed both send the same
 * records to the same partitions.
 */
import type { PlannedProducer } from '../../contracts/run-plan.ts'
import type { ProducerSample } from '../../contracts/sample.ts'
import type { WorkerSetup } from '../host/worker-messages.ts'
import type { ErrorNames } from './rdkafka-errors.ts'

/** A producer of the plan, and the facts about its run that it needs. */
export type ProducerOptions = {
  readonly planned: PlannedProducer
  /** Number of the producer in the plan. */
  readonly index: number
  readonly setup: WorkerSetup
  readonly errorNames: ErrorNames
}

/** A connected producer. */
export type ProducerLoop = {
  /** @param atEpochMs start of the schedule (epoch ms, clock.ts) */
  start(atEpochMs: number): void
  /**
   * Ends the schedule now. After the end of the load it does nothing, because the loop then ends when it has sent all
   * records that are due. A busy machine may have paused this process, so the loop needs that time.
   */
  stopLoad(): void
  /** Ends the schedule now, whatever is still due. */
  stopNow(): void
  /** True if the last sample contains every record that this producer sends. */
  readonly hasEnded: boolean
  /** Returns the sample of the second that ends now. @param isLast true to include all remaining client statistics */
  takeSecond(nowMs: number, isLast: boolean): ProducerSample
  disconnect(): Promise<void>
}

/**
 * After the end of the load, records that were due are still sent for this long. The time counts from when the loop first sees
 * that the load has ended, because a busy machine may have paused the loop. Records that are left after it stay unsent.
 */
const tailMs = 100

/** When the schedule ends, and for how long records that were due are still sent after the loop has seen that end. */
export type LoadEnd = {
  /** Since the start of the load. */
  readonly endMs: number
  /** 0 for synchronous senders, which have no backlog to send after the end. */
  readonly tailMs: number
}

/** The end of the load of one producer, in ms since the agreed start. */
export function loadEnd({ planned, setup }: ProducerOptions): LoadEnd {
  return { endMs: setup.durationMs, tailMs: planned.synchronousSenders === undefined ? tailMs : 0 }
}

/** Seed of the choice of records that are timed. */
export function timedSeed({ index, setup }: ProducerOptions): number {
  return (setup.seed ^ ~index) >>> 0
}
