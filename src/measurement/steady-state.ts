/**
 * Finds the steady part of a run, and what makes it doubtful.
 */
import type { FigureIntervals, FigureName } from '../contracts/figures.ts'
import { firstCountingSecond, leastSteadyWindows } from '../contracts/plan-windows.ts'
import type { Interval } from '../contracts/primitives.ts'
import type { Result, SteadyWindow } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { batchMeansInterval, meanOf, tentMeansInterval, trendOf } from './batch-means.ts'
import { createServiceTimeReader, isServiceTimeRising, type ServiceTimeReader } from './latency-drift.ts'
import { isUnacknowledgedGrowing, samplesOf } from './pile-up.ts'
import { cutQuotaWindows, pairWindows, type QuotaWindow, type WindowPair } from './quota-windows.ts'
import { ackedRatioOver } from './rates.ts'

/** Smallest number of windows for an interval. */
const leastWindowsForInterval = 2

/** Half width of the 95 % interval, as a share of the mean, above which figures are too noisy. */
const noisyHalfWidthFraction = 0.05

/**
 * Largest drift over the steady windows, as a share of the mean, that counts as settled. Two runs that differ by less
 * than 3 % count as equal, so a smaller drift does not matter.
 */
const settledDriftFraction = 0.03

/** Largest share of the windows that may be cut off because they have not settled. */
const mostCutFraction = 0.5

/** Acked / offered from which on the offered load counts as met. */
export const metAckedRatio = 0.995

/** Figures that must be steady: those that services limit, and records. */
const steadyFigures: readonly FigureName[] = ['ingressWireBytesPerSec', 'egressWireBytesPerSec', 'recordsPerSec']

/** The steady part of a run, which counts. */
export interface SteadyState {
  readonly steadyWindow: SteadyWindow
  readonly windows: readonly QuotaWindow[]
  /** Figures over the windows; null if there are fewer than two. */
  readonly steady: Result['steady']
}

/**
 * Finds the steady windows of a load.
 *
 * They begin after the burn-in. If the run has not settled by then, first windows are cut off as long as eight remain.
 * If it never settles, all windows are kept and marked.
 */
export function findSteadyState(plan: RunPlan, load: readonly Sample[]): SteadyState {
  const windows = cutQuotaWindows(plan, load)
  const whole: Part = { windows, pairs: pairWindows(windows) }
  if (windows.length < leastSteadyWindows) return describe(plan, whole, 'too-short')
  const serviceTimes = createServiceTimeReader()
  const mostCut = Math.min(windows.length - leastSteadyWindows, Math.floor(windows.length * mostCutFraction))
  for (let cut = 0; cut <= mostCut; cut += 1) {
    const rest = without(whole, cut)
    if (isSettled(rest, serviceTimes)) return describe(plan, rest, isNoisy(rest) ? 'too-noisy' : null)
  }
  return describe(plan, whole, 'not-settled')
}

/** Windows of a run, and their pairs. */
interface Part {
  readonly windows: readonly QuotaWindow[]
  readonly pairs: readonly WindowPair[]
}

function without(whole: Part, first: number): Part {
  const windows = whole.windows.slice(first)
  const fromSecond = windows[0]?.fromSecond ?? Number.POSITIVE_INFINITY
  return { windows, pairs: whole.pairs.filter((pair) => pair.fromSecond >= fromSecond) }
}

function describe(plan: RunPlan, part: Part, doubt: SteadyWindow['doubt']): SteadyState {
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
    steady: windows.length < leastWindowsForInterval ? null : intervalsOf(part),
  }
}

function isSettled(part: Part, serviceTimes: ServiceTimeReader): boolean {
  const { windows } = part
  if (steadyFigures.some((name) => isDrifting(part, name))) return false
  const isMet = ackedRatioOver(samplesOf(windows)) >= metAckedRatio
  // Above the limit, backlog and latency of an open-loop load grow without end while the rate is steady.
  return !isMet || !(isUnacknowledgedGrowing(windows) || isServiceTimeRising(windows, serviceTimes))
}

function isDrifting({ pairs }: Part, name: FigureName): boolean {
  const values = pairs.map((pair) => pair.figures[name])
  const trend = trendOf(values)
  return trend.isSignificant && Math.abs(trend.last - trend.first) > settledDriftFraction * meanOf(values)
}

function isNoisy(part: Part): boolean {
  return steadyFigures.some((name) => {
    const { mean, high } = intervalOf(part, name)
    return high - mean > noisyHalfWidthFraction * mean
  })
}

/** Intervals from pairs of windows, or from single windows if there are fewer than two pairs. */
function intervalOf({ windows, pairs }: Part, name: FigureName): Interval {
  if (pairs.length < 2) return batchMeansInterval(windows.map((window) => window.figures[name]))
  return tentMeansInterval(pairs.map((pair) => pair.figures[name]))
}

function intervalsOf(part: Part): FigureIntervals {
  return {
    ingressWireBytesPerSec: intervalOf(part, 'ingressWireBytesPerSec'),
    ingressPayloadBytesPerSec: intervalOf(part, 'ingressPayloadBytesPerSec'),
    egressWireBytesPerSec: intervalOf(part, 'egressWireBytesPerSec'),
    egressPayloadBytesPerSec: intervalOf(part, 'egressPayloadBytesPerSec'),
    recordsPerSec: intervalOf(part, 'recordsPerSec'),
  }
}
