/**
 * Predicts a scenario for each combination of values of one or more fields.
 */
import { type BindingChange, bindingChanges } from '../../capacity/binding-changes.ts'
import { type SweepPoint, sweep } from '../../capacity/sweep.ts'
import { readSweepAxis, type SweepAxis } from '../../capacity/sweep-axis.ts'
import type { AppliedCalibration } from '../../contracts/calibration.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { deployedOffering, offeringOf } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'

/** A field, and its values as text, such as "3,6,12" or "1..200". */
export interface SweptField {
  readonly path: string
  readonly values: string
}

/** The parsed axes, one point per combination of values, and the places at which the binding limit changes. */
export interface SweptScenario {
  readonly axes: readonly SweepAxis[]
  readonly points: readonly SweepPoint[]
  readonly changes: readonly BindingChange[]
  /** The calibration of the model; null if it has none. */
  readonly calibration: AppliedCalibration | null
}

/**
 * Predicts the scenario at every combination of the fields' values.
 * @throws AppError USAGE or SCENARIO_INVALID for fields and values, and the errors of `offeringOf`
 */
export async function sweepScenario(
  scenario: Scenario,
  fields: readonly SweptField[],
  resources: Resources,
): Promise<SweptScenario> {
  const axes = fields.map((field) => readSweepAxis(field.path, field.values))
  // In a sweep over tiers, the scenario itself need not name a tier.
  const isOverTiers = fields.some(({ path }) => path === 'deployment.tier')
  const offering = await (isOverTiers ? offeringOf : deployedOffering)(scenario.deployment, resources)
  const points = sweep(scenario, offering, axes)
  return { axes, points, changes: bindingChanges(axes, points), calibration: offering.calibration ?? null }
}
