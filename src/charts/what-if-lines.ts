/**
 * The lines of a what-if chart above the offered load: the capacity at each value of the field, and loads to compare with it.
 */
import { targetUtilisation } from '../contracts/target-utilisation.ts'
import { upperFirst } from '../units/first-letter.ts'
import { formatPercent } from '../units/ratio.ts'
import type { Annotation, PlaceNote, Point, Series } from './chart-description.ts'
import { formatValue } from './value-format.ts'
import {
  isWithoutRate,
  type RegimeKind,
  regimesOf,
  type WhatIfCurve,
  type WhatIfGrowth,
  type WhatIfPoint,
  withoutRateText,
} from './what-if-regimes.ts'
import { bindingClause } from './what-if-sentence.ts'

/**
 * The field varies the load itself if the offered wire bytes change by more than this share. A smaller change may come
 * from batches, which are smaller on a larger cluster.
 */
const sameLoadTolerance = 0.15
/** The line of the capacity is cut off at this many times the highest load, so that the lines of the loads stay apart. */
const shownCapacityFactor = 1.6

/** If the offered wire bytes change by at most this share, they are drawn as one straight line with its name beside it. */
const flatLoadTolerance = 0.005

/** True if the offered load is at every value what it is now. */
export function isFlatLoad(curve: WhatIfCurve): boolean {
  return isSameLoad(curve, flatLoadTolerance)
}

function isSameLoad({ points, now: { offeredBytesPerSec } }: WhatIfCurve, tolerance: number): boolean {
  if (offeredBytesPerSec === 0) return false
  return points.every((point) => {
    const change = Math.abs(point.offeredBytesPerSec - offeredBytesPerSec)
    return point.offeredBytesPerSec === 0 || change <= tolerance * offeredBytesPerSec
  })
}

/**
 * The offered load if it is flat, the capacity that the target utilisation needs, and the load after the growth. Empty if the
 * field varies the load itself.
 */
export function loadTicks(curve: WhatIfCurve, growth: WhatIfGrowth | null): Annotation[] {
  if (!isSameLoad(curve, sameLoadTolerance)) return []
  const { offeredBytesPerSec } = curve.now
  const tick = (value: number, name: string): Annotation => {
    return { kind: 'tick', axis: 'y', value, label: `${name}: ${formatValue(value, 'bytes-per-sec')}` }
  }
  return [
    ...(isFlatLoad(curve) ? [tick(offeredBytesPerSec, 'offered')] : []),
    tick(offeredBytesPerSec / targetUtilisation, `needed to stay at ${formatPercent(targetUtilisation)}`),
    ...(growth === null ? [] : [tick(offeredBytesPerSec * growth.factor, `load ${growth.when}`)]),
  ]
}

/**
 * The line of the rate that could be carried, at the values at which the whole load fits. Above `topBytesPerSec` it is cut
 * off. Empty if the load fits at no value.
 */
export function capacitySeries(points: readonly WhatIfPoint[], topBytesPerSec: number): Series[] {
  if (!points.some(({ fitsWholeLoad }) => fitsWholeLoad)) return []
  const line = points.map(({ x, fitsWholeLoad, capacityBytesPerSec: y }): Point => {
    return { x, y: fitsWholeLoad && y !== null && y <= topBytesPerSec ? y : null }
  })
  return [{ kind: 'line', id: 'capacity', label: 'could carry', mark: 'predicted-capacity', points: line }]
}

/** The highest rate that the chart shows: the largest load, or the capacity up to `shownCapacityFactor` times that. */
export function shownTop(points: readonly WhatIfPoint[], highest: number, ticks: readonly Annotation[]): number {
  const loads = Math.max(highest, ...ticks.map((tick) => (tick.kind === 'tick' ? tick.value : 0)))
  const capacity = Math.max(0, ...points.map((point) => (point.fitsWholeLoad ? (point.capacityBytesPerSec ?? 0) : 0)))
  return Math.max(loads, Math.min(capacity, loads * shownCapacityFactor))
}

/** The deciding limit at each value, in words, for the pointer. */
export function decidingNotes({ points }: WhatIfCurve): PlaceNote[] {
  return regimesOf(points).flatMap((regime) =>
    regime.points.map((point) => ({ x: point.x, text: decidingText(regime.kind, point) })),
  )
}

function decidingText(kind: RegimeKind, { binding, capacityBytesPerSec }: WhatIfPoint): string {
  if (isWithoutRate(kind)) return `The workload is ${withoutRateText(kind)}`
  const clause = bindingClause(binding)
  if (kind === 'binds') return upperFirst(clause)
  const most = capacityBytesPerSec === null ? '' : ` at ${formatValue(capacityBytesPerSec, 'bytes-per-sec')}`
  return `The whole load fits; beyond it ${clause} first${most}`
}
