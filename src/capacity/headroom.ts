/**
 * The largest factor by which the offered load can grow while all constraints hold.
 */
import type { ConstraintModel } from './constraint-model.ts'
import type { Traffic, TrafficCurve } from './traffic.ts'

/** Constraints whose own headroom exceeds the smallest by at most this share bind together with it. */
const tieTolerance = 0.005

/** The search stops at this distance from a utilisation of 1, which is far finer than figures are rounded. */
const resolution = 1e-14

/** The headroom if nothing limits the load: the upper bound of the search. */
export const unlimitedHeadroom = 1e12

/** The headroom and the constraints that determine it. */
export type Headroom = { readonly factor: number; readonly binding: readonly ConstraintModel[] }

/** The constraints that are over their capacity. */
export function overfull(models: readonly ConstraintModel[], traffic: Traffic): ConstraintModel[] {
  return models.filter((model) => model.demandAt(traffic) > model.capacity)
}

/**
 * Room below a limit up to which the limit counts as full: far above rounding errors, far below what a run can measure.
 */
const minRoom = 1e-6

/** True if a traffic leaves room below each constraint. */
export function haveRoom(models: readonly ConstraintModel[], traffic: Traffic): boolean {
  return models.every((model) => model.demandAt(traffic) < model.capacity * (1 - minRoom))
}

/** The headroom with the declared capacities of constraints that grow with the load, and which of them bind. */
export function findHeadroom(trafficAt: TrafficCurve, growing: readonly ConstraintModel[]): Headroom {
  const factor = headroomFactor(trafficAt, growing)
  return { factor, binding: bindingAt(trafficAt, growing, factor) }
}

/** The constraints that bind at a headroom. */
export function bindingAt(
  trafficAt: TrafficCurve,
  growing: readonly ConstraintModel[],
  factor: number,
): ConstraintModel[] {
  return overfull(growing, trafficAt(factor * (1 + tieTolerance)))
}

/**
 * The headroom of constraints that grow with the load, if capacities that burst are `burst` times the declared ones.
 *
 * The highest utilisation rises with the load, so there is exactly one load factor at which it reaches 1. The factor is
 * bracketed and then found by false position (Illinois method) with a bisection every fourth round.
 */
export function headroomFactor(trafficAt: TrafficCurve, growing: readonly ConstraintModel[], burst = 1): number {
  return largestFeasibleFactor((factor) => {
    const traffic = trafficAt(factor)
    let highest = 0
    for (const model of growing) {
      const capacity = model.mayBurst ? model.capacity * burst : model.capacity
      highest = Math.max(highest, model.demandAt(traffic) / capacity)
    }
    return highest
  })
}

/** The largest factor with `utilisationAt(factor) <= 1`, for a utilisation that rises from 0. */
function largestFeasibleFactor(utilisationAt: (factor: number) => number): number {
  let low = 0
  let excessLow = -1
  let high = 1 / Math.max(utilisationAt(1), 1 / unlimitedHeadroom)
  let excessHigh = utilisationAt(high) - 1
  for (let step = 1.001; excessHigh <= resolution; step *= step) {
    if (high >= unlimitedHeadroom || excessHigh > -resolution) return Math.min(high, unlimitedHeadroom)
    low = high
    excessLow = excessHigh
    high *= step
    excessHigh = utilisationAt(high) - 1
  }
  for (let round = 1; round <= 200 && excessLow < -resolution; round++) {
    const isHalved = round % 4 === 0
    const middle = isHalved ? (low + high) / 2 : low + ((high - low) * -excessLow) / (excessHigh - excessLow)
    if (middle <= low || middle >= high) break
    const excess = utilisationAt(middle) - 1
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
