/**
 * Published points as observations: each predicted from its configuration alone.
 */
import { setScenarioField } from '../capacity/set-scenario-field.ts'
import { expectedBands, type Solution, solve } from '../capacity/solve.ts'
import type { PublishedPoint } from '../contracts/evidence.ts'
import type { Offering } from '../contracts/offering.ts'
import { parseOrThrow } from '../contracts/parse.ts'
import type { Band } from '../contracts/primitives.ts'
import { type Scenario, scenario } from '../contracts/scenario.ts'
import type { Observation } from './observation.ts'

/** A published point that can be predicted. */
export type PublishedObservation = Observation & {
  readonly point: PublishedPoint
  /** The configuration that was run. */
  readonly scenario: Scenario | null
}

/**
 * The published points of an offering, in their order.
 * @throws AppError OFFERING_INVALID naming the point whose configuration is no scenario.
 */
export function publishedObservations(offering: Offering): PublishedObservation[] {
  const { points } = offering.evidence
  const scenarios = new Map(points.map((point) => [point.id, scenarioOf(point, offering)]))
  const asked = (point: PublishedPoint) => {
    const run = scenarios.get(point.id)
    return (model: Offering): Band =>
      run === undefined ? { low: 0, likely: 0, high: 0 } : bandOf(solve(run, model), point.quantity)
  }
  return points.map((point) => {
    const own = asked(point)
    const reference = points.find((each) => each.id === point.relativeTo)
    const predict = reference === undefined ? own : ratioOf(own, asked(reference))
    return {
      id: point.id,
      value: point.value,
      isCensored: point.isCensored,
      predict,
      point,
      scenario: scenarios.get(point.id) ?? null,
    }
  })
}

/** Those that a fit may read: all that are not held out. */
export function fittableObservations(observations: readonly PublishedObservation[]): PublishedObservation[] {
  return observations.filter(({ point }) => point.heldOut === undefined)
}

/** Id of a point's publication, or the title of its source where it names none. */
export function publicationOf({ publication, source }: PublishedPoint): string {
  return publication ?? source.title
}

/** Unit of a point's value. */
export function unitOfPoint({ quantity, relativeTo }: PublishedPoint): string {
  if (relativeTo !== undefined) return 'ratio'
  switch (quantity) {
    case 'recordsPerSec':
      return 'records/s'
    case 'ingressWireBytesPerSec':
      return 'wire bytes/s'
    case 'ingressPayloadBytesPerSec':
    case 'egressPayloadBytesPerSec':
      return 'payload bytes/s'
    case 'cpuFraction':
      return 'share of cores'
  }
}

function scenarioOf(point: PublishedPoint, offering: Offering): Scenario {
  const published = offering.evidence.scenarios[point.scenario]
  const what = `The configuration of the published point "${point.id}" of ${offering.id}`
  const whole: unknown = {
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: point.label,
    workload: published?.workload,
    deployment: { ...published?.deployment, offering: offering.id },
  }
  const changed = Object.entries(point.set).reduce((json, [path, value]) => setScenarioField(json, path, value), whole)
  return parseOrThrow(scenario, changed, 'OFFERING_INVALID', what, `Correct "set" and "scenario" of that point.`)
}

/** What a run will likely show of a quantity; of the processors at the load that it will reach. */
function bandOf(solution: Solution, quantity: PublishedPoint['quantity']): Band {
  return quantity === 'cpuFraction' ? cpuBand(solution) : expectedBands(solution)[quantity]
}

/** Share of the fullest broker's processors in use at the load that a run will reach; where brokers may carry less than likely, each record costs them more. */
export function cpuBand({ situation, reached, terms }: Solution): Band {
  const cores = (situation.hardware?.cores ?? 1) * situation.context.capacityScale
  const likely = (reached.broker?.cores ?? 0) / cores
  let [low, high] = [likely, likely]
  for (const { lowFactor, highFactor } of terms) {
    low /= Math.max(highFactor, 1)
    high /= lowFactor > 0 ? Math.min(lowFactor, 1) : 1
  }
  return { low, likely, high }
}

/** The reference is taken at its likely value: what makes one of two figures uncertain does so to both. */
function ratioOf(own: (model: Offering) => Band, reference: (model: Offering) => Band) {
  return (model: Offering): Band => {
    const { low, likely, high } = own(model)
    const below = reference(model).likely
    if (below === 0) return { low: 0, likely: 0, high: 0 }
    return { low: low / below, likely: likely / below, high: high / below }
  }
}
