/**
 * A what-if curve: the prediction at each value of one field, and its regimes. A regime is a section of the curve in which
 * the same limits bind.
 */
import type { Dimension } from '../contracts/dimensions.ts'
import type { Band } from '../contracts/primitives.ts'
import { refusalText } from '../contracts/refusal-text.ts'
import type { ValueFormat } from './value-format.ts'

/** The varied field. */
export type WhatIfField = {
  /** Label in the form, such as "Partitions". */
  readonly label: string
  readonly format: ValueFormat
  /** What the number counts ("partition", "partitions"); null if the value has a unit ("10 ms"). */
  readonly unit: { readonly singular: string; readonly plural: string } | null
  readonly axis: { readonly kind: 'linear' | 'logarithmic'; readonly from: number; readonly to: number }
}

/** The prediction at one value of the field. Rates are wire ingress. */
export type WhatIfPoint = {
  /** Value of the field. */
  readonly x: number
  readonly offeredBytesPerSec: number
  /** Achievable rate; null if the workload is refused or over a guideline, or the value is invalid. */
  readonly achievableBytesPerSec: Band | null
  /**
   * The likely written rate with which consumers keep up. If it is below the achievable rate, they fall behind. Null if
   * the achievable rate is null.
   */
  readonly readBytesPerSec: number | null
  /**
   * The rate at which the first limit is reached if the whole workload grows or shrinks evenly. It may exceed the offered
   * load. Null if the achievable rate is null.
   */
  readonly capacityBytesPerSec: number | null
  /** True if the whole offered load fits. */
  readonly fitsWholeLoad: boolean
  /** True if the vendor advises against the workload, whatever its rate, and no service refuses it. */
  readonly isOverGuideline: boolean
  /** The dimensions that bind, or would bind first if the whole load fits. */
  readonly binding: readonly Dimension[]
  /** The chance that the offered load is met, 0 to 1; null without bands by law, or where the value is invalid. */
  readonly chanceMet: number | null
  /** Declared ingress of the deployment; null if none is published. */
  readonly ingressLimitBytesPerSec: number | null
}

/** A what-if curve. */
export type WhatIfCurve = {
  readonly field: WhatIfField
  /** In ascending order of x; the working point is one of them. */
  readonly points: readonly WhatIfPoint[]
  /** The working point, which is the current value of the field. */
  readonly now: WhatIfPoint
}

/** A growth of the offered load to draw into the chart. */
export type WhatIfGrowth = {
  /** Rates after the growth / rates now. */
  readonly factor: number
  /** "in 3 years". */
  readonly when: string
}

/** Measured and published figures that lie on a curve. Rates are wire ingress. */
export type WhatIfEvidence = {
  /** Runs, each with its 95 % interval. */
  readonly measured: readonly {
    readonly x: number
    readonly meanBytesPerSec: number
    readonly lowBytesPerSec: number
    readonly highBytesPerSec: number
  }[]
  readonly published: readonly { readonly x: number; readonly bytesPerSec: number }[]
}

/**
 * A section of a curve with the same outcome: the load fits, the same limits bind, or the workload is refused or over a
 * guideline at any rate.
 */
export type Regime = {
  readonly kind: RegimeKind
  readonly binding: readonly Dimension[]
  readonly first: WhatIfPoint
  readonly last: WhatIfPoint
  readonly points: readonly WhatIfPoint[]
}

export type RegimeKind = 'fits' | 'binds' | 'refused' | 'over-guideline'

function kindOf({ achievableBytesPerSec, isOverGuideline, fitsWholeLoad }: WhatIfPoint): RegimeKind {
  if (achievableBytesPerSec === null) return isOverGuideline ? 'over-guideline' : 'refused'
  return fitsWholeLoad ? 'fits' : 'binds'
}

/** True if the workload cannot be planned with at any rate. */
export function isWithoutRate(kind: RegimeKind): kind is 'refused' | 'over-guideline' {
  return kind === 'refused' || kind === 'over-guideline'
}

/** What such a workload is: "refused", "over a guideline". */
export function withoutRateText(kind: 'refused' | 'over-guideline'): string {
  return refusalText(kind === 'over-guideline')
}

/** A key that is equal for two points with the same outcome. */
export function regimeKey(point: WhatIfPoint): string {
  const kind = kindOf(point)
  return kind === 'binds' ? `binds ${[...new Set(point.binding)].sort().join(' ')}` : kind
}

/** The regimes of a curve, in ascending order of x. */
export function regimesOf(points: readonly WhatIfPoint[]): Regime[] {
  const regimes: Regime[] = []
  for (const point of points) {
    const before = regimes.at(-1)
    if (before !== undefined && regimeKey(before.last) === regimeKey(point)) {
      regimes[regimes.length - 1] = { ...before, last: point, points: [...before.points, point] }
    } else {
      regimes.push({
        kind: kindOf(point),
        binding: [...new Set(point.binding)],
        first: point,
        last: point,
        points: [point],
      })
    }
  }
  return withoutTies(regimes)
}

/** Where one limit replaces another, both bind at a few points. Those points are added to the second limit's regime. */
function withoutTies(regimes: readonly Regime[]): Regime[] {
  const kept: Regime[] = []
  let tie: Regime | null = null
  for (const [index, regime] of regimes.entries()) {
    const next = regimes[index + 1]
    if (next !== undefined && isTie(regimes[index - 1], regime, next)) {
      tie = regime
      continue
    }
    kept.push(tie === null ? regime : { ...regime, first: tie.first, points: [...tie.points, ...regime.points] })
    tie = null
  }
  return kept
}

function isTie(before: Regime | undefined, regime: Regime, next: Regime): boolean {
  const neighbours = [before, next]
  return (
    regime.kind === 'binds' &&
    regime.binding.length > 1 &&
    neighbours.every(
      (neighbour) => neighbour?.kind === 'binds' && neighbour.binding.every((name) => regime.binding.includes(name)),
    )
  )
}
