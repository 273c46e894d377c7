/**
 * Points on a what-if curve: runs and published figures whose configuration differs from the scenario in one field only.
 */
import { scaleScenario } from '../capacity/scale-scenario.ts'
import { stepsOf } from '../capacity/set-scenario-field.ts'
import { solve } from '../capacity/solve.ts'
import type { MeasuredCurvePoint } from '../contracts/curve-point.ts'
import type { Offering } from '../contracts/offering.ts'
import type { RunRecord } from '../contracts/run-record.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { type PublishedObservation, publishedObservations } from './published-observations.ts'

/** A published figure as wire ingress; `x` is the value of the varied field. */
export interface PublishedCurvePoint {
  readonly x: number
  readonly bytesPerSec: number
  readonly label: string
}

/** Relative tolerance within which two numbers are the same: scaling a scenario down and up again rounds. */
const sameNumber = 1e-6

/**
 * The steady ingress of a run of the scenario with any value at `path`; null if the run's scenario differs elsewhere, the
 * run is not complete, or it has no steady window.
 */
export function measuredOnCurve(scenario: Scenario, path: string, run: RunRecord): MeasuredCurvePoint | null {
  const { target, scenario: asRun } = run
  const steady = run.result?.steady?.ingressWireBytesPerSec
  if (target === null || asRun === null || run.status !== 'complete' || steady === undefined) return null
  const { scale, isDeclaredCapacity } = target
  if (scale <= 0) return null
  const whole = scaleScenario(asRun, 1 / scale)
  const x = numberAt(whole, path)
  if (x === null || !isSameBut(scenario, whole, path)) return null
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
 * The offering's published figures for the scenario with any value at `path`. Payload and records are converted to wire
 * bytes by the ratio predicted for that configuration.
 */
export function publishedOnCurve(scenario: Scenario, path: string, offering: Offering): PublishedCurvePoint[] {
  return observationsOf(offering).flatMap(({ point, value, scenario: published }) => {
    if (point.relativeTo !== undefined) return []
    const x = numberAt(published, path)
    if (x === null || !isSameBut(scenario, published, path)) return []
    const { figures } = solve(published, offering).offered
    if (point.quantity === 'ingressWireBytesPerSec') return [{ x, bytesPerSec: value, label: point.label }]
    if (point.quantity !== 'recordsPerSec' && point.quantity !== 'ingressPayloadBytesPerSec') return []
    const bytesPerSec = (value * figures.ingressWireBytesPerSec) / figures[point.quantity]
    return Number.isFinite(bytesPerSec) ? [{ x, bytesPerSec, label: point.label }] : []
  })
}

/** Cache: parsing the configurations is the expensive part, and every edit of a scenario asks for the curve again. */
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

/** True if workload and deployment are the same except for the number at `path`. */
function isSameBut(scenario: Scenario, other: Scenario, path: string): boolean {
  const [one, two] = [scenario, other].map(({ workload, deployment }) => ({ workload, deployment }))
  return numberAt(scenario, path) !== null && isSame(one, two, stepsOf(path))
}

/** True if two values are equal. `steps` is the path of the one part that may differ; null: none may. */
function isSame(one: unknown, other: unknown, steps: readonly string[] | null): boolean {
  if (steps?.length === 0) return true
  if (typeof one === 'number' && typeof other === 'number') {
    return Math.abs(one - other) <= sameNumber * Math.max(Math.abs(one), Math.abs(other))
  }
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every((name) =>
    isSame(Reflect.get(one, name), Reflect.get(other, name), name === steps?.[0] ? steps.slice(1) : null),
  )
}
