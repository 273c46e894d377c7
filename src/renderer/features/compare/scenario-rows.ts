/**
 * Predicts several scenarios, each on its own cluster, for a comparison. Pure.
 */
import { predict } from '../../../capacity/predict.ts'
import type { AppErrorData } from '../../../contracts/app-error.ts'
import type { ModelList } from '../../../contracts/model-list.ts'
import type { Prediction } from '../../../contracts/prediction.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { modelOf } from '../sizing/model-of.ts'

/** A scenario with its prediction, or with the error why it has none. */
export interface ScenarioRow {
  readonly scenario: Scenario
  /** Position in the comparison; 0 is the scenario of the sizing view. */
  readonly position: number
  readonly prediction: Prediction | null
  readonly unitName: { readonly singular: string; readonly plural: string } | null
  readonly error: AppErrorData | null
}

/** The columns that can be sorted. */
export type ScenarioSortKey = 'name' | 'offered' | 'achievable' | 'headroom'

/** Maximum number of compared scenarios, the one of the sizing view included. */
export const maxScenarios = 8

/** Predicts each scenario on its own deployment. */
export function scenarioRows(scenarios: readonly Scenario[], models: ModelList): ScenarioRow[] {
  return scenarios.map((scenario, position) => {
    const { offering, error } = modelOf(scenario.deployment, models)
    const prediction = offering === null ? null : predict(scenario, offering)
    return { scenario, position, prediction, unitName: offering?.unitName ?? null, error }
  })
}

/** The sorted rows. Rows without a prediction come last in both directions. */
export function sortScenarios(
  rows: readonly ScenarioRow[],
  sort: { readonly key: ScenarioSortKey; readonly isDescending: boolean } | null,
): ScenarioRow[] {
  if (sort === null) return [...rows]
  const direction = sort.isDescending ? -1 : 1
  return [...rows].sort((one, other) => {
    const [a, b] = [sortValue(one, sort.key), sortValue(other, sort.key)]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return (a < b ? -1 : a > b ? 1 : 0) * direction
  })
}

function sortValue({ scenario, prediction }: ScenarioRow, key: ScenarioSortKey): number | string | null {
  if (key === 'name') return scenario.name
  if (prediction === null) return null
  if (key === 'offered') return prediction.offered.ingressWireBytesPerSec
  if (key === 'achievable') return prediction.achievable.ingressWireBytesPerSec.likely
  return prediction.headroom
}
