/**
 * A what-if curve as values: the prediction at each value of one field, and the stretches in which one thing holds.
 */
import type { Dimension } from '../contracts/dimensions.ts'
import type { Band } from '../contracts/primitives.ts'
import type { ValueFormat } from './value-format.ts'

/** The field that is varied. */
export type WhatIfField = {
  /** Label in the form: "Partitions". */
  readonly label: string
  readonly format: ValueFormat
  /** What the number counts ("partition", "partitions"); null if the value has a unit ("10 ms"). */
  readonly unit: { readonly singular: string; readonly plural: string } | null
  readonly axis: { readonly kind: 'linear' | 'logarithmic'; readonly from: number; readonly to: number }
}

/** The prediction at one value of the field; rates are ingress on the wire. */
export type WhatIfPlace = {
  readonly x: number
  readonly offeredBytesPerSec: number
  /** Achievable rate; null if the workload is refused or the value is invalid. */
  readonly achievableBytesPerSec: Band | null
  /** Of that, what readers keep up with, likely; null with the achievable rate. Less of it: readers fall behind. */
  readonly readBytesPerSec: number | null
  /** True if the whole offered load fits. */
  readonly isWhole: boolean
  /** What binds, or would bind first if the whole load fits. */
  readonly binding: readonly Dimension[]
  /** The chance that the offered load is met, 0 to 1; null without bands by law, or where the value is invalid. */
  readonly chanceMet: number | null
  /** Declared ingress of the deployment; null if none is published. */
  readonly ingressLimitBytesPerSec: number | null
}

/** A curve. */
export type WhatIfCurve = {
  readonly field: WhatIfField
  /** By rising value; the working point is one of them. */
  readonly places: readonly WhatIfPlace[]
  readonly now: WhatIfPlace
}

/** What was seen of a curve; rates are ingress on the wire. */
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

/** A stretch of a curve in which the same holds: the load fits, the same limits bind, or it is refused. */
export type Regime = {
  readonly kind: 'fits' | 'binds' | 'refused'
  readonly binding: readonly Dimension[]
  readonly first: WhatIfPlace
  readonly last: WhatIfPlace
  readonly places: readonly WhatIfPlace[]
}

/** A key that is equal for two places with the same outcome. */
export function regimeKey(place: WhatIfPlace): string {
  if (place.achievableBytesPerSec === null) return 'refused'
  return place.isWhole ? 'fits' : `binds ${[...new Set(place.binding)].sort().join(' ')}`
}

/** The stretches of a curve, from the smallest value up. */
export function regimesOf(places: readonly WhatIfPlace[]): Regime[] {
  const regimes: Regime[] = []
  for (const place of places) {
    const before = regimes.at(-1)
    if (before !== undefined && regimeKey(before.last) === regimeKey(place)) {
      regimes[regimes.length - 1] = { ...before, last: place, places: [...before.places, place] }
    } else {
      const kind = place.achievableBytesPerSec === null ? 'refused' : place.isWhole ? 'fits' : 'binds'
      regimes.push({ kind, binding: [...new Set(place.binding)], first: place, last: place, places: [place] })
    }
  }
  return withoutTies(regimes)
}

/** Where one limit takes over from another both bind for a moment: that is where the next stretch begins. */
function withoutTies(regimes: readonly Regime[]): Regime[] {
  const kept: Regime[] = []
  let tie: Regime | null = null
  for (const [index, regime] of regimes.entries()) {
    const next = regimes[index + 1]
    if (next !== undefined && isTie(regimes[index - 1], regime, next)) {
      tie = regime
      continue
    }
    kept.push(tie === null ? regime : { ...regime, first: tie.first, places: [...tie.places, ...regime.places] })
    tie = null
  }
  return kept
}

function isTie(before: Regime | undefined, regime: Regime, next: Regime): boolean {
  const neighbours = [before, next]
  return (
    regime.kind === 'binds' &&
    regime.binding.length > 1 &&
    neighbours.every((each) => each?.kind === 'binds' && each.binding.every((name) => regime.binding.includes(name)))
  )
}
