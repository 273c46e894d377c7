/**
 * A sweep as text, as the one object of `--json`, and as a table for spreadsheets.
 */
import { type FigureName, figureNames } from '../contracts/figures.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { figureLabels } from '../presentation/labels.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'
import { formatFigure } from '../presentation/report-facts.ts'
import type { CsvCell } from '../units/csv.ts'
import { groupDigits } from '../units/number-text.ts'
import { type SweptScenario, sweptValueTexts } from '../workbench/sizing/sweep-scenario.ts'

type Point = SweptScenario['points'][number]

/** Most rows of the text: a person reads no more, the whole sweep is in `--json` and `--csv`. */
const mostRows = 40

/** Most changes that are told in sentences. */
const mostChanges = 20

/** Most binding constraints that are named in a row. */
const mostBinding = 3

const shownFigures: readonly FigureName[] = ['ingressWireBytesPerSec', 'egressWireBytesPerSec', 'recordsPerSec']

/** The `--json` object: every point with the values under their paths, and where the binding limit changes. */
export function sweepObject(scenario: Scenario, { axes, points, changes, calibration }: SweptScenario) {
  return {
    scenarioName: scenario.name,
    offering: scenario.deployment.offering,
    axes,
    points: points.map(({ values, ...rest }) => ({
      at: Object.fromEntries(axes.map((axis, index) => [axis.path, values[index]])),
      ...rest,
    })),
    changes,
    ...(calibration === null ? {} : { calibration }),
  }
}

/** Rows of `--csv`; the first names the columns. */
export function sweepRows({ axes, points }: SweptScenario): CsvCell[][] {
  const figureColumns = figureNames.flatMap((name) => ['low', 'likely', 'high'].map((end) => `${name}.${end}`))
  const heading = [...axes.map((axis) => axis.path), 'isFeasible', 'headroom', 'binding', ...figureColumns, 'problem']
  return [heading, ...points.map(csvRow)]
}

function csvRow(point: Point): CsvCell[] {
  const values = point.values.map((value) => (typeof value === 'number' ? value : String(value)))
  if (!point.ok) return [...values, null, null, null, ...figureNames.flatMap(() => [null, null, null]), point.problem]
  const figures = figureNames.flatMap((name) => {
    const { low, likely, high } = point.achievable[name]
    return [low, likely, high]
  })
  const binding = point.binding.map(({ id }) => id).join('; ')
  return [...values, String(point.isFeasible), point.headroom, binding, ...figures, point.refusals.join(' ')]
}

/** What was swept, a table of at most `mostRows` points, and a sentence for each change of the binding limit. */
export function sweepText(scenario: Scenario, swept: SweptScenario, columns: number): string {
  const { axes, points } = swept
  const width = textWidth(columns)
  const shown = shownPoints(swept)
  const heading = [...axes.map((axis) => lastStep(axis.path)), ...shownFigures.map((name) => figureLabels[name])]
  const rows = shown.map((index) => textRow(points[index]))
  const left = points.length - shown.length
  const paths = axes.map((axis) => axis.path).join(' and ')
  return [
    wrapText(`${scenario.name}, over ${paths}. Likely values to plan with.`, width),
    swept.calibration === null ? '' : wrapText(`With the calibration ${swept.calibration.name}.`, width),
    '\n',
    alignColumns(
      [[...heading, 'headroom', 'binds'], ...rows],
      heading.map((_, column) => column).concat(heading.length),
    ),
    left === 0 ? '' : wrapText(`${left} of ${points.length} points are not shown; --json and --csv have all.`, width),
    '\n',
    changesText(swept, width),
  ].join('')
}

function changesText({ points, changes }: SweptScenario, width: number): string {
  const [first] = points
  const atFirst = first?.ok && !first.isFeasible ? [`Refused at the first point. ${first.refusals.join(' ')}`] : []
  const sentences = [...atFirst, ...changes.map(({ sentence }) => sentence)]
  if (sentences.length === 0) return 'The same limit binds everywhere.\n'
  const told = sentences.slice(0, mostChanges).map((each) => wrapText(each, width, '    ').replace('    ', '  - '))
  const left = sentences.length - told.length
  return `Where it changes\n${told.join('')}${left === 0 ? '' : `  and ${left} more; --json has all.\n`}`
}

function textRow(point: Point | undefined): string[] {
  if (point === undefined) return []
  const values = sweptValueTexts(point)
  if (!point.ok) return [...values, ...shownFigures.map(() => ''), '', point.problem]
  if (!point.isFeasible) return [...values, ...shownFigures.map(() => ''), '', 'refused']
  const figures = shownFigures.map((name) => formatFigure(name, point.achievable[name].likely))
  return [...values, ...figures, groupDigits(point.headroom, 2), bindingIds(point)]
}

function bindingIds({ binding }: Extract<Point, { ok: true }>): string {
  const ids = binding.slice(0, mostBinding).map(({ id }) => id)
  return `${ids.join(', ')}${binding.length > ids.length ? ` and ${binding.length - ids.length} more` : ''}`
}

/** Both ends, both sides of each change as far as they fit, and the rest spread evenly. */
function shownPoints({ points, changes }: SweptScenario): number[] {
  const indexes = points.map((_, index) => index)
  if (points.length <= mostRows) return indexes
  const edges = [0, points.length - 1, ...changes.flatMap(({ index }) => [index - 1, index])].slice(0, mostRows / 2)
  const spread = mostRows - edges.length
  const even = Array.from({ length: spread }, (_, at) => Math.floor((at * points.length) / spread))
  return [...new Set([...edges, ...even])].sort((one, other) => one - other)
}

function lastStep(path: string): string {
  return path.split('.').at(-1) ?? path
}
