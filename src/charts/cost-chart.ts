/**
 * Describes the chart of offerings' monthly costs over the load: one line per offering, with a step at each change of
 * size, and the loads at which another offering becomes the cheapest.
 */
import type { CostLine, CostOverLoad, CostPoint } from '../contracts/cost-over-load.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatMoney } from '../units/money.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import type { ChartDescription, DataTable, Mark, Point, Series } from './chart-description.ts'
import { valueScale } from './scales.ts'
import { costOverLoadTitle } from './shared-labels.ts'

const lineMarks = ['line-1', 'line-2', 'line-3', 'line-4', 'line-5', 'line-6'] as const satisfies readonly Mark[]

/** Free space below the lowest and above the highest cost. */
const paddingFactor = 1.15

/**
 * The chart; null if fewer than two offerings can be compared.
 * @param costs from `comparableCosts`
 * @param crossingSentences one for each crossing of `costs`, in their order
 */
export function costChart(costs: CostOverLoad, crossingSentences: readonly string[]): ChartDescription | null {
  const { lines } = costs
  const currency = lines[0]?.currency ?? null
  if (lines.length < 2 || currency === null) return null
  const known = lines.flatMap(({ points }) => points.filter(isKnown))
  const loads = known.map(({ ingressBytesPerSec }) => ingressBytesPerSec)
  const totals = known.map(({ totalPerMonth }) => totalPerMonth)
  const now = known.find(({ factor }) => factor === 1)?.ingressBytesPerSec
  const noted = costs.crossings.map(({ ingressBytesPerSec: x, totalPerMonth: y }, index) => {
    return { x, y, text: crossingSentences[index] ?? '' }
  })
  return {
    kind: 'costs',
    title: costOverLoadTitle,
    textAlternative: alternativeOf(lines, currency, crossingSentences),
    x: logScale('written on average, wire', 'bytes-per-sec', loads),
    y: logScale(`${currency} a month`, 'number', totals, paddingFactor),
    series: [...lines.map(seriesOf), ...crossingSeries(noted)],
    annotations:
      now === undefined ? [] : [{ kind: 'tick', axis: 'x', value: now, label: `now ${formatByteRate(now)}` }],
    notes: noted.map(({ x, text }) => ({ x, text })),
    get table(): DataTable {
      return tableOf(lines, costs.crossings, crossingSentences)
    },
  }
}

/** The lines that can be drawn: those whose charges are all known, in the currency of the first of these. */
export function comparableCosts({ lines, cheapest, crossings }: CostOverLoad): CostOverLoad {
  const complete = lines.filter(({ isComplete, points }) => isComplete && points.some(isKnown))
  const drawn = complete.filter(({ currency }) => currency === complete[0]?.currency)
  const isDrawn = (id: string) => drawn.some(({ offering }) => offering === id)
  return {
    lines: drawn,
    cheapest,
    crossings: crossings.filter(({ cheaperAbove, cheaperBelow }) => isDrawn(cheaperAbove) && isDrawn(cheaperBelow)),
  }
}

type KnownPoint = CostPoint & { readonly totalPerMonth: number }

/** True if the point can be drawn on logarithmic axes. */
function isKnown(point: CostPoint): point is KnownPoint {
  return point.totalPerMonth !== null && point.totalPerMonth > 0 && point.ingressBytesPerSec > 0
}

/** A logarithmic axis, so that one chart can show offerings whose costs differ many times. */
function logScale(title: string, format: 'bytes-per-sec' | 'number', values: readonly number[], padding = 1) {
  const [from, to] = [Math.min(...values) / padding, Math.max(...values) * padding]
  return valueScale(title, format, { kind: 'logarithmic', from, to: Math.max(to, from * 1.01) })
}

/** The line through the loads and both ends of each step. It ends where no size is nearly sure to take the load. */
function seriesOf(line: CostLine, index: number): Series {
  const all = [...line.points, ...line.steps.flatMap(({ below, above }) => [below, above])]
  const points = all
    .filter(isKnown)
    .sort((one, other) => one.factor - other.factor)
    .map(({ ingressBytesPerSec, totalPerMonth }): Point => ({ x: ingressBytesPerSec, y: totalPerMonth }))
  return { kind: 'line', id: line.offering, label: line.offeringName, mark: lineMarks[index] ?? 'line-6', points }
}

function crossingSeries(points: readonly Point[]): Series[] {
  if (points.length === 0) return []
  return [{ kind: 'line', id: 'crossings', label: 'another becomes cheaper', mark: 'crossing', points }]
}

function alternativeOf(lines: readonly CostLine[], currency: string, sentences: readonly string[]): string {
  const ends = lines.map(({ offeringName, points }) => {
    const known = points.filter(isKnown)
    const [first, last] = [known[0], known.at(-1)]
    if (first === undefined || last === undefined) return `${offeringName}: no size takes the load.`
    const cost = ({ totalPerMonth, ingressBytesPerSec }: KnownPoint) =>
      `${formatMoney(totalPerMonth, currency)} a month at ${formatByteRate(ingressBytesPerSec)}`
    const end = last === points.at(-1) ? '' : ', its highest load'
    return `${offeringName}: ${cost(first)}, ${cost(last)}${end}.`
  })
  const none = sentences.length === 0 ? ['None becomes cheaper than another in this range.'] : sentences
  return [...ends, ...none].join(' ')
}

/** A row for each load, and one for each crossing. */
function tableOf(lines: readonly CostLine[], crossings: CostOverLoad['crossings'], sentences: readonly string[]) {
  const factors = lines[0]?.points.map(({ factor }) => factor) ?? []
  const loadRows = factors.map((factor, index) => {
    const points = lines.map(({ points: all }) => all[index])
    const load = points.find((point) => point !== undefined && isKnown(point))?.ingressBytesPerSec ?? null
    return { factor, cells: [load, ...points.flatMap((point) => [point?.totalPerMonth ?? null, sizeOf(point)]), ''] }
  })
  const crossingRows = crossings.map(({ factor, ingressBytesPerSec, totalPerMonth, cheaperAbove }, index) => {
    const costs = lines.flatMap(({ offering }) => [offering === cheaperAbove ? totalPerMonth : null, ''])
    return { factor, cells: [ingressBytesPerSec, ...costs, sentences[index] ?? ''] }
  })
  return {
    columns: [
      { id: 'load', label: 'Written on average', format: 'bytes-per-sec' as const },
      ...lines.flatMap(({ offering, offeringName, currency }) => [
        { id: offering, label: `${offeringName}, ${currency ?? ''} a month`, format: 'number' as const },
        { id: `${offering}-size`, label: 'Size', format: 'text' as const },
      ]),
      { id: 'crossing', label: 'Change places', format: 'text' as const },
    ],
    rows: [...loadRows, ...crossingRows].sort((one, other) => one.factor - other.factor).map(({ cells }) => cells),
  }
}

function sizeOf(point: CostPoint | undefined): string {
  if (point === undefined || point.size === null) return 'too small'
  const chance =
    point.totalPerMonth === null && point.chanceMet !== null ? `, chance ${formatPercent(point.chanceMet)}` : ''
  return `${groupDigits(point.size)}${point.tier === null ? '' : ` of ${point.tier}`}${chance}`
}
