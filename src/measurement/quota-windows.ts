/**
 * Cuts a load into whole quota windows after the burn-in.
 *
 * Under a quota the flow is a sawtooth for the whole run (a window's allowance goes out in its first seconds); only
 * means over whole windows say anything.
 */
import type { Figures } from '../contracts/figures.ts'
import { firstCountingSecond, windowSecondsOf } from '../contracts/plan-windows.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { figuresOver } from './rates.ts'

/** Share of a window's seconds that samples must cover for it to count. One lost second of eleven is borne. */
const leastCoverage = 0.9

/** One whole quota window. */
export interface QuotaWindow {
  /** First second of the window, and first second after it. */
  readonly fromSecond: number
  readonly toSecond: number
  readonly samples: readonly Sample[]
  /** The five figures over the window. */
  readonly figures: Figures
}

/** The whole windows of a load, in order. Windows with too little measured time are left out. */
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

/** Numbers of the seconds that samples stand for: a late one also for those before it that have none of their own. */
function coveredSeconds(load: readonly Sample[]): Set<number> {
  const covered = new Set<number>()
  for (const [index, sample] of load.entries()) {
    const before = load[index - 1]?.second ?? -1
    const first = Math.max(before + 1, sample.second + 1 - Math.max(1, Math.round(sample.durationMs / 1000)))
    for (let second = first; second <= sample.second; second += 1) covered.add(second)
  }
  return covered
}

/** Two neighbouring windows, their seconds weighted like a tent: most where the windows meet, least at the far ends. */
export interface WindowPair {
  readonly fromSecond: number
  /** The five figures over the pair, so weighted. */
  readonly figures: Figures
}

/**
 * Pairs every window with the next one.
 *
 * The teeth of a quota repeat about once a window, not exactly: the edges of plain windows cut now before a burst and now
 * after it, which looks like noise and is none. A tent has soft edges. All tents together weigh every second alike, but
 * for those of the first and the last window.
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
