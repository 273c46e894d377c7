/**
 * Describes the chart of a what-if analysis of one field: the achievable rate and its band over the field's values, the
 * current value, and which limits bind at which values.
 */
import { joinNames } from '../units/join-names.ts'
import type { Annotation, ChartDescription, DataTable, PlaceNote, Series } from './chart-description.ts'
import { estimatedTextWidthPx } from './label-room.ts'
import { rateScale, valueScale } from './scales.ts'
import { chanceLabel } from './shared-labels.ts'
import { fontSizePx } from './tokens.ts'
import { formatValue } from './value-format.ts'
import { capacitySeries, decidingNotes, isFlatLoad, loadTicks, shownTop } from './what-if-lines.ts'
import {
  isWithoutRate,
  type Regime,
  regimesOf,
  type WhatIfCurve,
  type WhatIfEvidence,
  type WhatIfGrowth,
  type WhatIfPoint,
  withoutRateText,
} from './what-if-regimes.ts'
import { bindingClause, valueWithName, whatIfSentences } from './what-if-sentence.ts'

/** Free space above the highest value, so that no line touches the edge. */
const axisPaddingFactor = 1.08
/** A limit is drawn only if it is at most this many times the highest value. Otherwise it would flatten the rest. */
const maxLimitFactor = 1.6
/** Width of the plot in the smallest window. A regime is shaded only if its name fits into its section at this width. */
const minPlotWidthPx = 560
/** Gap between two neighbouring shades, as a share of the axis, so that one sees where each ends. */
const gapShare = 0.004

type Axis = WhatIfCurve['field']['axis']

/** Position of a value on the axis, as a share: 0 to 1. */
function shareOf(axis: Axis, value: number): number {
  const { from, to } = axis
  return axis.kind === 'linear' ? (value - from) / (to - from) : Math.log(value / from) / Math.log(to / from)
}

function valueAtShare(axis: Axis, share: number): number {
  const { from, to } = axis
  return axis.kind === 'linear' ? from + share * (to - from) : from * (to / from) ** share
}

function regimeName(regime: Regime): string {
  if (regime.kind === 'fits') return 'the whole load fits'
  return isWithoutRate(regime.kind) ? withoutRateText(regime.kind) : bindingClause(regime.binding)
}

/** Shades for the regimes in which the whole load does not fit, each up to the start of the next one. */
function regimeShades({ field, points }: WhatIfCurve): Annotation[] {
  const regimes = regimesOf(points)
  return regimes.flatMap((regime, index): Annotation[] => {
    const next = regimes[index + 1]
    const from = shareOf(field.axis, regime.first.x)
    const to = next === undefined ? 1 : shareOf(field.axis, next.first.x) - gapShare
    const label = regimeName(regime)
    const isNamed = (to - from) * minPlotWidthPx > estimatedTextWidthPx(label, fontSizePx.quiet) + 16
    if (regime.kind === 'fits' || !isNamed) return []
    return [{ kind: 'shade', from: regime.first.x, to: valueAtShare(field.axis, to), label }]
  })
}

/** The ingress limit as a line; empty if the limit depends on the field or is too high to draw. */
function limitLine({ points, now }: WhatIfCurve, highest: number): Annotation[] {
  const limit = now.ingressLimitBytesPerSec
  const isConstant = points.every(
    (point) => point.ingressLimitBytesPerSec === limit || point.achievableBytesPerSec === null,
  )
  if (limit === null || !isConstant || limit > highest * maxLimitFactor) return []
  const isBinding = !now.fitsWholeLoad && now.binding.includes('ingress')
  const detail = `${formatValue(limit, 'bytes-per-sec')}${isBinding ? ', binds' : ''}`
  return [{ kind: 'limit', axis: 'y', value: limit, label: 'ingress limit', detail, isBinding }]
}

/** Consumers keep up if they get at least this share of the written rate. A smaller difference is rounding. */
const keepsUpShare = 1 - 1e-6

/** True if consumers read less than is written. */
function isLagging({ achievableBytesPerSec, readBytesPerSec }: WhatIfPoint): boolean {
  return (readBytesPerSec ?? 0) < (achievableBytesPerSec?.likely ?? 0) * keepsUpShare
}

