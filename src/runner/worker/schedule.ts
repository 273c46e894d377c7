/**
 * The open-loop schedule of one producer, which gives the intended send time of each record. Pure.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'

/** Times are in milliseconds since the agreed start. Records are numbered from 0. */
export type SendSchedule = {
  /** Number of records in the whole load. */
  readonly totalRecords: number
  /** Intended send time of record `index`. */
  offsetMsOf(index: number): number
  /** Number of records whose intended time is at or before `elapsedMs`. */
  dueBy(elapsedMs: number): number
}

/** The load of one producer. */
export type SendScheduleOptions = {
  readonly recordsPerSec: number
  readonly startDelayMs: number
  /** Duration of the load. All intended times are before its end. */
  readonly durationMs: number
  readonly schedule: RunPlan['schedule']
}

/** The numbers that determine a schedule. The load engine computes with the same (engine/send-schedule.c). */
export type ScheduleNumbers = {
  readonly startDelayMs: number
  /** Time from the first record to the end of the load. */
  readonly lengthMs: number
  /** Rate at the beginning, in records per ms. */
  readonly fromPerMs: number
  /** Increase of the rate, in records per ms². 0 for a constant rate, negative if the rate falls. */
  readonly slope: number
  readonly totalRecords: number
}

/** Computes the numbers of a schedule. */
export function scheduleNumbers(options: SendScheduleOptions): ScheduleNumbers {
  const { startDelayMs, schedule } = options
  const lengthMs = Math.max(0, options.durationMs - startDelayMs)
  const perMs = options.recordsPerSec / 1000
  const fromPerMs = schedule.kind === 'ramp' ? perMs * schedule.fromFactor : perMs
  const slope = schedule.kind === 'ramp' && lengthMs > 0 ? (perMs * schedule.toFactor - fromPerMs) / lengthMs : 0
  // Rounded up, because record 0 is intended at t = 0. A record whose intended time is exactly the end is not part of the load.
  const totalRecords = Math.max(0, Math.ceil(recordsAfter({ fromPerMs, slope }, lengthMs) - roundingError))
  return { startDelayMs, lengthMs, fromPerMs, slope, totalRecords }
}

/**
 * Creates a schedule. The intended time of record k is startDelay + t with N(t) = k. N is the integral of the rate,
 * which is rate x t for a constant rate and rate x (from x t + (to - from) x t² / 2D) for a ramp of duration D.
 */
export function createSendSchedule(options: SendScheduleOptions): SendSchedule {
  const numbers = scheduleNumbers(options)
  const { startDelayMs, lengthMs, fromPerMs, slope, totalRecords } = numbers
  const timeOf = slope === 0 ? (index: number) => index / fromPerMs : rampInverse(fromPerMs, slope)
  return {
    totalRecords,
    offsetMsOf: (index) => startDelayMs + timeOf(index),
    dueBy(elapsedMs) {
      const ms = elapsedMs - startDelayMs
      if (ms < 0) return 0
      if (ms >= lengthMs) return totalRecords
      return Math.min(totalRecords, Math.floor(recordsAfter(numbers, ms) + roundingError) + 1)
    },
  }
}

function recordsAfter({ fromPerMs, slope }: Pick<ScheduleNumbers, 'fromPerMs' | 'slope'>, ms: number): number {
  return fromPerMs * ms + (slope * ms * ms) / 2
}

/** Tolerance for the rounding errors of floating-point arithmetic, in records. */
const roundingError = 1e-6

/**
 * Solves N(t) = k for t: the positive root of slope/2 t² + from t - k = 0, in a form that is accurate for slopes near
 * 0.
 */
function rampInverse(fromPerMs: number, slope: number): (index: number) => number {
  return (index) => {
    if (index === 0) return 0
    const discriminant = Math.max(0, fromPerMs * fromPerMs + 2 * slope * index)
    return (2 * index) / (fromPerMs + Math.sqrt(discriminant))
  }
}
