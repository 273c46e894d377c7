/**
 * What another value of one field would change: achievable and its band over the field, the working point on it, what
 * binds where.
 */
import type { Annotation, ChartDescription, DataTable, PlaceNote, Series } from './chart-description.ts'
import { estimatedTextWidthPx } from './label-room.ts'
import { rateScale, valueScale } from './scales.ts'
import { fontSizePx } from './tokens.ts'
import { formatValue } from './value-format.ts'
import { type Regime, regimesOf, type WhatIfCurve, type WhatIfEvidence, type WhatIfPlace } from './what-if-regimes.ts'
import { bindingClause, valueWithName, whatIfSentences } from './what-if-sentence.ts'

/** Room above the highest value, so that no line touches the edge. */
const axisPaddingFactor = 1.08
/** A limit higher than this above everything else would flatten the rest. */
const limitWithinFactor = 1.6
/** Width of a plot in the smallest window: a stretch whose name needs more is not named, nor shaded. */
const smallPlotWidthPx = 560
/** Air between two stretches that touch, as a share of the axis: it shows where one ends. */
const betweenStretches = 0.004

type Axis = WhatIfCurve['field']['axis']

/** Position of a value on the axis, 0 to 1. */
function shareOf(axis: Axis, value: number): number {
  const { from, to } = axis
  return axis.kind === 'linear' ? (value - from) / (to - from) : Math.log(value / from) / Math.log(to / from)
}

function valueAtShare(axis: Axis, share: number): number {
  const { from, to } = axis
  return axis.kind === 'linear' ? from + share * (to - from) : from * (to / from) ** share
}

function stretchName(regime: Regime): string {
  if (regime.kind === 'fits') return 'the whole load fits'
  return regime.kind === 'refused' ? 'refused' : bindingClause(regime.binding)
}

/** Each stretch that binds or is refused, from its first value to the next one's. */
function stretches({ field, places }: WhatIfCurve): Annotation[] {
  const regimes = regimesOf(places)
  return regimes.flatMap((regime, index): Annotation[] => {
    const next = regimes[index + 1]
    const from = shareOf(field.axis, regime.first.x)
    const to = next === undefined ? 1 : shareOf(field.axis, next.first.x) - betweenStretches
    const label = stretchName(regime)
    const isNamed = (to - from) * smallPlotWidthPx > estimatedTextWidthPx(label, fontSizePx.quiet) + 16
    if (regime.kind === 'fits' || !isNamed) return []
    return [{ kind: 'shade', from: regime.first.x, to: valueAtShare(field.axis, to), label }]
  })
}

/** The ingress limit as a line, if the field does not change it. */
function limitLine({ places, now }: WhatIfCurve, highest: number): Annotation[] {
  const limit = now.ingressLimitBytesPerSec
  const isConstant = places.every(
    (place) => place.ingressLimitBytesPerSec === limit || place.achievableBytesPerSec === null,
  )
  if (limit === null || !isConstant || limit > highest * limitWithinFactor) return []
  const isBinding = !now.isWhole && now.binding.includes('ingress')
  const detail = `${formatValue(limit, 'bytes-per-sec')}${isBinding ? ', binds' : ''}`
  return [{ kind: 'limit', axis: 'y', value: limit, label: 'ingress limit', detail, isBinding }]
}

/** Consumers that get this share of the written rate keep up: the rest is rounding. */
const keepsUpShare = 1 - 1e-6

/** True if consumers get less than is written. */
function isLagging({ achievableBytesPerSec, readBytesPerSec }: WhatIfPlace): boolean {
  return (readBytesPerSec ?? 0) < (achievableBytesPerSec?.likely ?? 0) * keepsUpShare
}

/** The rate that consumers keep up with, if it is less than the written one. */
function readSeries(places: readonly WhatIfPlace[]): Series[] {
  if (!places.some(isLagging)) return []
  const points = places.map((place) => ({ x: place.x, y: isLagging(place) ? place.readBytesPerSec : null }))
  return [{ kind: 'line', id: 'read', label: 'consumers keep up', mark: 'predicted-read', points }]
}

function lagText({ places, now }: WhatIfCurve): string {
  if (!places.some(isLagging)) return ''
  const { readBytesPerSec } = now
  if (!isLagging(now) || readBytesPerSec === null) return ' Elsewhere on it consumers fall behind.'
  return ` Consumers keep up with ${formatValue(readBytesPerSec, 'bytes-per-sec')} of it and fall behind.`
}

function highestOf(places: readonly WhatIfPlace[], now: WhatIfPlace): number {
  const highs = places.map((place) => place.achievableBytesPerSec?.high ?? 0)
  return Math.max(...highs, now.offeredBytesPerSec, 1)
}