/** The rate with which consumers keep up, drawn only for values at which it is less than the written rate. */
function readSeries(points: readonly WhatIfPoint[]): Series[] {
  if (!points.some(isLagging)) return []
  const line = points.map((point) => ({ x: point.x, y: isLagging(point) ? point.readBytesPerSec : null }))
  return [{ kind: 'line', id: 'read', label: 'consumers keep up', mark: 'predicted-read', points: line }]
}

function lagText({ points, now }: WhatIfCurve): string {
  if (!points.some(isLagging)) return ''
  const { readBytesPerSec } = now
  if (!isLagging(now) || readBytesPerSec === null) return ' Elsewhere on it consumers fall behind.'
  return ` Consumers keep up with ${formatValue(readBytesPerSec, 'bytes-per-sec')} of it and fall behind.`
}

function highestOf(points: readonly WhatIfPoint[], now: WhatIfPoint): number {
  const highs = points.map((point) => point.achievableBytesPerSec?.high ?? 0)
  return Math.max(...highs, now.offeredBytesPerSec, 1)
}

function seriesOf(curve: WhatIfCurve, highest: number): Series[] {
  const { points, now } = curve
  const feasible = points.flatMap(({ x, achievableBytesPerSec: band }) => (band === null ? [] : [{ x, ...band }]))
  const line = points.map(({ x, achievableBytesPerSec }) => ({ x, y: achievableBytesPerSec?.likely ?? null }))
  // If the varied field is the rate itself, the offered line is cut off at the top of the plot.
  const offered = points.map(({ x, offeredBytesPerSec: y }) => ({ x, y: y <= highest * axisPaddingFactor ? y : null }))
  const likely = now.achievableBytesPerSec?.likely ?? null
  return [
    {
      kind: 'band',
      id: 'achievable-band',
      label: 'achievable, band',
      points: feasible.map(({ x, low, high }) => ({ x, low, high })),
    },
    { kind: 'line', id: 'achievable', label: 'achievable, likely', mark: 'predicted-likely', points: line },
    ...readSeries(points),
    ...(isFlatLoad(curve)
      ? []
      : [{ kind: 'line', id: 'offered', label: 'offered', mark: 'offered', points: offered } as const]),
    { kind: 'line', id: 'now', label: 'now', mark: 'working-point', points: [{ x: now.x, y: likely }] },
  ]
}

const noEvidence: WhatIfEvidence = { measured: [], published: [] }

/** Series of the measured and the published figures. */
function evidenceSeries({ measured, published }: WhatIfEvidence): Series[] {
  const runs = measured.map(({ x, meanBytesPerSec: y, lowBytesPerSec: low, highBytesPerSec: high }) => ({
    ...{ x, y, low, high },
    text: '',
  }))
  const figures = published.map(({ x, bytesPerSec: y }) => ({ x, y }))
  return [
    ...(runs.length === 0
      ? []
      : [
          {
            kind: 'intervals',
            id: 'measured',
            label: 'measured in your runs',
            mark: 'measured-mean',
            points: runs,
          } as const,
        ]),
    ...(figures.length === 0
      ? []
      : [{ kind: 'line', id: 'published', label: 'published', mark: 'published', points: figures } as const]),
  ]
}

/** The evidence whose value of the field is within the axis. */
function onAxis({ measured, published }: WhatIfEvidence, { from, to }: Axis): WhatIfEvidence {
  const isOn = ({ x }: { readonly x: number }): boolean => x >= from && x <= to
  return { measured: measured.filter(isOn), published: published.filter(isOn) }
}

