/**
 * Formats a sweep as the JSON object of `--json`, and as a table for spreadsheets.
 */
import { figureNames } from '../contracts/figures.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { CsvCell } from '../units/csv.ts'
import type { SweptScenario } from '../workbench/sizing/sweep-scenario.ts'

type Point = SweptScenario['points'][number]

/** Returns the JSON object, which has every point with its values by path, and where the binding limit changes. */
export function sweepObject(scenario: Scenario, { axes, points, changes, calibration }: SweptScenario) {
  return {
    scenarioName: scenario.name,
    offering: scenario.deployment.offering,
    axes,
    points: points.map((point) => ({
      at: Object.fromEntries(axes.map((axis, index) => [axis.path, point.values[index]])),
      ...fieldsOf(point),
    })),
    changes,
    ...(calibration === null ? {} : { calibration }),
  }
}

/** The fields of a point beside its values. Whether it is only over a guideline is said by the sentences of `refusals`. */
function fieldsOf(point: Point) {
  if (!point.ok) return { ok: point.ok, problem: point.problem }
  const { values: _values, isOverGuideline: _isOverGuideline, ...fields } = point
  return fields
}

/** Returns the rows of `--csv`. The first row names the columns. */
export function sweepRows({ axes, points }: SweptScenario): CsvCell[][] {
  const figureColumns = figureNames.flatMap((name) => ['low', 'likely', 'high'].map((end) => `${name}.${end}`))
  const heading = [
    ...axes.map((axis) => axis.path),
    'isFeasible',
    'headroom',
    'binding',
    ...figureColumns,
    'chanceMet',
    'problem',
  ]
  return [heading, ...points.map(csvRow)]
}

function csvRow(point: Point): CsvCell[] {
  const values = point.values.map((value) => (typeof value === 'number' ? value : String(value)))
  if (!point.ok)
    return [...values, null, null, null, ...figureNames.flatMap(() => [null, null, null]), null, point.problem]
  const figures = figureNames.flatMap((name) => {
    const { low, likely, high } = point.achievable[name]
    return [low, likely, high]
  })
  const binding = point.binding.map(({ id }) => id).join('; ')
  return [
    ...values,
    String(point.isFeasible),
    point.headroom,
    binding,
    ...figures,
    point.chanceMet,
    point.refusals.join(' '),
  ]
}
