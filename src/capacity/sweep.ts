/**
 * Predicts a scenario at every combination of the values of some of its fields.
 */
import { AppError } from '../contracts/app-error.ts'
import type { FigureBands } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import { check, isSchema, type Schema } from '../contracts/parse.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { PredictionContext } from '../contracts/prediction-context.ts'
import { type Scenario, scenario as scenarioSchema } from '../contracts/scenario.ts'
import { chanceMet } from './chance-met.ts'
import { areGuidelinesOnly } from './refusals.ts'
import { inWordsOfUnits, readFieldText, setScenarioField, stepsOf } from './set-scenario-field.ts'
import { solve } from './solve.ts'
import { maxSweepPoints, type SweepAxis, tooManyPoints } from './sweep-axis.ts'

/** The result for one combination of the axes' values (in the order of the axes), or why there is none. */
export type SweepPoint =
  | {
      readonly ok: true
      readonly values: readonly unknown[]
      readonly achievable: FigureBands
      readonly headroom: number
      readonly isFeasible: boolean
      /** True if the workload is only over guidelines of the vendor, whatever its rate, so that no service refuses it. */
      readonly isOverGuideline: boolean
      readonly refusals: readonly string[]
      readonly binding: Prediction['binding']
      /** The chance that the offered load is met, 0 to 1. Null: no bands by law, as with declared limits. */
      readonly chanceMet: number | null
    }
  | { readonly ok: false; readonly values: readonly unknown[]; readonly problem: string }

type Outcome = { readonly ok: true; readonly value: Scenario } | { readonly ok: false; readonly problem: string }

/**
 * Solves the scenario at every combination of the axes' values; the last axis varies fastest.
 *
 * An invalid value gives a point with a problem.
 * @throws AppError SCENARIO_INVALID if a path does not exist, USAGE if there are too many points or a path is repeated.
 */
export function sweep(
  scenario: Scenario,
  offering: Offering,
  axes: readonly SweepAxis[],
  context?: Partial<PredictionContext>,
): SweepPoint[] {
  const twice = axes.find((axis, index) => axes.findIndex((other) => other.path === axis.path) !== index)
  if (twice) throw new AppError('USAGE', `${twice.path} is swept twice.`, { remedy: 'Give all its values at once.' })
  const count = axes.reduce((product, axis) => product * axis.values.length, 1)
  if (count > maxSweepPoints) throw tooManyPoints(count)
  const changed = changer(scenario, axes)
  return combinations(axes).map((values): SweepPoint => {
    const outcome = changed(values)
    if (!outcome.ok) return { ok: false, values, problem: outcome.problem }
    const solution = solve(outcome.value, offering, context)
    const { achievable, growth, refusals } = solution
    return {
      ok: true,
      values,
      achievable,
      headroom: growth.factor,
      isFeasible: refusals.length === 0,
      isOverGuideline: areGuidelinesOnly({ headroom: growth.factor, refusals, binding: growth.binding }),
      refusals,
      binding: growth.binding.map(({ id, dimension, layer }) => ({ id, dimension, layer })),
      chanceMet: chanceMet(solution),
    }
  })
}

/** Every combination of the axes' values; the last axis varies fastest. */
export function combinations(axes: readonly SweepAxis[]): unknown[][] {
  return axes.reduce<unknown[][]>(
    (before, axis) => before.flatMap((values) => axis.values.map((value) => [...values, value])),
    [[]],
  )
}

/**
 * Returns a function that sets the axes' values in a scenario and checks it.
 *
 * If all axes are existing numbers of the scenario, each value is checked only by the schema of its own field, which
 * takes a hundredth of the time: the other rules of a scenario concern names and `linkedFields`. A property test
 * compares both ways. The fast way changes one copy again and again, so a caller must not keep an outcome's scenario.
 */
function changer(scenario: Scenario, axes: readonly SweepAxis[]): (values: readonly unknown[]) => Outcome {
  const wholly = (values: readonly unknown[]) => changeWholly(scenario, axes, values)
  const base = wholly(axes.map((axis) => axis.values[0]))
  if (!base.ok) return wholly
  // The parsed copy belongs to this function alone, so it may be changed.
  const fields = axes.map(({ path }) => fieldAt(base.value, path))
  if (fields.some((field) => field === null)) return wholly
  return (values) => {
    for (const [index, field] of fields.entries()) {
      const value = values[index]
      if (typeof value !== 'number' || field === null || !check(field.schema, value).ok) return wholly(values)
      field.owner[field.name] = value
    }
    return base
  }
}

/** A field of a scenario and its schema. */
type Field = { readonly owner: Record<string, unknown>; readonly name: string; readonly schema: Schema }

/** Numbers whose validity depends on other fields. */
const linkedFields: readonly string[] = ['compressionRatio', 'minInsyncReplicas', 'replicationFactor']

/** The field at a path; null unless it holds a number whose validity depends on its own schema only. */
function fieldAt(scenario: Scenario, path: string): Field | null {
  const steps = stepsOf(path)
  const owner = valueAt(scenario, steps.slice(0, -1))
  const name = steps.at(-1) ?? ''
  if (linkedFields.includes(name)) return null
  const { schema } = readFieldText(path, '')
  if (!isFields(owner) || typeof owner[name] !== 'number' || !isSchema(schema)) return null
  return { owner, name, schema }
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function changeWholly(scenario: Scenario, axes: readonly SweepAxis[], values: readonly unknown[]): Outcome {
  const changed = axes.reduce<unknown>(
    (json, axis, index) => setScenarioField(json, axis.path, values[index]),
    scenario,
  )
  const outcome = check(scenarioSchema, changed)
  if (outcome.ok) return outcome
  const changes = axes.map(({ path }, index) => ({ path, value: values[index] }))
  const problems = inWordsOfUnits(outcome.problems, changes)
  return { ok: false, problem: problems.map(({ place, message }) => `${place}: ${message}`).join('; ') }
}

function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), value)
}
