import type { FigureBands } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import { check } from '../contracts/parse.ts'
import type { Prediction, PredictionContext } from '../contracts/prediction.ts'
import { type Scenario, scenario as scenarioSchema } from '../contracts/scenario.ts'
import { predict } from './predict.ts'
import { setScenarioField } from './set-scenario-field.ts'

/** The prediction at one value of the changed field, or why there is none. */
export type WhatIfPoint =
  | {
      readonly ok: true
      readonly value: unknown
      readonly achievable: FigureBands
      readonly expected: FigureBands
      readonly headroom: number
      readonly isFeasible: boolean
      readonly binding: Prediction['binding']
    }
  | { readonly ok: false; readonly value: unknown; readonly problem: string }

/**
 * What would another value of one field change: the prediction at each of them.
 * @throws AppError SCENARIO_INVALID where the path does not exist; a value that is not valid gives a point with a problem.
 */
export function whatIf(
  scenario: Scenario,
  offering: Offering,
  change: { readonly path: string; readonly values: readonly unknown[] },
  context: Partial<PredictionContext> = {},
): WhatIfPoint[] {
  return change.values.map((value) => {
    const changed = check(scenarioSchema, setScenarioField(scenario, change.path, value))
    if (!changed.ok) {
      return {
        ok: false,
        value,
        problem: changed.problems.map(({ place, message }) => `${place}: ${message}`).join('; '),
      }
    }
    const { achievable, expected, headroom, isFeasible, binding } = predict(changed.value, offering, context)
    return { ok: true, value, achievable, expected, headroom, isFeasible, binding }
  })
}
