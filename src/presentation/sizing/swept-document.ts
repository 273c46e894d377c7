/**
 * Describes a sweep: predictions of a scenario with many values of its fields, and where the binding limit changes.
 */
import { type BindingChange, valueText } from '../../capacity/binding-changes.ts'
import type { SweepPoint } from '../../capacity/sweep.ts'
import type { SweepAxis } from '../../capacity/sweep-axis.ts'
import type { AppliedCalibration } from '../../contracts/calibration.ts'
import { constraintName } from '../../contracts/dimensions.ts'
import type { FigureName } from '../../contracts/figures.ts'
import { refusalText } from '../../contracts/refusal-text.ts'
import { rateText } from '../../evidence/rate-text.ts'
import { counted, formatCount } from '../../units/count.ts'
import { joinNames } from '../../units/join-names.ts'
import { formatFactor } from '../../units/ratio.ts'
import {
  type Block,
  blocks,
  type Cell,
  type Document,
  list,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { figureLabels, headroomLabel, predictedMark } from '../labels.ts'

/** A sweep over fields of a scenario. */
export interface Swept {
  readonly scenarioName: string
  readonly axes: readonly SweepAxis[]
  /** One point for each combination of values; the last axis varies fastest. */
  readonly points: readonly SweepPoint[]
  readonly changes: readonly BindingChange[]
  /** Null if the model is not calibrated. */
  readonly calibration: Pick<AppliedCalibration, 'name'> | null
}

/** At most this many rows are shown; `--json` and `--csv` have all. */
const maxRows = 30

/** At most this many changes are shown; the others are counted. */
const maxChanges = 20

/** The figures in the table. The names of limits leave no space for more; `--json` and `--csv` have all figures. */
const shownFigures: readonly FigureName[] = ['ingressWireBytesPerSec', 'egressWireBytesPerSec']

/** The description of a sweep. */
export function sweptDocument(swept: Swept): Document {
  const { scenarioName, calibration } = swept
  return {
    subject: 'Headroom sweep',
    title: scenarioName,
    answer: { tone: 'predicted', label: null, sentence: sweptSentence(swept), marks: [predictedMark] },
    introduction: blocks(calibration !== null && paragraph(`With the calibration ${calibration.name}.`)),
    sections: [pointsSection(swept), ...changesSections(swept)],
    closing: 'Made by Headroom.',
  }
}

function sweptSentence({ scenarioName, axes, points, changes }: Swept): string {
  const over = `${scenarioName} over ${joinNames(axes.map(({ path }) => path))}`
  if (changes.length > 0) {
    return `${over}: the binding limit changes at ${counted(changes.length, 'place')} among ${counted(points.length, 'point')}.`
  }
  const isKnown = points.some((point) => point.ok && point.isFeasible)
  return isKnown ? `${over}: the same limit binds at every point.` : `${over}: no point can be predicted.`
}

function pointsSection(swept: Swept): Section {
  const { axes, points } = swept
  const indexes = shownIndexes(swept)
  const left = points.length - indexes.length
  const headings = [
    ...axes.map(({ path, values }) => valueCell(values[0], path.split('.').at(-1) ?? path)),
    ...shownFigures.map((figure) => numberCell(figureLabels[figure])),
    numberCell(headroomLabel),
    textCell('Binds'),
  ]
  const rows = indexes.flatMap((index) => {
    const point = points[index]
    return point === undefined ? [] : [pointRow(point)]
  })
  const note = `${formatCount(left)} of ${points.length} points are not shown; --json and --csv have all.`
  return {
    id: 'points',
    title: 'What each value gives',
    marks: [],
    blocks: blocks(
      table('Achievable at each point, likely values', headings, rows),
      left > 0 && paragraph(span('quiet', note)),
    ),
  }
}

function pointRow(point: SweepPoint): Cell[] {
  const values = point.values.map((value) => valueCell(value, valueText(value)))
  const emptyRow = (why: string) => [
    ...values,
    ...shownFigures.map(() => numberCell('–')),
    numberCell('–'),
    textCell(why),
  ]
  if (!point.ok) return emptyRow(point.problem)
  if (!point.isFeasible) return emptyRow(refusalText(point.isOverGuideline))
  return [
    ...values,
    ...shownFigures.map((figure) => numberCell(rateText(figure, point.achievable[figure].likely))),
    numberCell(formatFactor(point.headroom)),
    textCell(bindingText(point.binding)),
  ]
}

/** A cell with `text`, in a column of numbers if `value` is a number. */
function valueCell(value: unknown, text: string): Cell {
  return typeof value === 'number' ? numberCell(text) : textCell(text)
}

/** At most this many binding limits of a point are named; the others are counted. */
const maxBinding = 2

function bindingText(binding: Extract<SweepPoint, { ok: true }>['binding']): string {
  const names = [...new Set(binding.map(constraintName))]
  const rest = names.length - maxBinding
  return `${names.slice(0, maxBinding).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function changesSections({ points, changes }: Swept): Section[] {
  const [first] = points
  const atFirst =
    first?.ok && !first.isFeasible
      ? [`At the first point it is ${refusalText(first.isOverGuideline)}. ${first.refusals.join(' ')}`]
      : []
  const sentences = [...atFirst, ...changes.map(({ sentence }) => sentence)]
  if (sentences.length === 0) return []
  const left = sentences.length - maxChanges
  const content: Block[] = blocks(
    list(sentences.slice(0, maxChanges)),
    left > 0 && paragraph(span('quiet', `And ${formatCount(left)} more; --json has all.`)),
  )
  return [{ id: 'changes', title: 'Where it changes', marks: [], blocks: content }]
}

/** Indexes of the shown points: both ends, both sides of changes as far as there is space, and others spread evenly. */
function shownIndexes({ points, changes }: Swept): number[] {
  const indexes = points.map((_, index) => index)
  if (points.length <= maxRows) return indexes
  const edges = [0, points.length - 1, ...changes.flatMap(({ index }) => [index - 1, index])].slice(0, maxRows / 2)
  const spread = maxRows - edges.length
  const even = Array.from({ length: spread }, (_, at) => Math.floor((at * points.length) / spread))
  return [...new Set([...edges, ...even])].sort((one, other) => one - other)
}
