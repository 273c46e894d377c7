/**
 * Divides a plan's load into quota windows. The same rules predict the windows before a run and divide the samples
 * after it.
 */
import type { RunPlan } from './run-plan.ts'

/** Kafka's default quota window: 11 samples of one second. */
export const defaultQuotaWindowMs = 11_000

/** Duration of the burn-in, in quota windows. */
export const burnInWindows = 2

/**
 * Minimum number of whole quota windows for a verdict. With fewer, Student's t makes the interval too wide to be
 * useful.
 */
export const minSteadyWindows = 8

/** The parts of a plan that determine which seconds of its load count. */
export type PlannedLoad = Pick<RunPlan, 'producers' | 'burnInMs' | 'quotaWindowMs' | 'durationMs'>

/** Returns the duration of a quota window in whole seconds, because a sample covers a full second. */
export function windowSecondsOf({ quotaWindowMs }: Pick<PlannedLoad, 'quotaWindowMs'>): number {
  return Math.max(1, Math.round(quotaWindowMs / 1000))
}

/** Returns the first second that can count: after the burn-in, and after the last producer has started. */
export function firstCountingSecond({ producers, burnInMs }: PlannedLoad): number {
  const lastStartMs = Math.max(0, ...producers.map(({ startDelayMs }) => startDelayMs))
  return Math.ceil(Math.max(burnInMs, lastStartMs) / 1000)
}

/** Returns the number of whole windows that can count. In a run whose seconds are incomplete, fewer windows count. */
export function wholeWindowsOf(load: PlannedLoad): number {
  const seconds = Math.floor(load.durationMs / 1000) - firstCountingSecond(load)
  return Math.max(0, Math.floor(seconds / windowSecondsOf(load)))
}

/** Returns the minimum duration in ms of a load with enough windows for a verdict, everything else as planned. */
export function minClaimMs(load: PlannedLoad): number {
  const fullBurnIn = { ...load, burnInMs: burnInWindows * load.quotaWindowMs }
  return 1000 * (firstCountingSecond(fullBurnIn) + minSteadyWindows * windowSecondsOf(load))
}
