/**
 * Converts published points to observations. Each is predicted only from its configuration.
 */
import { lawTermId } from '../capacity/band-terms.ts'
import { factorsAtSetting, settingOf } from '../capacity/law-chances.ts'
import { setScenarioField } from '../capacity/set-scenario-field.ts'
import { expectedBands, readRecordsBand, type Solution, solve } from '../capacity/solve.ts'
import { isMeasured, type MeasuredPoint, type PublishedPoint } from '../contracts/evidence.ts'
import type { Offering } from '../contracts/offering.ts'
import { parseOrThrow } from '../contracts/parse.ts'
import type { Band } from '../contracts/primitives.ts'
import { type Scenario, scenario } from '../contracts/scenario.ts'
import type { FitObservation } from './fit-observation.ts'

/** A published point that can be predicted, with its figure. */
export type PublishedObservation = FitObservation & {
  readonly point: MeasuredPoint
  /** The published configuration. */
  readonly scenario: Scenario
}

/** A point that was predicted blind, and whose figure is not known yet. */
export type AwaitedFigure = Pick<PublishedObservation, 'predict' | 'scenario'> & { readonly point: PublishedPoint }

/**
 * The published points of an offering whose figure is known, in the order of its file.
 * @throws AppError OFFERING_INVALID naming the point whose configuration is not a valid scenario.
 */
export function publishedObservations(offering: Offering): PublishedObservation[] {
  const { scenarioAt, predictorOf } = predictorsOf(offering)
  return offering.evidence.points.filter(isMeasured).map((point) => ({
    id: point.id,
    value: point.value,
    isCensored: point.isCensored,
    predict: predictorOf(point),
    point,
    scenario: scenarioAt(point),
  }))
}

/**
 * The points of an offering whose figure is not known yet, in the order of its file.
 * @throws AppError OFFERING_INVALID naming the point whose configuration is not a valid scenario.
 */
export function awaitedFigures(offering: Offering): AwaitedFigure[] {
  const { scenarioAt, predictorOf } = predictorsOf(offering)
  const awaiting = offering.evidence.points.filter((point) => !isMeasured(point))
  return awaiting.map((point) => ({ point, predict: predictorOf(point), scenario: scenarioAt(point) }))
}

/** Functions that give a point's configuration as a scenario (each parsed once), and that predict a point's figure. */
function predictorsOf(offering: Offering) {
  const { points } = offering.evidence
  const scenarios = new Map(points.map((point) => [point, scenarioOf(point, offering)]))
  const scenarioAt = (point: PublishedPoint) => scenarios.get(point) ?? scenarioOf(point, offering)
  const solvers = new Map<string, Solver>()
  const solverOf = (point: PublishedPoint): Solver => {
    // Points of one configuration differ in their label, which no number depends on.
    const configuration = JSON.stringify([point.scenario, point.set])
    const solver = solvers.get(configuration) ?? solverFor(scenarioAt(point))
    solvers.set(configuration, solver)
    return solver
  }
  const predictorAlone = (point: PublishedPoint) => {
    const solveWith = solverOf(point)
    return (model: Offering): Band => bandOf(solveWith(model), point.quantity)
  }
  const predictorOf = (point: PublishedPoint) => {
    const reference = points.find((candidate) => candidate.id === point.relativeTo)
    const predictPoint = predictorAlone(point)
    return reference === undefined ? predictPoint : ratioOf(predictPoint, predictorAlone(reference))
  }
  return { scenarioAt, predictorOf }
}

type Solver = (model: Offering) => Solution

/**
 * Solves a configuration with any model, and keeps the last solution: a fit asks each of its models for every figure of a
 * configuration, one after the other.
 */
function solverFor(published: Scenario): Solver {
  let last: { readonly model: Offering; readonly solution: Solution } | null = null
  return (model) => {
    if (last?.model !== model) last = { model, solution: solve(published, model) }
    return last.solution
  }
}

/** The observations that a fit may use, which are all that are not held out. */
export function fittableObservations(observations: readonly PublishedObservation[]): PublishedObservation[] {
  return observations.filter(({ point }) => point.heldOut === undefined)
}

/** The id of the point's publication, or the title of its source if the point names no publication. */
export function publicationOf({ publication, source }: PublishedPoint): string {
  return publication ?? source.title
}

/** The unit of the point's value. */
export function unitOfPoint({ quantity, relativeTo }: PublishedPoint): string {
  if (relativeTo !== undefined) return 'ratio'
  switch (quantity) {
    case 'recordsPerSec':
    case 'readRecordsPerSec':
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

/** The figure in payload bytes/s, computed from the mean record size. Null for a ratio, a share, or wire bytes. */
export function payloadBytesPerSec({ point, value, scenario }: PublishedObservation): number | null {
  if (point.relativeTo !== undefined) return null
  switch (point.quantity) {
    case 'recordsPerSec':
    case 'readRecordsPerSec':
      return value * meanPayloadBytes(scenario)
    case 'ingressPayloadBytesPerSec':
    case 'egressPayloadBytesPerSec':
      return value
    case 'ingressWireBytesPerSec':
    case 'cpuFraction':
      return null
  }
}

/** Mean bytes of key and value over the producers of a scenario, weighted by their rates. */
function meanPayloadBytes({ workload }: Scenario): number {
  const rate = workload.producers.reduce((sum, { peakRecordsPerSec }) => sum + peakRecordsPerSec, 0)
  return workload.producers.reduce(
    (sum, producer) =>
      sum + ((producer.recordValueBytes + producer.recordKeyBytes) * producer.peakRecordsPerSec) / rate,
    0,
  )
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
  return parseOrThrow(scenario, changed, {
    code: 'OFFERING_INVALID',
    what,
    remedy: `Correct "set" and "scenario" of that point.`,
  })
}

/** The expected band of a quantity. CPU use is predicted for the load that the workload will reach. */
function bandOf(solution: Solution, quantity: PublishedPoint['quantity']): Band {
  if (quantity === 'cpuFraction') return cpuBand(solution)
  return quantity === 'readRecordsPerSec' ? readRecordsBand(solution) : expectedBands(solution)[quantity]
}

/**
 * CPU utilisation of the busiest broker at the load that the workload will reach. The band is the inverse of the
 * capacity's band: if brokers carry less than is likely, each record costs them more CPU.
 */
export function cpuBand({ situation, reached, terms }: Solution): Band {
  const cores = (situation.hardware?.cores ?? 1) * situation.context.capacityScale
  const likely = (reached.broker?.cores ?? 0) / cores
  let [low, high] = [likely, likely]
  // Among the laws, only that of processors concerns the CPU cost of a record.
  const processorBand = situation.hardware?.lawBands?.find(({ law }) => law === 'processors')
  const others = terms.filter(({ id }) => id !== lawTermId)
  const own = processorBand === undefined ? [] : [factorsAtSetting(processorBand, settingOf(situation))]
  for (const { lowFactor, highFactor } of [...others, ...own]) {
    low /= Math.max(highFactor, 1)
    high /= lowFactor > 0 ? Math.min(lowFactor, 1) : 1
  }
  return { low, likely, high }
}

/**
 * Predicts the ratio of two figures. The likely value of the reference is used, not its band, because the uncertainty
 * of both figures has the same causes and would otherwise count twice.
 */
function ratioOf(predict: (model: Offering) => Band, predictReference: (model: Offering) => Band) {
  return (model: Offering): Band => {
    const { low, likely, high } = predict(model)
    const reference = predictReference(model).likely
    if (reference === 0) return { low: 0, likely: 0, high: 0 }
    return { low: low / reference, likely: likely / reference, high: high / reference }
  }
}
