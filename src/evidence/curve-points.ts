/**
 * Finds points for a what-if curve: runs and published figures whose configuration differs from the scenario only in
 * the varied field.
 */
import { scaleScenario } from '../capacity/scale-scenario.ts'
import { stepsOf } from '../capacity/set-scenario-field.ts'
import { solve } from '../capacity/solve.ts'
import type { MeasuredCurvePoint } from '../contracts/curve-point.ts'
import type { Offering } from '../contracts/offering.ts'
import type { RunRecord } from '../contracts/run-record.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { type PublishedObservation, publishedObservations } from './published-observations.ts'

/** A published figure, converted to wire ingress. */
export interface PublishedCurvePoint {
  /** Value of the varied field. */
  readonly x: number
  readonly bytesPerSec: number
  readonly label: string
}

/** Two numbers are equal within this relative tolerance, because scaling a scenario down and up again rounds. */
const equalityTolerance = 1e-6

/**
 * The steady ingress of a run whose scenario is equal except for the value at `path`. Null if the scenarios differ
 * elsewhere, or the run is not complete or has no steady window.
 */
export function measuredOnCurve(scenario: Scenario, path: string, run: RunRecord): MeasuredCurvePoint | null {
  const { target, scenario: asRun } = run
  const steady = run.result?.steady?.ingressWireBytesPerSec
  if (target === null || asRun === null || run.status !== 'complete' || steady === undefined) return null
  const { scale, isDeclaredCapacity } = target
  if (scale <= 0) return null
  const whole = scaleScenario(asRun, 1 / scale)
  const x = numberAt(whole, path)
  if (x === null || !isSameExceptAt(scenario, whole, path)) return null
  return {
    runId: run.id,
    x,
    meanBytesPerSec: steady.mean / scale,
    lowBytesPerSec: Math.max(0, steady.low / scale),
    highBytesPerSec: Math.max(0, steady.high / scale),
    scale,
    isDeclaredCapacity,
  }
}

/**
 * The offering's published figures whose configuration is equal to the scenario except for the value at `path`. Payload
 * and records are converted to wire bytes by the ratio that is predicted for that configuration.
 */
export function publishedOnCurve(scenario: Scenario, path: string, offering: Offering): PublishedCurvePoint[] {
  return observationsOf(offering).flatMap(({ point, value, scenario: published }) => {
    if (point.relativeTo !== undefined) return []
    const x = numberAt(published, path)
    if (x === null || !isSameExceptAt(scenario, published, path)) return []
    const { figures } = solve(published, offering).offered
    if (point.quantity === 'ingressWireBytesPerSec') return [{ x, bytesPerSec: value, label: point.label }]
    if (point.quantity !== 'recordsPerSec' && point.quantity !== 'ingressPayloadBytesPerSec') return []
    const bytesPerSec = (value * figures.ingressWireBytesPerSec) / figures[point.quantity]
    return Number.isFinite(bytesPerSec) ? [{ x, bytesPerSec, label: point.label }] : []
  })
}

/** Cache of parsed configurations. Parsing is slow, and every edit of a scenario computes the curve again. */
const observationsCache = new WeakMap<Offering, readonly PublishedObservation[]>()

function observationsOf(offering: Offering): readonly PublishedObservation[] {
  const observations = observationsCache.get(offering) ?? publishedObservations(offering)
  observationsCache.set(offering, observations)
  return observations
}

function numberAt(scenario: Scenario, path: string): number | null {
  let value: unknown = scenario
  for (const step of stepsOf(path)) {
    if (typeof value !== 'object' || value === null) return null
    value = Reflect.get(value, step)
  }
  return typeof value === 'number' ? value : null
}

/** True if workload and deployment are equal except for the number at `path`. */
function isSameExceptAt(scenario: Scenario, other: Scenario, path: string): boolean {
  const [one, two] = [scenario, other].map(({ workload, deployment }) => ({ workload, deployment }))
  return numberAt(scenario, path) !== null && isSame(one, two, stepsOf(path))
}

/** True if two values are equal. `steps` is the path of the part that may differ; null if none may. */
function isSame(one: unknown, other: unknown, steps: readonly string[] | null): boolean {
  if (steps?.length === 0) return true
  if (typeof one === 'number' && typeof other === 'number') {
    return Math.abs(one - other) <= equalityTolerance * Math.max(Math.abs(one), Math.abs(other))
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) =>
    isSame(Reflect.get(one, name), Reflect.get(other, name), name === steps?.[0] ? steps.slice(1) : null),
  )
}
