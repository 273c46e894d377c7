/**
 * The largest factor by which the offered load can grow while all constraints hold.
 */
import { type ConstraintModel, roleOf } from './constraint-model.ts'
import type { Traffic } from './traffic.ts'
import type { TrafficCurve } from './traffic-curve.ts'

/** Constraints whose own headroom is within this of the smallest bind together. */
const tieTolerance = 0.005

/** Distance from full at which the search stops: far below what a figure is rounded to. */
const resolution = 1e-14

/** Headroom where nothing limits at all: the bound of the search. */
export const unlimitedHeadroom = 1e12

/** The headroom and what sets it. */
export type Headroom = { readonly factor: number; readonly binding: readonly ConstraintModel[] }

/** Constraints that refuse the workload at any load: their demand does not fall with it. */
export function vetoes(models: readonly ConstraintModel[], traffic: Traffic): ConstraintModel[] {
  return models.filter((model) => roleOf(model) === 'veto' && model.demandAt(traffic) > model.capacity)
}

/** Headroom with the declared capacities, and the constraints that set it. */
export function findHeadroom(trafficAt: TrafficCurve, models: readonly ConstraintModel[]): Headroom {
  const factor = headroomFactor(trafficAt, models)
  const beyond = trafficAt(factor * (1 + tieTolerance))
  return {
    factor,
    binding: models.filter((model) => roleOf(model) === 'grows' && model.demandAt(beyond) > model.capacity),
  }
}

/**
 * Headroom where the capacities that burst are `burst` times the declared ones.
 *
 * The fullest constraint's utilisation rises with the load, so that "all constraints hold" changes once, from true to
 * false. That place is bracketed and then halved, with false position (Illinois) for speed.
 */
export function headroomFactor(trafficAt: TrafficCurve, models: readonly ConstraintModel[], burst = 1): number {
  const growing = models.filter((model) => roleOf(model) === 'grows')
  return largestHolding((factor) => {
    const traffic = trafficAt(factor)
    let fullest = 0
    for (const model of growing) {
      const capacity = model.bursts ? model.capacity * burst : model.capacity
      fullest = Math.max(fullest, model.demandAt(traffic) / capacity)
    }
    return fullest
  })
}

/** The largest factor with `fullest(factor) <= 1`, for a function that rises from 0. */
function largestHolding(fullest: (factor: number) => number): number {
  let low = 0
  let excessLow = -1
  let high = 1 / Math.max(fullest(1), 1 / unlimitedHeadroom)
  let excessHigh = fullest(high) - 1
  for (let step = 1.001; excessHigh <= resolution; step *= step) {
    if (high >= unlimitedHeadroom || excessHigh > -resolution) return Math.min(high, unlimitedHeadroom)
    low = high
    excessLow = excessHigh
    high *= step
    excessHigh = fullest(high) - 1
  }
  for (let round = 1; round <= 200 && excessLow < -resolution; round++) {
    const isHalved = round % 4 === 0
    const middle = isHalved ? (low + high) / 2 : low + ((high - low) * -excessLow) / (excessHigh - excessLow)
    if (middle <= low || middle >= high) break
    const excess = fullest(middle) - 1
    if (excess <= 0) {
      low = middle
      excessLow = excess
      if (!isHalved) excessHigh /= 2
    } else {
      high = middle
      excessHigh = excess
      if (!isHalved) excessLow /= 2
    }
  }
  return low
}
