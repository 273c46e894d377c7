/**
 * The open-loop schedule of one producer: which record is intended when. Pure; nothing ever moves an intended time.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'

/** An absolute schedule. Times are milliseconds since the agreed start; records are numbered from 0. */
export type SendSchedule = {
  /** Records that the whole load asks for. */
  readonly totalRecords: number
  /** When record `index` is intended. */
  offsetMsOf(index: number): number
  /** How many records are intended up to and including a time. */
  dueBy(elapsedMs: number): number
}

export type SendScheduleOptions = {
  readonly recordsPerSec: number
  readonly startDelayMs: number
  /** End of the load: no record is intended at or after it. */
  readonly durationMs: number
  readonly schedule: RunPlan['schedule']
}

/**
 * Record k is intended at startDelay + t where N(t) = k and N is the integral of the rate: rate x t where it is
 * constant, rate x (from x t + (to - from) x t² / 2D) on a ramp over D.
 */
export function createSendSchedule(options: SendScheduleOptions): SendSchedule {
  const { startDelayMs, schedule } = options
  const lengthMs = Math.max(0, options.durationMs - startDelayMs)
  const perMs = options.recordsPerSec / 1000
  const fromPerMs = schedule.kind === 'ramp' ? perMs * schedule.fromFactor : perMs
  const slope = schedule.kind === 'ramp' && lengthMs > 0 ? (perMs * schedule.toFactor - fromPerMs) / lengthMs : 0
  const recordsAfter = (ms: number) => fromPerMs * ms + (slope * ms * ms) / 2
  const timeOf = slope === 0 ? (index: number) => index / fromPerMs : rampInverse(fromPerMs, slope)
  // Record k is the first at or after N(t) = k: N exactly at the end belongs to nobody.
  const totalRecords = Math.max(0, Math.ceil(recordsAfter(lengthMs) - roundingError))
  return {
    totalRecords,
    offsetMsOf: (index) => startDelayMs + timeOf(index),
    dueBy(elapsedMs) {
      const ms = elapsedMs - startDelayMs
      if (ms < 0) return 0
      if (ms >= lengthMs) return totalRecords
      return Math.min(totalRecords, Math.floor(recordsAfter(ms) + roundingError) + 1)
    },
  }
}

/** Sums of thousandths do not come out even; a millionth of a record is none. */
const roundingError = 1e-6

/** t of N(t) = k: the positive root of slope/2 t² + from t - k = 0, in the form that stays exact near slope 0. */
function rampInverse(fromPerMs: number, slope: number): (index: number) => number {
  return (index) => {
    if (index === 0) return 0
    const discriminant = Math.max(0, fromPerMs * fromPerMs + 2 * slope * index)
    return (2 * index) / (fromPerMs + Math.sqrt(discriminant))
  }
}
