/**
 * The section on the load of a forecast, year by year.
 */
import { chanceText } from '../../capacity/explain-chance.ts'
import { chanceLabel } from '../../charts/shared-labels.ts'
import { constraintName, constraintNameInside } from '../../contracts/dimensions.ts'
import type { Forecast, ForecastPoint } from '../../contracts/forecast.ts'
import { refusalText } from '../../contracts/refusal-text.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { addMonths, checkedDay, formatDay } from '../../units/calendar-day.ts'
import { counted } from '../../units/count.ts'
import { joinNames } from '../../units/join-names.ts'
import { factorDigits, utilisationText } from '../../units/ratio.ts'
import {
  blocks,
  type Cell,
  type Content,
  noteLine,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { headroomLabel } from '../labels.ts'
import { dayContent, eventTexts, firstSeasons } from './forecast-events.ts'
import { maxRows } from './forecast-partitions.ts'

/** The first day and its anniversaries. The anniversary of 29 February is 28 February in most years. */
function yearsFrom(from: string, to: string): string[] {
  const first = checkedDay(from)
  const days: string[] = []
  for (let years = 0; (days.at(-1) ?? from) < to; years += 1) days.push(formatDay(addMonths(first, years * 12)))
  return days
}

/** The load, year by year, and on the days of launches and seasons. */
export function loadSection(forecast: Forecast): Section {
  const { points, from, to } = forecast
  const anniversaries = new Set(yearsFrom(from, to))
  const events = eventTexts(forecast)
  const chosen = points.filter(({ day }) => day === to || anniversaries.has(day) || events.has(day))
  const shown = chosen.slice(0, maxRows)
  const left = chosen.length - shown.length
  const columns = { hasChance: points.some(({ chanceMet }) => chanceMet !== null), isStored: isStored(forecast) }
  const rows = shown.map((point) => rowOf(point, forecast, { ...columns, day: dayContent(point.day, events) }))
  const notes = [
    firstSeasons(forecast).length > 0 &&
      `x 1 is the load of the first day, ${from}, in its season. The scenario has the load outside of it.`,
    left > 0 && `And ${counted(left, 'more day')}; --json has all.`,
    shown.some(bindsElsewhere) && headroomNote,
    keptNote(forecast),
  ]
  return {
    id: 'load',
    title: 'The load over time',
    marks: [],
    blocks: blocks(
      table('Likely load at the scenario’s size', headingsOf(columns), rows),
      ...notes.map((note) => note !== false && paragraph(span('quiet', note))),
    ),
  }
}

/** The columns that not every forecast has. */
interface LoadColumns {
  readonly hasChance: boolean
  readonly isStored: boolean
}

function headingsOf({ hasChance, isStored }: LoadColumns): Cell[] {
  return [
    textCell('Day'),
    numberCell('Load'),
    numberCell('Ingress, wire'),
    ...(isStored ? [numberCell('Kept')] : []),
    textCell('Fullest limit'),
    numberCell('Utilisation'),
    numberCell(headroomLabel),
    ...(hasChance ? [numberCell(chanceLabel)] : []),
  ]
}

function rowOf(
  point: ForecastPoint,
  { targetUtilisation: target }: Forecast,
  { hasChance, isStored, day }: LoadColumns & { readonly day: Content },
): Cell[] {
  return [
    textCell(day),
    numberCell(`x ${factorDigits(point.loadFactor)}`),
    numberCell(formatByteRate(point.offeredWireBytesPerSec.likely)),
    ...(isStored ? [numberCell(formatBytes(point.storedBytes))] : []),
    textCell(constraintName(point.fullest)),
    numberCell(utilisationText(point.utilisation.likely, target)),
    numberCell(headroomContent(point)),
    ...(hasChance ? [numberCell(point.chanceMet === null ? '–' : chanceText(point.chanceMet))] : []),
  ]
}

/** "4.74", with the limit that ends it if that is not the fullest one. */
function headroomContent(point: ForecastPoint): Content {
  const { isFeasible, isOverGuideline, headroom, binding } = point
  if (!isFeasible) return refusalText(isOverGuideline)
  const [first] = binding
  const factor = factorDigits(headroom)
  return first === undefined || !bindsElsewhere(point) ? factor : [factor, noteLine(constraintNameInside(first))]
}

/** True if the headroom ends at another limit than the fullest one. */
function bindsElsewhere({ isFeasible, binding, fullest }: ForecastPoint): boolean {
  return isFeasible && binding.length > 0 && binding.every(({ id }) => id !== fullest.id)
}

const headroomNote = `${headroomLabel}: by how much the rates of that day can rise before a limit on rates is full. If that is not the fullest limit, the cell names it. Storage is no limit on rates: it fills over the retention, at the average rate. Nor are fixed numbers of partitions, connections and consumer groups, which do not grow with the load.`

function isStored({ points }: Forecast): boolean {
  return points.some(({ storedBytes }) => storedBytes > 0)
}

/** More topics than this are not named in a sentence. */
const maxNamedTopics = 3

/** What the retained bytes mean, and which topics they leave out. */
function keptNote(forecast: Forecast): string | false {
  const { topicsWithoutRetention: topics } = forecast
  const of =
    topics.length > maxNamedTopics
      ? `${counted(topics.length, 'topic')} whose retention is not stated (retentionMs)`
      : `${joinNames(topics)}, whose retention is not stated (retentionMs)`
  if (!isStored(forecast)) return topics.length > 0 && `Storage is not forecast for ${of}.`
  const leftOut = topics.length === 0 ? '' : `, without those of ${of}`
  return `Kept: the bytes that retention keeps at that day’s average rate, before replication${leftOut}. A growing load has written less than that, so a limit of storage is full later than shown, by at most the retention time.`
}