function evidenceText({ measured, published }: WhatIfEvidence): string {
  if (measured.length + published.length === 0) return ''
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`
  const parts = [
    ...(measured.length === 0 ? [] : [count(measured.length, 'run of yours', 'runs of yours')]),
    ...(published.length === 0 ? [] : [count(published.length, 'published figure', 'published figures')]),
  ]
  return ` On it: ${joinNames(parts)}.`
}

/** Notes on the chance that the load is met at each value; none if the limits are declared. */
function chanceNotes(points: readonly WhatIfPoint[]): PlaceNote[] {
  return points.flatMap(({ x, chanceMet }) =>
    chanceMet === null ? [] : [{ x, text: `The load is met with a chance of ${formatValue(chanceMet, 'ratio')}` }],
  )
}

/** The deciding limit at each value, and the chance that the load is met. */
function notesOf(curve: WhatIfCurve): PlaceNote[] {
  const chances = new Map(chanceNotes(curve.points).map(({ x, text }) => [x, text]))
  return decidingNotes(curve).map(({ x, text }) => {
    const chance = chances.get(x)
    return { x, text: chance === undefined ? `${text}.` : `${text}. ${chance}.` }
  })
}

function chanceText({ now }: WhatIfCurve): string {
  return now.chanceMet === null ? '' : ` The load is met with a chance of ${formatValue(now.chanceMet, 'ratio')}.`
}

/** The chart of a what-if curve, with measured and published figures on it. */
export function whatIfChart(
  curve: WhatIfCurve,
  allEvidence: WhatIfEvidence = noEvidence,
  growth: WhatIfGrowth | null = null,
): ChartDescription {
  const { field, points, now } = curve
  const evidence = onAxis(allEvidence, field.axis)
  const highest = Math.max(
    highestOf(points, now),
    ...evidence.measured.map(({ highBytesPerSec }) => highBytesPerSec),
    ...evidence.published.map(({ bytesPerSec }) => bytesPerSec),
  )
  const limits = limitLine(curve, highest)
  const ticks = loadTicks(curve, growth)
  const shown = shownTop(points, highest, ticks)
  const top = Math.max(shown, ...limits.map((line) => (line.kind === 'limit' ? line.value : 0)))
  const unit = field.unit === null ? field.label.toLowerCase() : field.unit.plural
  return {
    kind: 'what-if',
    title: `Achievable over ${unit}`,
    textAlternative: `Achievable ingress over ${unit}, now ${valueWithName(field, now.x)}. ${whatIfSentences(curve).join(' ')}${lagText(curve)}${chanceText(curve)}${evidenceText(evidence)}`,
    x: valueScale(unit, field.format, field.axis),
    y: rateScale('ingress, wire', top * axisPaddingFactor),
    series: [...seriesOf(curve, highest), ...capacitySeries(points, shown), ...evidenceSeries(evidence)],
    annotations: [
      ...regimeShades(curve),
      ...limits,
      ...ticks,
      { kind: 'tick', axis: 'x', value: now.x, label: `now ${formatValue(now.x, field.format)}` },
    ],
    notes: notesOf(curve),
    // A getter, because the chart is described again at every keystroke, but its table is rarely shown.
    get table(): DataTable {
      return tableOf(curve)
    },
  }
}

function tableOf({ field, points }: WhatIfCurve): DataTable {
  const hasLag = points.some(isLagging)
  const hasChance = points.some(({ chanceMet }) => chanceMet !== null)
  return {
    columns: [
      { id: 'value', label: field.label, format: field.format },
      { id: 'offered', label: 'Offered', format: 'bytes-per-sec' },
      { id: 'low', label: 'Achievable, low', format: 'bytes-per-sec' },
      { id: 'likely', label: 'Likely', format: 'bytes-per-sec' },
      { id: 'high', label: 'High', format: 'bytes-per-sec' },
      { id: 'capacity', label: 'Could carry', format: 'bytes-per-sec' },
      ...(hasLag ? [{ id: 'read', label: 'Consumers keep up', format: 'bytes-per-sec' } as const] : []),
      ...(hasChance ? [{ id: 'chance', label: chanceLabel, format: 'ratio' } as const] : []),
      { id: 'binds', label: 'What holds', format: 'text' },
    ],
    rows: regimesOf(points).flatMap((regime) =>
      regime.points.map((point) => [
        point.x,
        point.offeredBytesPerSec,
        point.achievableBytesPerSec?.low ?? null,
        point.achievableBytesPerSec?.likely ?? null,
        point.achievableBytesPerSec?.high ?? null,
        point.capacityBytesPerSec,
        ...(hasLag ? [point.readBytesPerSec] : []),
        ...(hasChance ? [point.chanceMet] : []),
        regimeName(regime),
      ]),
    ),
  }
}