function seriesOf({ places, now }: WhatIfCurve, highest: number): Series[] {
  const feasible = places.flatMap(({ x, achievableBytesPerSec: band }) => (band === null ? [] : [{ x, ...band }]))
  const line = places.map(({ x, achievableBytesPerSec }) => ({ x, y: achievableBytesPerSec?.likely ?? null }))
  // If the field is the rate itself, the offered line ends where it leaves the plot.
  const offered = places.map(({ x, offeredBytesPerSec: y }) => ({ x, y: y <= highest * axisPaddingFactor ? y : null }))
  const likely = now.achievableBytesPerSec?.likely ?? null
  return [
    {
      kind: 'band',
      id: 'achievable-band',
      label: 'achievable, band',
      points: feasible.map(({ x, low, high }) => ({ x, low, high })),
    },
    { kind: 'line', id: 'achievable', label: 'achievable, likely', mark: 'predicted-likely', points: line },
    ...readSeries(places),
    { kind: 'line', id: 'offered', label: 'offered', mark: 'offered', points: offered },
    { kind: 'line', id: 'now', label: 'now', mark: 'working-point', points: [{ x: now.x, y: likely }] },
  ]
}

const noEvidence: WhatIfEvidence = { measured: [], published: [] }

/** Measured and published figures within the axis. */
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

/** The evidence within the axis. */
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
  return ` On it: ${parts.join(' and ')}.`
}

/** The chance that the load is met, along the curve; none where limits are declared. */
function chanceNotes(places: readonly WhatIfPlace[]): PlaceNote[] {
  return places.flatMap(({ x, chanceMet }) =>
    chanceMet === null ? [] : [{ x, text: `The load is met with a chance of ${formatValue(chanceMet, 'ratio')}` }],
  )
}

function chanceText({ now }: WhatIfCurve): string {
  return now.chanceMet === null ? '' : ` The load is met with a chance of ${formatValue(now.chanceMet, 'ratio')}.`
}

/** The chart of a what-if curve, with what was seen of it. */
export function whatIfChart(curve: WhatIfCurve, seen: WhatIfEvidence = noEvidence): ChartDescription {
  const { field, places, now } = curve
  const evidence = onAxis(seen, field.axis)
  const highest = Math.max(
    highestOf(places, now),
    ...evidence.measured.map(({ highBytesPerSec }) => highBytesPerSec),
    ...evidence.published.map(({ bytesPerSec }) => bytesPerSec),
  )
  const limits = limitLine(curve, highest)
  const top = Math.max(highest, ...limits.map((line) => (line.kind === 'limit' ? line.value : 0)))
  const unit = field.unit === null ? field.label.toLowerCase() : field.unit.plural
  return {
    kind: 'what-if',
    title: `Achievable over ${unit}`,
    textAlternative: `Achievable ingress over ${unit}, now ${valueWithName(field, now.x)}. ${whatIfSentences(curve).join(' ')}${lagText(curve)}${chanceText(curve)}${evidenceText(evidence)}`,
    x: valueScale(unit, field.format, field.axis),
    y: rateScale('ingress, wire', top * axisPaddingFactor),
    series: [...seriesOf(curve, highest), ...evidenceSeries(evidence)],
    annotations: [
      ...stretches(curve),
      ...limits,
      { kind: 'tick', axis: 'x', value: now.x, label: `now ${formatValue(now.x, field.format)}` },
    ],
    notes: chanceNotes(places),
    // Computed when read: a chart is described anew each second or key press, but its table is rarely shown.
    get table(): DataTable {
      const isRead = places.some(isLagging)
      const hasChance = places.some(({ chanceMet }) => chanceMet !== null)
      return {
        columns: [
          { id: 'value', label: field.label, format: field.format },
          { id: 'offered', label: 'Offered', format: 'bytes-per-sec' },
          { id: 'low', label: 'Achievable, low', format: 'bytes-per-sec' },
          { id: 'likely', label: 'Likely', format: 'bytes-per-sec' },
          { id: 'high', label: 'High', format: 'bytes-per-sec' },
          ...(isRead ? [{ id: 'read', label: 'Consumers keep up', format: 'bytes-per-sec' } as const] : []),
          ...(hasChance ? [{ id: 'chance', label: 'Chance that the load is met', format: 'ratio' } as const] : []),
          { id: 'binds', label: 'What holds', format: 'text' },
        ],
        rows: regimesOf(places).flatMap((regime) =>
          regime.places.map((place) => [
            place.x,
            place.offeredBytesPerSec,
            place.achievableBytesPerSec?.low ?? null,
            place.achievableBytesPerSec?.likely ?? null,
            place.achievableBytesPerSec?.high ?? null,
            ...(isRead ? [place.readBytesPerSec] : []),
            ...(hasChance ? [place.chanceMet] : []),
            stretchName(regime),
          ]),
        ),
      }
    },
  }
}
