import { AppError } from '../contracts/app-error.ts'
import type { FigureBands } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import { check, type Schema } from '../contracts/parse.ts'
import type { Prediction, PredictionContext } from '../contracts/prediction.ts'
import { type Scenario, scenario as scenarioSchema } from '../contracts/scenario.ts'
import { inWordsOfUnits, readFieldText, setScenarioField, stepsOf } from './set-scenario-field.ts'
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
  context?: Partial<PredictionContext>,
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
 * field's schema alone, which costs a hundredth: what a scenario asks beyond that is about names and `linkedFields`. (A
 * property test holds both ways against each other.) They are put into one copy, over and over: no outcome refers to its scenario.
 */
function changer(scenario: Scenario, axes: readonly SweepAxis[]): (values: readonly unknown[]) => Outcome {
  const wholly = (values: readonly unknown[]) => changeWholly(scenario, axes, values)
  const base = wholly(axes.map((axis) => axis.values[0]))
  if (!base.ok) return wholly
  // The check has made it, so that nobody else has it.
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

/** A place in a scenario, and what may stand there. */
type Field = { readonly owner: Record<string, unknown>; readonly name: string; readonly schema: Schema }

/** Numbers that a scenario takes or refuses by other fields beside them. */
const linkedFields: readonly string[] = ['compressionRatio', 'minInsyncReplicas', 'replicationFactor']

/** The field at a path where it holds a number that nothing else decides on; null where it does not. */
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

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && 'safeParse' in value
}

function valueAt(value: unknown, steps: readonly string[]): unknown {
  return steps.reduce((at, step) => (typeof at === 'object' && at !== null ? Reflect.get(at, step) : undefined), value)
}
