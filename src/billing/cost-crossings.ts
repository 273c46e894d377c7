/**
 * Where the costs of offerings change places as the load grows.
 *
 * Sizes come in steps, so that two offerings of about the same cost would change places dozens of times. Therefore an
 * offering keeps its place until another one costs less by `clearlyLess`. The crossing is then placed where both last cost
 * the same.
 */
import { type CheapestRange, type Crossing, clearlyLess } from '../contracts/cost-over-load.ts'
import { type Cost, type Curve, pointOf } from './cost-curve.ts'

/** Bisection steps of the search for a crossing: the interval shrinks to a millionth. */
const bisections = 20

/** A crossing: the last factor at which the first offering costs no more than the second, and one just above it. */
type Change = { readonly below: number; readonly above: number }

/**
 * Returns the crossings of two curves where all charges of both are known, in the same currency.
 * @param factors loads at which the costs are compared, ascending
 */
export function crossingsOf(one: Curve, other: Curve, factors: readonly number[]): Crossing[] {
  const crossings: Crossing[] = []
  /** The cheaper curve so far, and the last factor at which it was; null before the first load at which both can be compared. */
  let cheaper: { curve: Curve; lastAt: number } | null = null
  for (const factor of factors) {
    const ratio = costRatio(one, other, factor)
    if (ratio === null) {
      cheaper = null
      continue
    }
    // If both cost the same, the cheaper one so far stays it.
    const curve: Curve = ratio === 1 && cheaper !== null ? cheaper.curve : ratio <= 1 ? one : other
    if (cheaper === null || curve === cheaper.curve) {
      cheaper = { curve, lastAt: factor }
      continue
    }
    if (Math.min(ratio, 1 / ratio) > 1 - clearlyLess) continue
    crossings.push(crossingOf(cheaper.curve, curve, changeBetween(cheaper.curve, curve, [cheaper.lastAt, factor])))
    cheaper = { curve, lastAt: factor }
  }
  return crossings
}

function crossingOf(before: Curve, after: Curve, { above }: Change): Crossing {
  const { ingressBytesPerSec, totalPerMonth } = after.costAt(above)
  return {
    factor: above,
    ingressBytesPerSec,
    cheaperAbove: after.offering.id,
    cheaperBelow: before.offering.id,
    totalPerMonth: totalPerMonth ?? 0,
  }
}

/**
 * Returns the offering that costs least, by ranges of the load. Loads that none carries are in no range. Empty if there
 * are fewer than two curves, or if they are in several currencies.
 * @param curves curves of which all charges are known
 * @param factors loads at which the costs are compared, ascending
 */
export function cheapestRanges(curves: readonly Curve[], factors: readonly number[]): CheapestRange[] {
  const costs = factors.flatMap((factor) => curves.map(({ costAt }) => costAt(factor)))
  if (curves.length < 2 || new Set(costs.flatMap(({ currency }) => currency ?? [])).size > 1) return []
  const ranges: { curve: Curve; from: number; to: number }[] = []
  for (const [index, factor] of factors.entries()) {
    const cheapest = cheapestAt(curves, factor)
    const last = ranges.at(-1)
    const before = factors[index - 1]
    if (cheapest === null) {
      if (last !== undefined && last.to === before) last.to = lastCarried(last.curve, [before, factor])
      continue
    }
    if (last === undefined || last.to !== before) {
      ranges.push({ curve: cheapest, from: factor, to: factor })
      continue
    }
    const ratio = costRatio(cheapest, last.curve, factor)
    if (cheapest === last.curve || (ratio !== null && ratio > 1 - clearlyLess)) {
      last.to = factor
      continue
    }
    const { below, above } = changeBetween(last.curve, cheapest, [lastCheaperAt(last, cheapest, factors), factor])
    last.to = below
    ranges.push({ curve: cheapest, from: above, to: factor })
  }
  return ranges.map(({ curve, from, to }) => {
    return { offering: curve.offering.id, from: pointOf(curve.costAt(from)), to: pointOf(curve.costAt(to)) }
  })
}

/** The last factor of a range at which its offering costs no more than `other`. At the range's first factor it costs least. */
function lastCheaperAt(
  { curve, from, to }: { readonly curve: Curve; readonly from: number; readonly to: number },
  other: Curve,
  factors: readonly number[],
): number {
  const within = factors.filter((factor) => factor >= from && factor <= to)
  return within.findLast((factor) => isNotDearer(curve, other, factor)) ?? to
}

/** The highest factor with a known cost, between a factor that has one and a factor that has none. */
function lastCarried({ costAt }: Curve, [from, to]: readonly [number, number]): number {
  let [known, unknown] = [from, to]
  for (let round = 0; round < bisections; round++) {
    const middle = (known + unknown) / 2
    if (knownTotal(costAt(middle)) === null) unknown = middle
    else known = middle
  }
  return known
}

function cheapestAt(curves: readonly Curve[], factor: number): Curve | null {
  let cheapest: Curve | null = null
  for (const curve of curves) {
    if (knownTotal(curve.costAt(factor)) === null) continue
    const ratio = cheapest === null ? 0 : costRatio(curve, cheapest, factor)
    if (ratio !== null && ratio < 1) cheapest = curve
  }
  return cheapest
}

/** Finds the crossing between two factors. At the first of them, `before` is the cheaper one. */
function changeBetween(before: Curve, after: Curve, [from, to]: readonly [number, number]): Change {
  let [below, above] = [from, to]
  for (let round = 0; round < bisections; round++) {
    const middle = (below + above) / 2
    if (isNotDearer(before, after, middle)) below = middle
    else above = middle
  }
  return { below, above }
}

/** False if the first one costs more than the second, or has no size for the load. */
function isNotDearer(one: Curve, other: Curve, factor: number): boolean {
  if (knownTotal(one.costAt(factor)) === null) return false
  return (costRatio(one, other, factor) ?? 0) <= 1
}

/** Cost of the first / cost of the second; null if they cannot be compared. */
function costRatio(one: Curve, other: Curve, factor: number): number | null {
  const [first, second] = [one.costAt(factor), other.costAt(factor)]
  const [a, b] = [knownTotal(first), knownTotal(second)]
  if (a === null || b === null || first.currency !== second.currency) return null
  return a === b ? 1 : a / b
}

/** The total, if all charges of it are known. */
function knownTotal({ totalPerMonth, isComplete }: Cost): number | null {
  return isComplete ? totalPerMonth : null
}
