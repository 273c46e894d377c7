/**
 * Converts recorded runs to observations for a calibration.
 */
import { limitBand } from '../capacity/limit-band.ts'
import { withClientsOfRun } from '../capacity/run-transactions.ts'
import { expectedBands, type Solution, solve } from '../capacity/solve.ts'
import { AppError, type Problem } from '../contracts/app-error.ts'
import type { FigureName } from '../contracts/figures.ts'
import { limiterRecords } from '../contracts/limiters.ts'
import type { Offering } from '../contracts/offering.ts'
import type { PredictionContext } from '../contracts/prediction-context.ts'
import { hasOutputs, type RunRecord } from '../contracts/run-record.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { formatPercent } from '../units/ratio.ts'
import type { FitObservation } from './fit-observation.ts'
import { asPredicted } from './without-request-framing.ts'

/**
 * One observation per run: the steady wire ingress without the framing of requests, which predictions do not count, or
 * the figure that an imported run reports. A run that met its offered load or was limited by its clients is censored,
 * unless the model of hosts predicts that clients wait.
 * @throws AppError INPUT_INVALID naming every run that says nothing about the model, with the reason.
 */
export function runObservations(model: Offering, runs: readonly RunRecord[]): RunObservation[] {
  const problems = [...repeatedProblems(runs), ...runs.flatMap((run) => problemsOf(run, model))]
  if (problems.length > 0) {
    throw new AppError('INPUT_INVALID', `These runs cannot calibrate ${model.name}.`, {
      problems,
      remedy: 'Give each run once, and only runs of this model on a cluster of your own. See them',
      action: { command: 'headroom runs list', view: 'Runs' },
    })
  }
  return runs.flatMap((run) => observationOf(run, model))
}

/** An observation with the unit of its value, and a function that solves its scenario with a model. */
export type RunObservation = FitObservation & {
  readonly unit: string
  readonly solved: (model: Offering) => Solution
}

const figureUnits: Readonly<Record<FigureName, string>> = {
  ingressWireBytesPerSec: 'wire bytes/s',
  ingressPayloadBytesPerSec: 'payload bytes/s',
  egressWireBytesPerSec: 'wire bytes/s',
  egressPayloadBytesPerSec: 'payload bytes/s',
  recordsPerSec: 'records/s',
}

/** The figure that a run measured, and the scenario that it ran. */
type MeasuredFigure = { readonly figure: FigureName; readonly value: number; readonly scenario: Scenario }

/** Figures of an imported run in order of preference. The first one that its tool reported is used. */
const importedFigures = ['ingressPayloadBytesPerSec', 'recordsPerSec', 'ingressWireBytesPerSec'] as const

function measuredBy(run: RunRecord): MeasuredFigure | null {
  if (hasOutputs(run)) {
    const { figures } = run.observations
    const figure = importedFigures.find((name) => (figures[name] ?? 0) > 0)
    if (figure === undefined || run.scenario === null) return null
    return { figure, value: figures[figure] ?? 0, scenario: run.scenario }
  }
  const { result, prediction } = run
  const steady = result?.steady ?? null
  const value = steady === null ? 0 : asPredicted(steady, prediction, result?.framing).ingressWireBytesPerSec.mean
  return value === 0 || run.scenario === null
    ? null
    : { figure: 'ingressWireBytesPerSec', value, scenario: withClientsOfRun(run.scenario, run.plan.driver) }
}

function observationOf(run: RunRecord, model: Offering): RunObservation[] {
  const measured = measuredBy(run)
  if (measured === null) return []
  const { figure, value, scenario } = measured
  const context = contextOf(run)
  const solved = (given: Offering) => solve(scenario, given, context)
  const isHeldByClients = run.overlay?.marks.some((mark) => mark === 'client-bound' || mark === 'censored') ?? false
  const isAtLimit = run.overlay?.limitReached === true && !isHeldByClients
  const isCensored = !isAtLimit && !isHeldAsPredicted(run, solved(model))
  const predict = (model: Offering) => {
    const solution = solved(model)
    // A run at its limit is compared with the predicted limit, which may be above the offered load. The expected band
    // ends at the offered load, so it would hide by how much the predicted limit is too high.
    return isCensored ? expectedBands(solution)[figure] : limitBand(solution, figure)
  }
  return [{ id: run.id, unit: figureUnits[figure], value, isCensored, predict, solved }]
}

/**
 * True if the clients waited for responses and the model of hosts predicts this, because the capacity of a producer's
 * connection is one of its laws. With the limits of a service, clients and their network are not part of the model.
 */
function isHeldAsPredicted({ result }: RunRecord, { situation, headroom }: Solution): boolean {
  if (result === null || situation.hardware === null) return false
  const { predictedBy } = limiterRecords[result.diagnosis.limiter]
  return headroom.binding.some(({ dimension }) => dimension === predictedBy)
}

function contextOf({ target }: RunRecord): Partial<PredictionContext> {
  if (target === null) return {}
  const { scale, brokers } = target
  return { capacityScale: scale, ...(brokers === null ? {} : { brokers }) }
}

function problemsOf(run: RunRecord, model: Offering): Problem[] {
  const message = run.scenario === null ? 'it was imported without a scenario' : problemOf(run, run.scenario, model)
  return message === null ? [] : [{ place: run.id, message }]
}

function problemOf(run: RunRecord, { deployment }: Scenario, model: Offering): string | null {
  if (deployment.offering !== model.id) return `it is a run of ${deployment.offering}`
  if (run.target?.isDeclaredCapacity === true) {
    return 'its cluster enforced the declared limits by quotas, so it measured nothing but these quotas'
  }
  if (run.target?.kind === 'embedded:simulated') return 'simulated brokers limit nothing'
  if (run.observations.kind === 'samples') {
    if (run.result === null) return `it measured nothing (${run.status})`
    if (run.result.steady === null) return 'it has no steady window'
  }
  return quotaProblem(run, model) ?? (measuredBy(run) === null ? 'it measured no rate' : null)
}

/** A run that was throttled for at least this share of its seconds was limited by a quota. */
const heldByQuotaFraction = 0.5

/**
 * The problem of a run that was throttled for most of its seconds: it measured a quota, because hardware does not
 * throttle. Null for other runs, and for services, whose quota is their limit.
 */
function quotaProblem({ result }: RunRecord, model: Offering): string | null {
  if (model.model === 'service-limits' || result === null) return null
  const { producerSecondsFraction, consumerSecondsFraction } = result.throttle
  const fraction = Math.max(producerSecondsFraction, consumerSecondsFraction)
  if (fraction < heldByQuotaFraction) return null
  return `its brokers throttled the clients in ${formatPercent(fraction)} of the seconds, so it measured a quota and not the hosts; a run that no quota holds would tell`
}

function repeatedProblems(runs: readonly RunRecord[]): Problem[] {
  const ids = runs.map(({ id }) => id)
  const repeated = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
  return repeated.map((id) => ({ place: id, message: 'this run is named more than once' }))
}
