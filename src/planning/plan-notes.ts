/**
 * Notes on a plan that users see before the run starts.
 */
import { minClaimMs, minSteadyWindows, wholeWindowsOf, windowSecondsOf } from '../contracts/plan-windows.ts'
import { peakFactorOf, type RunPlan, timedEvery } from '../contracts/run-plan.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration } from '../units/duration.ts'

/** A note if not every record is timed at the highest rate of the schedule. */
export function timingNotes({ producers, schedule }: Pick<RunPlan, 'producers' | 'schedule'>): string[] {
  const factor = peakFactorOf(schedule)
  const every = Math.max(1, ...producers.map(({ recordsPerSec }) => timedEvery(recordsPerSec * factor)))
  if (every === 1) return []
  const rate = schedule.kind === 'constant' ? 'At this rate' : 'At the rates of its ramp'
  return [
    `${rate}, one in ${formatCount(every)} records of a producer is timed and stands for ${formatCount(every)}. All records are counted.`,
  ]
}

/** A note if the load is too short for a verdict, with the length that is needed. */
export function lengthNotes(plan: RunPlan): string[] {
  const windows = wholeWindowsOf(plan)
  if (windows >= minSteadyWindows) return []
  const windowsText =
    windows === 0 ? 'no whole quota window' : `${windows} whole quota ${windows === 1 ? 'window' : 'windows'}`
  const neededMs = minClaimMs(plan)
  return [
    `This load is too short for a verdict. In ${formatDuration(plan.durationMs)} it has ${windowsText} of ${formatCount(windowSecondsOf(plan))} s after its burn-in, and ${minSteadyWindows} are needed. Use at least ${neededMs / 1000}s (${formatDuration(neededMs)}).`,
  ]
}
