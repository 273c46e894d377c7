import { AppError } from '../contracts/app-error.ts'
import type { FigureBands } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import { check, type Schema } from '../contracts/parse.ts'
import type { Prediction, PredictionContext } from '../contracts/prediction.ts'
import { type Scenario, scenario as scenarioSchema } from '../contracts/scenario.ts'
import { readFieldText, setScenarioField, stepsOf } from './set-scenario-field.ts'
import { solve } from './solve.ts'
import { mostSweepPoints, type SweepAxis, tooManyPoints } from './sweep-axis.ts'

/** What the workload gets where the axes have these values (in the order of the axes), or why that cannot be said. */
export type SweepPoint =
  | {
      readonly ok: true
      readonly values: readonly unknown[]
      readonly achievable: FigureBands
      readonly headroom: number
      readonly isFeasible: boolean
      readonly refusals: readonly string[]
      readonly binding: Prediction['binding']
    }
  | { readonly ok: false; readonly values: readonly unknown[]; readonly problem: string }

type Outcome = { readonly ok: true; readonly value: Scenario } | { readonly ok: false; readonly problem: string }

/**
 * What the workload gets at every combination of the axes' values; the last axis runs fastest.
 *
 * A value that is not valid gives a point with a problem.
 * @throws AppError SCENARIO_INVALID where a path does not exist, USAGE where there are too many points or a path twice.
 */
export function sweep(
  scenario: Scenario,
  offering: Offering,
  axes: readonly SweepAxis[],
  context: Partial<PredictionContext> = {},
): SweepPoint[] {
  const twice = axes.find((axis, index) => axes.findIndex((other) => other.path === axis.path) !== index)
  if (twice) throw new AppError('USAGE', `${twice.path} is swept twice.`, { remedy: 'Give all its values at once.' })
  const count = axes.reduce((product, axis) => product * axis.values.length, 1)
  if (count > mostSweepPoints) throw tooManyPoints(count)
  const changed = changer(scenario, axes)
  return combinations(axes).map((values): SweepPoint => {
    const outcome = changed(values)
    if (!outcome.ok) return { ok: false, values, problem: outcome.problem }
    const { achievable, headroom, refusals } = solve(outcome.value, offering, context)
    return {
      ok: true,
      values,
      achievable,
      headroom: headroom.factor,
      isFeasible: refusals.length === 0,
      refusals,
      binding: headroom.binding.map(({ id, dimension, layer }) => ({ id, dimension, layer })),
    }
  })
}

/** Every combination of the axes' values; the last axis runs fastest. */
export function combinations(axes: readonly SweepAxis[]): unknown[][] {
  return axes.reduce<unknown[][]>(
    (before, axis) => before.flatMap((values) => axis.values.map((value) => [...values, value])),
    [[]],
  )
}

/**
 * Changes and checks a scenario. Where all axes are numbers that the scenario has already, each is checked by its own
 * field's schema alone, which costs a hundredth: what a scenario asks beyond that is about names. (A property test holds
 * both ways against each other.)
 */
function changer(scenario: Scenario, axes: readonly SweepAxis[]): (values: readonly unknown[]) => Outcome {
  const wholly = (values: readonly unknown[]) => changeWholly(scenario, axes, values)
  const base = wholly(axes.map((axis) => axis.values[0]))
  const fields = axes.map((axis) => ({ steps: stepsOf(axis.path), schema: readFieldText(axis.path, '').schema }))
  if (!base.ok || fields.some(({ steps }) => typeof valueAt(base.value, steps) !== 'number')) return wholly
  return (values) => {
    let changed: unknown = base.value
    for (const [index, { steps, schema }] of fields.entries()) {
      const value = values[index]
      if (typeof value !== 'number' || !isSchema(schema) || !check(schema, value).ok) return wholly(values)
      changed = withValue(changed, steps, 0, value)
    }
    // Every number was one and passed its field's schema, so that the whole still has the shape of the base.
    return { ok: true, value: changed as Scenario }
  }
}

function changeWholly(scenario: Scenario, axes: readonly SweepAxis[], values: readonly unknown[]): Outcome {
  const changed = axes.reduce<unknown>(
    (json, axis, index) => setScenarioField(json, axis.path, values[index]),
    scenario,
  )
  const outcome = check(scenarioSchema, changed)
  if (outcome.ok) return outcome
  return { ok: false, problem: outcome.problems.map(({ place, message }) => `${place}: ${message}`).join('; ') }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'safeParse' in value
}

function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), value)
}

/** A copy with another value at a place that exists. */
function withValue(whole: unknown, steps: readonly string[], depth: number, value: number): unknown {
  const step = steps[depth]
  if (step === undefined) return value
  if (Array.isArray(whole)) {
    const items: unknown[] = whole.slice()
    items[Number(step)] = withValue(items[Number(step)], steps, depth + 1, value)
    return items
  }
  const fields: Record<string, unknown> = { ...(whole as Record<string, unknown>) }
  fields[step] = withValue(fields[step], steps, depth + 1, value)
  return fields
}
