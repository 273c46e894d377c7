/**
 * How a plan's load falls into quota windows: what is said of it before the start and what is cut after it are the same.
 */
import type { RunPlan } from './run-plan.ts'

/** Kafka's own quota window: 11 samples of one second. */
export const defaultQuotaWindowMs = 11_000

/** Quota windows before anything counts. */
export const burnInWindows = 2

/** Whole quota windows that a claim needs: with fewer, Student's t makes the interval wider than it is worth. */
export const leastSteadyWindows = 8

/** What decides which seconds of a load count. */
export type PlannedLoad = Pick<RunPlan, 'producers' | 'burnInMs' | 'quotaWindowMs' | 'durationMs'>

/** Length of a quota window in whole seconds, as samples can be cut. */
export function windowSecondsOf({ quotaWindowMs }: Pick<PlannedLoad, 'quotaWindowMs'>): number {
  return Math.max(1, Math.round(quotaWindowMs / 1000))
}

/** First second that may count: after the burn-in, and after the last producer has begun. */
export function firstCountingSecond({ producers, burnInMs }: PlannedLoad): number {
  const lastStartMs = Math.max(0, ...producers.map(({ startDelayMs }) => startDelayMs))
  return Math.ceil(Math.max(burnInMs, lastStartMs) / 1000)
}

/** Whole windows that may count; where seconds are lost, fewer do. */
export function wholeWindowsOf(load: PlannedLoad): number {
  const seconds = Math.floor(load.durationMs / 1000) - firstCountingSecond(load)
  return Math.max(0, Math.floor(seconds / windowSecondsOf(load)))
}

/** The shortest load that has the windows of a claim, all else as planned, in ms. */
export function leastClaimMs(load: PlannedLoad): number {
  const whole = { ...load, burnInMs: burnInWindows * load.quotaWindowMs }
  return 1000 * (firstCountingSecond(whole) + leastSteadyWindows * windowSecondsOf(load))
}
