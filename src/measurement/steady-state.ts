/**
 * Finds the steady windows of a run, and says whether they are too few, too noisy or not settled.
 */
import type { FigureIntervals, FigureName } from '../contracts/figures.ts'
import { firstCountingSecond, minSteadyWindows } from '../contracts/plan-windows.ts'
import type { Interval } from '../contracts/primitives.ts'
import type { Result, SteadyWindow } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { batchMeansInterval, meanOf, tentMeansInterval, trendOf } from './batch-means.ts'
import { createServiceTimeReader, isServiceTimeRising, type ServiceTimeReader } from './latency-drift.ts'
import { isUnacknowledgedGrowing, samplesOf } from './pile-up.ts'
import { cutQuotaWindows, pairWindows, type QuotaWindow, type WindowPair } from './quota-windows.ts'
import { ackedRatioOver } from './rates.ts'

/** An interval needs at least this many windows. */
const minWindowsForInterval = 2

/** Figures are too noisy if the half width of their 95 % interval is more than this share of the mean. */
const noisyHalfWidthFraction = 0.05

/**
 * A rate has settled if it drifts over the windows by at most this share of its mean. Two runs that differ by less than
 * 3 % count as equal, so a smaller drift does not matter.
 */
const settledDriftFraction = 0.03

/** At most this share of the windows may be dropped because the rate had not settled. */
const maxDroppedFraction = 0.5

/** The offered load counts as met if acked / offered is at least this. */
export const metAckedRatio = 0.995

/** The figures that must be steady: the wire bytes, which services limit, and the records. */
const steadyFigures: readonly FigureName[] = ['ingressWireBytesPerSec', 'egressWireBytesPerSec', 'recordsPerSec']

/** The part of a run that its figures are computed from. */
export interface SteadyState {
  readonly steadyWindow: SteadyWindow
  readonly windows: readonly QuotaWindow[]
  /** Figures over the windows; null if there are fewer than two windows. */
  readonly steady: Result['steady']
}

/**
 * Finds the steady windows of a load.
 *
 * They begin after the burn-in. If the run has not settled by then, the first windows are dropped, as long as
 * `minSteadyWindows` and half of all windows remain. If the run never settles, all windows are kept and marked as
 * `not-settled`.
 */
export function findSteadyState(plan: RunPlan, load: readonly Sample[]): SteadyState {
  const windows = cutQuotaWindows(plan, load)
  const whole: WindowSeries = { windows, pairs: pairWindows(windows) }
  if (windows.length < minSteadyWindows) return describe(plan, whole, 'too-short')
  const serviceTimes = createServiceTimeReader()
  const maxDropped = Math.min(windows.length - minSteadyWindows, Math.floor(windows.length * maxDroppedFraction))
  for (let dropped = 0; dropped <= maxDropped; dropped += 1) {
    const rest = withoutFirst(whole, dropped)
    if (isSettled(rest, serviceTimes)) return describe(plan, rest, isNoisy(rest) ? 'too-noisy' : null)
  }
  return describe(plan, whole, 'not-settled')
}

/** A series of windows of a run, and the pairs of neighbouring ones. */
interface WindowSeries {
  readonly windows: readonly QuotaWindow[]
  readonly pairs: readonly WindowPair[]
}

function withoutFirst(whole: WindowSeries, dropped: number): WindowSeries {
  const windows = whole.windows.slice(dropped)
  const fromSecond = windows[0]?.fromSecond ?? Number.POSITIVE_INFINITY
  return { windows, pairs: whole.pairs.filter((pair) => pair.fromSecond >= fromSecond) }
}

function describe(plan: RunPlan, part: WindowSeries, doubt: SteadyWindow['doubt']): SteadyState {
  const { windows } = part
  const fromSecond = windows[0]?.fromSecond ?? firstCountingSecond(plan)
  return {
    steadyWindow: {
      fromSecond,
      toSecond: windows.at(-1)?.toSecond ?? fromSecond,
      windows: windows.length,
      doubt,
    },
    windows,
    steady: windows.length < minWindowsForInterval ? null : intervalsOf(part),
  }
}

function isSettled(part: WindowSeries, serviceTimes: ServiceTimeReader): boolean {
  const { windows } = part
  if (steadyFigures.some((name) => isDrifting(part, name))) return false
  const isMet = ackedRatioOver(samplesOf(windows)) >= metAckedRatio
  // Above the limit of the cluster, an open-loop load has a steady rate while its backlog and latency grow without end.
  return !isMet || !(isUnacknowledgedGrowing(windows) || isServiceTimeRising(windows, serviceTimes))
}

function isDrifting({ pairs }: WindowSeries, name: FigureName): boolean {
  const values = pairs.map((pair) => pair.figures[name])
  const trend = trendOf(values)
  return trend.isSignificant && Math.abs(trend.last - trend.first) > settledDriftFraction * meanOf(values)
}

function isNoisy(part: WindowSeries): boolean {
  return steadyFigures.some((name) => {
    const { mean, high } = intervalOf(part, name)
    return high - mean > noisyHalfWidthFraction * mean
  })
}

/** Intervals from pairs of windows, or from single windows if there are fewer than two pairs. */
function intervalOf({ windows, pairs }: WindowSeries, name: FigureName): Interval {
  if (pairs.length < 2) return batchMeansInterval(windows.map((window) => window.figures[name]))
  return tentMeansInterval(pairs.map((pair) => pair.figures[name]))
}

function intervalsOf(part: WindowSeries): FigureIntervals {
  return {
    ingressWireBytesPerSec: intervalOf(part, 'ingressWireBytesPerSec'),
    ingressPayloadBytesPerSec: intervalOf(part, 'ingressPayloadBytesPerSec'),
    egressWireBytesPerSec: intervalOf(part, 'egressWireBytesPerSec'),
    egressPayloadBytesPerSec: intervalOf(part, 'egressPayloadBytesPerSec'),
    recordsPerSec: intervalOf(part, 'recordsPerSec'),
  }
}
