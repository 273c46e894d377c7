/**
 * Cuts a load into whole quota windows after the burn-in.
 *
 * Under a quota the rate is a sawtooth during the whole run, because clients use up the quota of a window in its first
 * seconds. So only means over whole windows are meaningful.
 */
import type { Figures } from '../contracts/figures.ts'
import { firstCountingSecond, windowSecondsOf } from '../contracts/plan-windows.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { figuresOver } from './rates.ts'

/** Samples must cover at least this share of a window's seconds. It tolerates one missing second of eleven. */
const minCoverage = 0.9

/** One whole quota window. */
export interface QuotaWindow {
  /** The first second of the window, and the first second after it. */
  readonly fromSecond: number
  readonly toSecond: number
  readonly samples: readonly Sample[]
  /** The five figures over the window. */
  readonly figures: Figures
}

/** The whole windows of a load, in order, without those of which samples cover less than `minCoverage`. */
export function cutQuotaWindows(plan: RunPlan, load: readonly Sample[]): QuotaWindow[] {
  const length = windowSecondsOf(plan)
  const first = firstCountingSecond(plan)
  const end = Math.floor(plan.durationMs / 1000)
  const covered = coveredSeconds(load)
  const byWindow = new Map<number, Sample[]>()
  for (const sample of load) {
    const index = Math.floor((sample.second - first) / length)
    if (index < 0 || first + (index + 1) * length > end) continue
    const samples = byWindow.get(index)
    if (samples === undefined) byWindow.set(index, [sample])
    else samples.push(sample)
  }
  return [...byWindow.entries()]
    .sort(([left], [right]) => left - right)
    .map(([index, samples]) => ({
      fromSecond: first + index * length,
      toSecond: first + (index + 1) * length,
      samples,
      figures: figuresOver(samples),
    }))
    .filter(({ fromSecond }) => {
      const seconds = Array.from({ length }, (_, index) => fromSecond + index)
      return seconds.filter((second) => covered.has(second)).length >= minCoverage * length
    })
}

/** Numbers of the covered seconds. A long sample also covers seconds before it that have no sample. */
function coveredSeconds(load: readonly Sample[]): Set<number> {
  const covered = new Set<number>()
  for (const [index, sample] of load.entries()) {
    const before = load[index - 1]?.second ?? -1
    const first = Math.max(before + 1, sample.second + 1 - Math.max(1, Math.round(sample.durationMs / 1000)))
    for (let second = first; second <= sample.second; second += 1) covered.add(second)
  }
  return covered
}

/** Two neighbouring windows. Their seconds are weighted by a triangle (a tent), highest at the boundary of the two. */
export interface WindowPair {
  readonly fromSecond: number
  /** The five figures over the pair, with these weights. */
  readonly figures: Figures
}

/**
 * Pairs every window with the next one.
 *
 * A quota's sawtooth repeats about once per window, but not exactly. The edges of plain windows sometimes cut before a
 * burst and sometimes after it, which looks like noise. Triangular weights avoid that, because they fall to zero at the
 * edges. The sum of all triangles weights every second equally, except those of the first and the last window.
 */
export function pairWindows(windows: readonly QuotaWindow[]): WindowPair[] {
  return windows.flatMap((window, index) => {
    const next = windows[index + 1]
    if (next === undefined || next.fromSecond !== window.toSecond) return []
    const length = window.toSecond - window.fromSecond
    const weightOf = ({ second }: Sample) => length - Math.abs(second + 0.5 - window.toSecond)
    return [{ fromSecond: window.fromSecond, figures: figuresOver([...window.samples, ...next.samples], weightOf) }]
  })
}
