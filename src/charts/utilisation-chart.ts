/**
 * Describes the chart of each limit's utilisation: horizontal bars, binding limits first, the others by utilisation, and a
 * tick at the target of 80 %.
 */
import { constraintName, dimensionRecords } from '../contracts/dimensions.ts'
import type { Constraint, Prediction } from '../contracts/prediction.ts'
import { targetOf, targetUtilisation } from '../contracts/target-utilisation.ts'
import { lowerFirst } from '../units/first-letter.ts'
import { joinNames } from '../units/join-names.ts'
import type { Bar, ChartDescription, FillLevel, Series } from './chart-description.ts'
import { demandOfCapacity, shortConstraintName } from './constraint-labels.ts'
import { ratioScale, rowScale } from './scales.ts'
import { demandLabel } from './shared-labels.ts'
import { formatValue } from './value-format.ts'

/** If the axis extends further than this, the labels of 80 % and of the limit would overlap, so 80 % is not marked. */
const maxAxisEndForTarget = 2.1

/** If the axis ends at most here, the label of 80 % has room for the word "target" beside the label of the limit. */
const maxAxisEndForName = 1.25

/** If there are more limits than this, only the fullest one of each dimension is shown. */
const maxBars = 12

type Row = {
  readonly constraint: Constraint
  /** Position among the binding constraints; null if the constraint does not bind. */
  readonly bindingPosition: number | null
  /** "binds", "binds first", "binds producers"; empty if it does not bind. */
  readonly bindingText: string
  /** Why the limit does not bind although it is fuller than the one that binds first; empty if it is not fuller. */
  readonly reasonText: string
  /** Number of constraints of the same dimension for which this row stands. */
  readonly standsFor: number
}

/** The parts of a prediction that decide the words beside a binding limit. */
type Binding = Pick<Prediction, 'headroom' | 'binding' | 'directions' | 'achievable'>

/**
 * The words beside each binding limit, by constraint id. Limits that determine the headroom come first, then those that slow
 * only producers or only consumers. If the load fits, the limits are those that would bind first.
 */
export function bindingTexts({ headroom, binding, directions, achievable }: Binding): ReadonlyMap<string, string> {
  const texts = new Map(binding.map(({ id }) => [id, headroom < 1 ? 'binds' : 'binds first']))
  const clientDirections = [
    { clients: 'producers', direction: directions?.ingress },
    // A scenario without consumers has none that a limit could slow.
    ...(achievable.egressWireBytesPerSec.likely === 0 ? [] : [{ clients: 'consumers', direction: directions?.egress }]),
  ]
  const named = new Set(texts.keys())
  for (const { clients, direction } of clientDirections) {
    if (direction === undefined || direction.headroom >= 1) continue
    for (const { id } of direction.binding) {
      if (!named.has(id)) texts.set(id, texts.has(id) ? `${texts.get(id)} and ${clients}` : `binds ${clients}`)
    }
  }
  return texts
}

/** Why limits that are fuller than those that bind first do not bind, by constraint id. Empty if the load is too much. */
export function fullerTexts(prediction: Pick<Prediction, 'constraints'> & Binding): ReadonlyMap<string, string> {
  const { constraints, headroom } = prediction
  if (headroom < 1) return new Map()
  const bound = bindingTexts(prediction)
  const fullestBinding = Math.max(...constraints.filter(({ id }) => bound.has(id)).map(utilisationOf))
  const fuller = constraints.filter(({ utilisation }) => utilisation > fullestBinding)
  return new Map(fuller.map((constraint) => [constraint.id, reasonNotToBind(constraint)]))
}

/** All limits in the order of the chart: binding ones first, then by utilisation. */
export function constraintsInOrder(prediction: Prediction): readonly Constraint[] {
  return allRows(prediction).map((row) => row.constraint)
}

/** Compares rows for sorting: binding ones first, in the order of the prediction, then by utilisation. */
function compareRows(a: Row, b: Row): number {
  const byPosition = (a.bindingPosition ?? Number.MAX_SAFE_INTEGER) - (b.bindingPosition ?? Number.MAX_SAFE_INTEGER)
  return (
    byPosition || b.constraint.utilisation - a.constraint.utilisation || a.constraint.id.localeCompare(b.constraint.id)
  )
}

/** The first row of each dimension, with the number of rows for which it stands. */
function fullestOfEachDimension(rows: readonly Row[]): Row[] {
  const kept = new Map<string, Row>()
  for (const row of rows) {
    const before = kept.get(row.constraint.dimension)
    if (before === undefined) kept.set(row.constraint.dimension, row)
    else kept.set(row.constraint.dimension, { ...before, standsFor: before.standsFor + 1 })
  }
  return [...kept.values()]
}

/**
 * The rows to draw. A dimension that slows no client, such as members per partition, is left out until it is exceeded, so
 * that the chart of a usual workload fits into a small window. The list of limits below the chart has it.
 */
function rowsOf(prediction: Prediction): Row[] {
  const all = allRows(prediction).filter(
    ({ constraint: { dimension, utilisation } }) => dimensionRecords[dimension].role !== 'wastes' || utilisation > 1,
  )
  return all.length > maxBars ? fullestOfEachDimension(all) : all
}

