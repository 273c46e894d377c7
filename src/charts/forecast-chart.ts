/**
 * Describes the chart of a forecast: the utilisation of the fullest limit on each day, with its band, the target and
 * 100 %, which limit is the fullest in which period, and when published limits changed.
 */
import { constraintName, constraintNameInside } from '../contracts/dimensions.ts'
import type { Forecast, ForecastPoint } from '../contracts/forecast.ts'
import { checkedDay } from '../units/calendar-day.ts'
import { formatPercent } from '../units/ratio.ts'
import type { Annotation, ChartDescription, DataTable, Series } from './chart-description.ts'
import { dayScale } from './day-scale.ts'
import { estimatedTextWidthPx } from './label-room.ts'
import { type LimitNote, limitNotes } from './limit-notes.ts'
import { ratioScale } from './scales.ts'
import { chanceLabel } from './shared-labels.ts'
import { fontSizePx } from './tokens.ts'
import { formatValue } from './value-format.ts'

/** Utilisations above this are cut off: that a limit is exceeded even further tells a reader nothing more. */
const maxDrawnUtilisation = 2.5
/** Free space above the highest value. */
const paddingFactor = 1.05
/** Width of the plot in the smallest window. A section is shaded only if its name fits into it at this width. */
const minPlotWidthPx = 560
/** Gap between two neighbouring shades, as a share of the axis. */
const gapShare = 0.004

/** The chart of a forecast at the size of its scenario. */
export function forecastChart(forecast: Forecast): ChartDescription {
  const { points, targetUtilisation } = forecast
  const days = points.map(({ day }) => checkedDay(day))
  const [from, to] = [checkedDay(forecast.from), checkedDay(forecast.to)]
  const changes = limitNotes(forecast, minPlotWidthPx)
  const highest = Math.min(maxDrawnUtilisation, Math.max(1, ...points.map(({ utilisation }) => utilisation.high)))
  const drawn = (value: number) => Math.min(value, highest * paddingFactor)
  const band: Series = {
    kind: 'band',
    id: 'utilisation-band',
    label: '80 % band',
    points: points.map(({ utilisation: { low, high } }, index) => ({
      x: days[index] ?? from,
      low: drawn(low),
      high: drawn(high),
    })),
  }
  return {
    kind: 'forecast',
    title: 'Fullest limit over time',
    textAlternative: alternativeOf(forecast, changes),
    x: dayScale('day', from, to),
    y: ratioScale('utilisation of the fullest limit', highest * paddingFactor),
    series: [
      ...(isUncertain(forecast) ? [band] : []),
      {
        kind: 'line',
        id: 'utilisation',
        label: 'likely',
        mark: 'predicted-likely',
        points: points.map(({ utilisation: { likely } }, index) => ({
          x: days[index] ?? from,
          y: likely <= highest * paddingFactor ? likely : null,
        })),
      },
    ],
    annotations: [
      ...shadesOf(forecast),
      { kind: 'limit', axis: 'y', value: 1, label: 'full', isBinding: true },
      { kind: 'tick', axis: 'y', value: targetUtilisation, label: formatPercent(targetUtilisation) },
      ...changes.map(({ day, label }): Annotation => ({ kind: 'tick', axis: 'x', value: day, label })),
    ],
    notes: points.map(({ fullest }, index) => {
      const [after, until] = [days[index - 1] ?? from - 1, days[index] ?? from]
      const dated = changes.filter(({ day }) => day > after && day <= until).map(({ text }) => text)
      return { x: until, text: [`Fullest: ${constraintName(fullest)}`, ...dated].join('\n') }
    }),
    table: tableOf(forecast),
  }
}

/** True if growth or a limit is uncertain. Otherwise a band would have no width. */
function isUncertain({ points }: Forecast): boolean {
  return points.some(({ utilisation: { low, high } }) => low < high)
}

/** A shade for each section in which one limit is the fullest, if there are several. */
function shadesOf({ stretches, from, to }: Forecast): Annotation[] {
  const [first, last] = [checkedDay(from), checkedDay(to)]
  const span = Math.max(1, last - first)
  return stretches.flatMap(({ day, fullest }, index): Annotation[] => {
    const start = checkedDay(day)
    const next = stretches[index + 1]
    const end = next === undefined ? last : checkedDay(next.day) - gapShare * span
    const label = constraintName(fullest)
    const isNamed = ((end - start) / span) * minPlotWidthPx > estimatedTextWidthPx(label, fontSizePx.quiet) + 16
    return isNamed ? [{ kind: 'shade', from: start, to: end, label }] : []
  })
}

function alternativeOf({ points, stretches }: Forecast, changes: readonly LimitNote[]): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return 'No day is forecast.'
  const names = stretches.map(({ day, fullest }) => `${constraintNameInside(fullest)} from ${day}`).join(', ')
  const changed = changes.map(({ text }) => ` ${text}`).join('')
  const textOf = ({ utilisation }: ForecastPoint) => formatValue(utilisation.likely, 'utilisation')
  const ends = `The fullest limit is at ${textOf(first)} on ${first.day} and at ${textOf(last)} on ${last.day}`
  const highest = points.reduce((top, each) => (each.utilisation.likely > top.utilisation.likely ? each : top), last)
  const isAtEnd = textOf(highest) === textOf(first) || textOf(highest) === textOf(last)
  return `${ends}${isAtEnd ? '' : `, and highest at ${textOf(highest)} on ${highest.day}`}. Fullest: ${names}.${changed}`
}

function tableOf({ points }: Forecast): DataTable {
  const hasChance = points.some(({ chanceMet }) => chanceMet !== null)
  return {
    columns: [
      { id: 'day', label: 'Day', format: 'text' },
      { id: 'offered', label: 'Offered, wire', format: 'bytes-per-sec' },
      { id: 'fullest', label: 'Fullest limit', format: 'text' },
      { id: 'low', label: 'Utilisation, low', format: 'utilisation' },
      { id: 'likely', label: 'Likely', format: 'utilisation' },
      { id: 'high', label: 'High', format: 'utilisation' },
      ...(hasChance ? [{ id: 'chance', label: chanceLabel, format: 'ratio' } as const] : []),
    ],
    rows: points.map(({ day, offeredWireBytesPerSec, fullest, utilisation, chanceMet }) => [
      day,
      offeredWireBytesPerSec.likely,
      constraintName(fullest),
      utilisation.low,
      utilisation.likely,
      utilisation.high,
      ...(hasChance ? [chanceMet] : []),
    ]),
  }
}
