/**
 * Cuts a load into whole quota windows after the burn-in.
 *
 * Under a quota the rate is a sawtooth during the whole run, because the quota of a window is used in its first
 * seconds. Only means over whole windows are meaningful.
 */
import type { Figures } from '../contracts/figures.ts'
import { firstCountingSecond, windowSecondsOf } from '../contracts/plan-windows.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { figuresOver } from './rates.ts'

/** Share of a window's seconds that samples must cover. One missing second of eleven is tolerated. */
const leastCoverage = 0.9

/** One whole quota window. */
export interface QuotaWindow {
  /** First second of the window, and the second after its end. */
  readonly fromSecond: number
  readonly toSecond: number
  readonly samples: readonly Sample[]
  /** The five figures over the window. */
  readonly figures: Figures
}

/** The whole windows of a load, in order, without those that samples do not cover enough. */
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
      return seconds.filter((second) => covered.has(second)).length >= leastCoverage * length
    })
}

/** Numbers of the covered seconds. A late sample also covers the seconds before it that have none. */
function coveredSeconds(load: readonly Sample[]): Set<number> {
  const covered = new Set<number>()
  for (const [index, sample] of load.entries()) {
    const before = load[index - 1]?.second ?? -1
    const first = Math.max(before + 1, sample.second + 1 - Math.max(1, Math.round(sample.durationMs / 1000)))
    for (let second = first; second <= sample.second; second += 1) covered.add(second)
  }
  return covered
}

/** Two neighbouring windows. The weights of their seconds are a tent, highest where the windows meet. */
export interface WindowPair {
  readonly fromSecond: number
  /** The five figures over the pair, with these weights. */
  readonly figures: Figures
}

/**
 * Pairs every window with the next one.
 *
 * The sawtooth of a quota repeats about once per window, but not exactly. The edges of plain windows sometimes cut
 * before a burst and sometimes after it, which looks like noise. A tent has soft edges. The sum of all tents weights
 * every second equally, except those of the first and the last window.
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