function allRows(prediction: Prediction): Row[] {
  const texts = bindingTexts(prediction)
  const positions = new Map([...texts.keys()].map((id, index) => [id, index]))
  const reasons = fullerTexts(prediction)
  return prediction.constraints
    .map((constraint) => ({
      constraint,
      bindingPosition: positions.get(constraint.id) ?? null,
      bindingText: texts.get(constraint.id) ?? '',
      reasonText: reasons.get(constraint.id) ?? '',
      standsFor: 1,
    }))
    .sort(compareRows)
}

function utilisationOf({ utilisation }: Constraint): number {
  return utilisation
}

/** Why another limit binds first although this one is fuller. */
function reasonNotToBind({ dimension }: Constraint): string {
  const { role } = dimensionRecords[dimension]
  if (role === 'grows') return 'grows more slowly than the load'
  if (role === 'wastes') return 'does not limit'
  // Stored bytes follow the average load; headroom is that of the peak.
  return dimension === 'storage' ? 'grows with the average load' : 'does not grow with the load'
}

function rowLabel({ constraint, standsFor, bindingText, reasonText }: Row): string {
  const count = standsFor > 1 ? `, fullest of ${standsFor}` : ''
  const text = bindingText === '' ? reasonText : bindingText
  return `${shortConstraintName(constraint)}${count}${text === '' ? '' : ` – ${text}`}`
}

/** The cell of the table's column "binds": "binds first", "no", "no: does not grow with the load". */
function bindsCell({ bindingText, reasonText }: Row): string {
  if (bindingText !== '') return bindingText
  return reasonText === '' ? 'no' : `no: ${reasonText}`
}

function describeInWords(prediction: Prediction, rows: readonly Row[]): string {
  const first = rows[0]
  if (first === undefined) return 'No limit applies to this workload.'
  const percent = (row: Row): string => formatValue(row.constraint.utilisation, 'utilisation')
  const binding = rows.filter((row) => row.bindingPosition !== null)
  const isOver = prediction.headroom < 1
  const lead =
    binding.length > 0
      ? `${joinNames(binding.map((row) => `${shortConstraintName(row.constraint)} at ${percent(row)}`))} ${binding.length > 1 ? 'bind' : 'binds'}`
      : `${shortConstraintName(first.constraint)} is fullest at ${percent(first)}`
  const others = rows.filter((row) => row.bindingPosition === null).filter((row) => row !== first || binding.length > 0)
  const rest = others.map((row) => `${lowerFirst(shortConstraintName(row.constraint))} ${percent(row)}`)
  const tail = rest.length === 0 ? '' : `; ${rest.join(', ')}`
  return `Utilisation at the offered load${isOver ? ', which is more than fits' : ''}: ${lead}${tail}.`
}

function levelOf(constraint: Constraint): FillLevel {
  if (constraint.utilisation > 1) return 'over'
  return constraint.utilisation > targetOf(constraint, targetUtilisation) ? 'above-target' : 'within'
}

function targetTick(axisEnd: number): ChartDescription['annotations'] {
  if (axisEnd > maxAxisEndForTarget) return []
  const percent = formatValue(targetUtilisation, 'ratio')
  const label = axisEnd > maxAxisEndForName ? percent : `target ${percent}`
  return [{ kind: 'tick', axis: 'x', value: targetUtilisation, label }]
}

/** The chart of each limit's utilisation at the offered load. */
export function utilisationChart(prediction: Prediction): ChartDescription {
  const rows = rowsOf(prediction)
  const bars: Bar[] = rows.map(({ constraint, bindingPosition }, row) => ({
    row,
    value: constraint.utilisation,
    level: levelOf(constraint),
    isBinding: bindingPosition !== null,
    text: formatValue(constraint.utilisation, 'utilisation'),
  }))
  const series: Series = { kind: 'bars', id: 'utilisation', label: 'Utilisation', bars }
  const x = ratioScale(
    'share of the limit at the offered load, if no client waits',
    Math.max(0, ...bars.map((bar) => bar.value)),
  )
  return {
    kind: 'utilisation',
    title: 'How full each limit is',
    textAlternative: describeInWords(prediction, rows),
    x,
    y: rowScale(
      'limit',
      rows.map((row) => ({ label: rowLabel(row), detail: demandOfCapacity(row.constraint) })),
    ),
    series: [series],
    annotations: [
      ...targetTick(x.max),
      { kind: 'limit', axis: 'x', value: 1, label: 'limit', isBinding: prediction.headroom <= 1 },
    ],
    table: {
      columns: [
        { id: 'constraint', label: 'Limit', format: 'text' },
        { id: 'demandOfCapacity', label: demandLabel, format: 'text' },
        { id: 'utilisation', label: 'Utilisation', format: 'utilisation' },
        { id: 'binds', label: 'Binds', format: 'text' },
      ],
      rows: rows.map((row) => [
        constraintName(row.constraint),
        demandOfCapacity(row.constraint),
        row.constraint.utilisation,
        bindsCell(row),
      ]),
    },
  }
}
