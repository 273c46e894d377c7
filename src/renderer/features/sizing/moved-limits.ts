/**
 * Finds the limits that a field affects: changes the field a little and compares the utilisations. So it needs to know
 * nothing of the formulas and works for every kind of offering.
 */
import { solve } from '../../../capacity/solve.ts'
import { constraintsInOrder } from '../../../charts/utilisation-chart.ts'
import type { Offering } from '../../../contracts/offering.ts'
import type { Constraint, Prediction } from '../../../contracts/prediction.ts'
import { type Scenario, scenario as scenarioSchema } from '../../../contracts/scenario.ts'
import { type ScenarioEditor, scenarioWith } from './scenario-editor.ts'
import { workingValue } from './what-if-fields.ts'

/** Utilisations whose relative difference is at most this count as equal: rounding explains it. */
const sameRatio = 1e-9

/**
 * The limits whose utilisation depends on a field, the binding one first; empty if there are none.
 * @param known the offering, and its prediction for the unchanged scenario
 */
export function movedLimits(
  editor: Pick<ScenarioEditor, 'scenario' | 'byteRates'>,
  place: string,
  known: { readonly offering: Offering; readonly prediction: Prediction },
): Constraint[] {
  const changed = nudged(editor, place)
  if (changed === null) return []
  const { models, offered } = solve(changed, known.offering)
  const after = new Map(models.map((model) => [model.id, model.demandAt(offered) / model.capacity]))
  return constraintsInOrder(known.prediction).filter(({ id, utilisation }) => {
    const changedUtilisation = after.get(id) ?? utilisation
    const difference = Math.abs(changedUtilisation - utilisation)
    return difference > sameRatio * Math.max(changedUtilisation, utilisation)
  })
}

/** The scenario with a larger value in the field, or a smaller one if no larger one is valid; null if neither is. */
function nudged(editor: Pick<ScenarioEditor, 'scenario' | 'byteRates'>, place: string): Scenario | null {
  const value = workingValue(editor.scenario, place)
  if (value === null) return null
  for (const other of [Math.ceil(value * 1.25 + 1), value * 1.25, Math.floor(value * 0.75), value * 0.75]) {
    const parsed = other === value ? null : scenarioSchema.safeParse(scenarioWith(editor, place, other))
    if (parsed?.success) return parsed.data
  }
  return null
}
