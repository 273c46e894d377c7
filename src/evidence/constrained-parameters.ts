/**
 * Checks that a fit constrains its parameters. A parameter that it leaves open must not change predictions.
 */
import { limitBand } from '../capacity/limit-band.ts'
import { solve } from '../capacity/solve.ts'
import { AppError, type Problem } from '../contracts/app-error.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { groupDigits } from '../units/number-text.ts'
import { type FittedInterval, sensitivities } from './fit.ts'
import type { FitObservation } from './fit-observation.ts'
import type { ModelParameter } from './parameters.ts'

/** A fit leaves a parameter open if its 95 % interval reaches below half or above twice the fitted value. */
const maxIntervalFactor = 2

/** A run constrains a parameter if a change of the parameter by 1 % changes the run's prediction by at least 0.1 %. */
const minSlope = 0.1

/** A parameter with its fitted value and 95 % interval. */
export interface FittedParameter {
  readonly parameter: ModelParameter
  readonly value: number
  readonly interval: NonNullable<FittedInterval>
}

/**
 * Throws if the fit leaves a parameter open.
 *
 * @param scenario scenario of one of the runs; null if none has one
 * @throws AppError INPUT_INVALID naming each parameter that the fit leaves open, and a run that would constrain it
 */
export function refuseUnconstrained(
  model: Offering,
  fitted: readonly FittedParameter[],
  scenario: Scenario | null,
): void {
  const open = fitted.filter(
    ({ value, interval: { low, high } }) => high > maxIntervalFactor * value || low * maxIntervalFactor < value,
  )
  if (open.length === 0) return
  const problems = open.map(({ parameter, interval }): Problem => {
    const range = `${amountText(interval.low)} and ${amountText(interval.high)} ${parameter.unit}`
    return {
      place: parameter.id,
      message: `the runs leave it anywhere between ${range} (95 %). ${constrainingRun(model, parameter, scenario)}`,
    }
  })
  throw new AppError('INPUT_INVALID', `These runs do not constrain what is to be fitted of ${model.name}.`, {
    problems,
    remedy: 'Predictions stay as they were. Add such runs, or fit only the parameters that the runs constrain',
    action: { command: '--parameters ID,…', view: null },
  })
}

type Producer = Scenario['workload']['producers'][number]

function withProducers(scenario: Scenario, change: Partial<Producer>): Scenario {
  const producers = scenario.workload.producers.map((producer) => ({ ...producer, ...change }))
  return { ...scenario, workload: { ...scenario.workload, producers } }
}

/**
 * How another run may change the workload, so that its limit depends on a parameter. The smallest changes come first.
 */
const variants: readonly (readonly [what: string, change: (scenario: Scenario) => Scenario])[] = [
  ['the same load once more', (scenario) => scenario],
  ['linger 0 ms and batches of 1 KiB', (scenario) => withProducers(scenario, { lingerMs: 0, batchBytes: 1024 })],
  ['records of 100 bytes', (scenario) => withProducers(scenario, { recordValueBytes: 100 })],
  ['records of 100 kB', (scenario) => withProducers(scenario, { recordValueBytes: 100_000, batchBytes: 1_000_000 })],
  ['no consumer groups', (scenario) => ({ ...scenario, workload: { ...scenario.workload, consumerGroups: [] } })],
  [
    'ten times the partitions',
    (scenario) => {
      const topics = scenario.workload.topics.map((topic) => ({ ...topic, partitions: 10 * topic.partitions }))
      return { ...scenario, workload: { ...scenario.workload, topics } }
    },
  ],
]

/** A sentence that names the variant of the workload whose limit depends on the parameter most. */
function constrainingRun(model: Offering, parameter: ModelParameter, scenario: Scenario | null): string {
  if (scenario === null) return 'No run has a scenario that tells which one would constrain it.'
  const runs = variants.map(([what, change]) => {
    const slopes = sensitivities(model, [parameter], [limitOf(change(scenario), what)])
    return { what, slope: Math.abs(slopes[0]?.[0] ?? 0) }
  })
  // Among about equally good variants the first one is best, because it changes the workload least.
  const best = runs.reduce((better, run) => (run.slope > better.slope + minSlope ? run : better))
  if (best.slope < minSlope) return 'No run of this workload depends on it: leave it out.'
  return `A run at its limit with ${best.what} would constrain it: there 1 % of it moves the prediction by ${groupDigits(best.slope, 2)} %.`
}

/** An observation of the scenario's limit. Its value is a placeholder, because only the prediction's slope is used. */
function limitOf(scenario: Scenario, id: string): FitObservation {
  const predict = (model: Offering) => limitBand(solve(scenario, model), 'ingressWireBytesPerSec')
  return { id, value: 1, isCensored: false, predict }
}

function amountText(value: number): string {
  return value >= 10 ? groupDigits(Math.round(value)) : value.toPrecision(2)
}
