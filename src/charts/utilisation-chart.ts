/**
 * How full each dimension is: horizontal bars, the binding one first, then by fullness, with a tick at 80 %.
 */
import { constraintName } from '../contracts/dimensions.ts'
import type { Constraint, Prediction } from '../contracts/prediction.ts'
import type { Bar, ChartDescription, Series } from './chart-description.ts'
import { demandOfCapacity, shortConstraintName } from './constraint-labels.ts'
import { ratioScale, rowScale } from './scales.ts'
import { formatValue } from './value-format.ts'

/** Above this utilisation, vendors' guidance expects latency and throttling. */
const utilisationTarget = 0.8

/** If the axis extends further, the labels of 80 % and of the limit would overlap. */
const farthestTarget = 2.1

/** Most readable number of bars. With more limits, only the fullest one of each dimension is shown. */
const mostBars = 12

type Row = {
  readonly constraint: Constraint
  /** Place among the binding constraints; null if it does not bind. */
  readonly bindingPlace: number | null
  /** "binds", "binds first", "binds producers"; empty if it does not bind. */
  readonly bindingText: string
  readonly standsFor: number
}

/** The parts of a prediction that decide the word beside a binding limit. */
type Binding = Pick<Prediction, 'headroom' | 'binding' | 'directions'>

/**
 * The word beside each binding limit, by its id: limits that set the headroom, then those that slow producers or consumers
 * without setting it. A limit that the load does not reach would be the first to bind.
 */
export function bindingTexts({ headroom, binding, directions }: Binding): ReadonlyMap<string, string> {
  const texts = new Map(binding.map(({ id }) => [id, headroom < 1 ? 'binds' : 'binds first']))
  const held = [
    { who: 'producers', direction: directions?.ingress },
    { who: 'consumers', direction: directions?.egress },
  ]
  const named = new Set(texts.keys())
  for (const { who, direction } of held) {
    if (direction === undefined || direction.headroom >= 1) continue
    for (const { id } of direction.binding) {
      if (!named.has(id)) texts.set(id, texts.has(id) ? `${texts.get(id)} and ${who}` : `binds ${who}`)
    }
  }
  return texts
}

/** Every limit in the order of the chart: the binding ones first, then by fullness. */
export function constraintsInOrder(prediction: Prediction): readonly Constraint[] {
  return allRows(prediction).map((row) => row.constraint)
}

/** The binding ones first, in the order in which the prediction names them. */
function byFullness(a: Row, b: Row): number {
  const places = (a.bindingPlace ?? Number.MAX_SAFE_INTEGER) - (b.bindingPlace ?? Number.MAX_SAFE_INTEGER)
  return places || b.constraint.utilisation - a.constraint.utilisation || a.constraint.id.localeCompare(b.constraint.id)
}

function fullestOfEachDimension(rows: readonly Row[]): Row[] {
  const kept = new Map<string, Row>()
  for (const row of rows) {
    const before = kept.get(row.constraint.dimension)
    if (before === undefined) kept.set(row.constraint.dimension, row)
    else kept.set(row.constraint.dimension, { ...before, standsFor: before.standsFor + 1 })
  }
  return [...kept.values()]
}

function rowsOf(prediction: Prediction): Row[] {
  const all = allRows(prediction)
  return all.length > mostBars ? fullestOfEachDimension(all) : all
}

function allRows(prediction: Prediction): Row[] {
  const texts = bindingTexts(prediction)
  const places = new Map([...texts.keys()].map((id, index) => [id, index]))
  return prediction.constraints
    .map((constraint) => ({
      constraint,
      bindingPlace: places.get(constraint.id) ?? null,
      bindingText: texts.get(constraint.id) ?? '',
      standsFor: 1,
    }))
    .sort(byFullness)
}

function rowLabel({ constraint, standsFor, bindingText }: Row): string {
  const count = standsFor > 1 ? `, fullest of ${standsFor}` : ''
  return `${shortConstraintName(constraint)}${count}${bindingText === '' ? '' : ` – ${bindingText}`}`
}

/** A name inside a sentence. Only its first letter changes, because the rest may be the name of a topic. */
function inSentence(name: string): string {
  return `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`
}

function describeInWords(prediction: Prediction, rows: readonly Row[]): string {
  const first = rows[0]
  if (first === undefined) return 'No limit applies to this workload.'
  const percent = (row: Row): string => formatValue(row.constraint.utilisation, 'ratio')
  const binding = rows.filter((row) => row.bindingPlace !== null)
  const isOver = prediction.headroom < 1
  const lead =
    binding.length > 0
      ? `${binding.map((row) => `${shortConstraintName(row.constraint)} at ${percent(row)}`).join(' and ')} ${binding.length > 1 ? 'bind' : 'binds'}`
      : `${shortConstraintName(first.constraint)} is fullest at ${percent(first)}`
  const others = rows.filter((row) => row.bindingPlace === null).filter((row) => row !== first || binding.length > 0)
  const rest = others.map((row) => `${inSentence(shortConstraintName(row.constraint))} ${percent(row)}`)
  const tail = rest.length === 0 ? '' : `; ${rest.join(', ')}`
  return `Utilisation at the offered load${isOver ? ', which is more than fits' : ''}: ${lead}${tail}.`
}

function targetTick(axisEnd: number): ChartDescription['annotations'] {
  if (axisEnd > farthestTarget) return []
  return [{ kind: 'tick', axis: 'x', value: utilisationTarget, label: formatValue(utilisationTarget, 'ratio') }]
}

/** How full each dimension of a prediction is at the offered load. */
export function utilisationChart(prediction: Prediction): ChartDescription {
  const rows = rowsOf(prediction)
  const bars: Bar[] = rows.map(({ constraint, bindingPlace }, row) => ({
    row,
    value: constraint.utilisation,
    isBinding: bindingPlace !== null,
    text: formatValue(constraint.utilisation, 'ratio'),
  }))
  const series: Series = { kind: 'bars', id: 'utilisation', label: 'Utilisation', bars }
  const x = ratioScale('share of the limit at the offered load', Math.max(0, ...bars.map((bar) => bar.value)))
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
        { id: 'demandOfCapacity', label: 'Demand of capacity', format: 'text' },
        { id: 'utilisation', label: 'Utilisation', format: 'ratio' },
        { id: 'binds', label: 'Binds', format: 'text' },
      ],
      rows: rows.map((row) => [
        constraintName(row.constraint),
        demandOfCapacity(row.constraint),
        row.constraint.utilisation,
        row.bindingText === '' ? 'no' : row.bindingText,
      ]),
    },
  }
}
