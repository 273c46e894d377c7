/**
 * The sections of a forecast, for its own document and for other reports.
 */
import { chanceText } from '../../capacity/explain-chance.ts'
import { isUncertain } from '../../capacity/forecast/grown-scenario.ts'
import { forecastChart } from '../../charts/forecast-chart.ts'
import { chanceLabel } from '../../charts/shared-labels.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import { constraintName, constraintNameInside, dimensionName } from '../../contracts/dimensions.ts'
import type { Forecast, ForecastDays, ForecastLimit, LimitChange } from '../../contracts/forecast.ts'
import type { ForecastCosts } from '../../contracts/forecast-costs.ts'
import type { Offering } from '../../contracts/offering.ts'
import { refusalText } from '../../contracts/refusal-text.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { addMonths, checkedDay, formatDay } from '../../units/calendar-day.ts'
import { counted } from '../../units/count.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { factorDigits, formatPercent, utilisationText } from '../../units/ratio.ts'
import {
  blocks,
  type Cell,
  chart,
  list,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { headroomLabel } from '../labels.ts'
import { costSection } from './forecast-cost-section.ts'
import { dayContent, eventTexts, firstSeasons } from './forecast-events.ts'
import { maxRows, partitionsSections } from './forecast-partitions.ts'
import { sizesSection } from './forecast-sizes.ts'

/** A forecast, and what its sentences need besides. */
export interface ForecastAnswer {
  readonly forecast: Forecast
  /** The offering's name for its units. */
  readonly unitName: Offering['unitName']
  /** A sentence on the setting that would make a smaller size enough. Empty if there is none, or if it stands elsewhere. */
  readonly setting: string
  /** What the sizes cost a month. */
  readonly costs: ForecastCosts
  /** Price sheets of the workspace that cannot be used. */
  readonly brokenSheets: readonly BrokenFile[]
}

/** Longer tables are cut to a readable length. The JSON has all rows. */
const maxLimits = 12

/** "2027-03-04", with the early and the late day if they differ; "after 2029-12-01"; "already". */
export function daysText({ early, likely, late }: ForecastDays, { from, to }: Pick<Forecast, 'from' | 'to'>): string {
  const written = (day: string | null) => (day === null ? `after ${to}` : day === from ? 'already' : day)
  if (early === likely && likely === late) return written(likely)
  return `${written(likely)} (${written(early)} to ${written(late)})`
}

/** Returns the sections: when limits are full, what to buy, which partitions to create, and the details. */
export function forecastSections(answer: ForecastAnswer): Section[] {
  const { forecast } = answer
  return [
    whenSection(forecast),
    sizesSection(answer),
    ...partitionsSections(forecast),
    costSection(answer),
    loadSection(forecast),
    ...historySections(forecast),
  ]
}

/** The days on which limits are full, with a chart. */
export function whenSection(forecast: Forecast): Section {
  const { limits, targetUtilisation: target } = forecast
  const reached = limits.filter(({ atTarget }) => atTarget.early !== null)
  const shown = reached.slice(0, maxLimits)
  const left = reached.length - shown.length
  const headings = [
    textCell('Limit'),
    { ...numberCell('first day'), group: 'Utilisation' },
    { ...numberCell('last day'), group: 'Utilisation' },
    textCell(`At ${formatPercent(target)}`),
    textCell('Full'),
  ]
  const rows = shown.map((limit) => limitRow(limit, forecast))
  const others = limits.length - reached.length
  return {
    id: 'when',
    title: 'When limits are full',
    marks: [],
    blocks: blocks(
      chart('forecast', forecastChart(forecast)),
      rows.length > 0 &&
        table(`Days on which limits are reached${haveOneDay(limits) ? '' : ' (early to late)'}`, headings, rows),
      left > 0 && paragraph(span('quiet', `And ${counted(left, 'more limit')}; --json has all.`)),
      others > 0 &&
        paragraph(
          `${counted(others, rows.length === 0 ? 'limit' : 'other limit')} ${others === 1 ? 'stays' : 'stay'} below ${formatPercent(target)}.`,
        ),
      list(stretchSentences(forecast)),
      rows.length > 0 && paragraph(span('quiet', doubtSentence(forecast))),
    ),
  }
}

function limitRow(limit: ForecastLimit, forecast: Forecast): Cell[] {
  const { targetUtilisation: target } = forecast
  return [
    textCell(constraintName(limit)),
    numberCell(utilisationText(limit.firstUtilisation, target)),
    numberCell(utilisationText(limit.lastUtilisation, target)),
    textCell(daysText(limit.atTarget, forecast)),
    textCell(daysText(limit.full, forecast)),
  ]
}

function stretchSentences({ stretches }: Forecast): string[] {
  const shown = stretches.slice(0, maxLimits)
  const left = stretches.length - shown.length
  return [
    ...shown.map(({ day, fullest }) => `From ${day} the fullest limit is ${constraintNameInside(fullest)}.`),
    ...(left > 0 ? [`And ${counted(left, 'more change')}.`] : []),
  ]
}

/** True if the early and the late day of every limit are its likely day. */
function haveOneDay(limits: Forecast['limits']): boolean {
  return limits.every(({ atTarget, full }) =>
    [atTarget, full].every(({ early, likely, late }) => early === likely && likely === late),
  )
}

function doubtSentence({ limits, points, growth }: Forecast): string {
  const isCertain = haveOneDay(limits)
  const isDeclared = points.every(({ chanceMet }) => chanceMet === null)
  if (isCertain && !isDeclared) return 'Each of these days is the same whether growth and limits are low or high.'
  if (isCertain && isUncertain({ rules: growth }))
    return 'Each of these days is the same whether growth is low or high.'
  return isCertain
    ? 'Growth is taken as exact and these limits are declared, so each has one day.'
    : 'By the early day a limit is that full with a chance of 10 %, by the late day with 90 %.'
}

/** The first day and its anniversaries. The anniversary of 29 February is 28 February in most years. */
function yearsFrom(from: string, to: string): string[] {
  const first = checkedDay(from)
  const days: string[] = []
  for (let years = 0; (days.at(-1) ?? from) < to; years += 1) days.push(formatDay(addMonths(first, years * 12)))
  return days
}

/** The load, year by year, and on the days of launches and seasons. */
export function loadSection(forecast: Forecast): Section {
  const { points, from, to, targetUtilisation: target } = forecast
  const anniversaries = new Set(yearsFrom(from, to))
  const events = eventTexts(forecast)
  const chosen = points.filter(({ day }) => day === to || anniversaries.has(day) || events.has(day))
  const shown = chosen.slice(0, maxRows)
  const left = chosen.length - shown.length
  const hasChance = points.some(({ chanceMet }) => chanceMet !== null)
  const isStored = points.some(({ storedBytes }) => storedBytes > 0)
  const headings = [
    textCell('Day'),
    numberCell('Load'),
    numberCell('Ingress, wire'),
    ...(isStored ? [numberCell('Kept')] : []),
    textCell('Fullest limit'),
    numberCell('Utilisation'),
    numberCell(headroomLabel),
    ...(hasChance ? [numberCell(chanceLabel)] : []),
  ]
  const rows = shown.map((point) => [
    textCell(dayContent(point.day, events)),
    numberCell(`x ${factorDigits(point.loadFactor)}`),
    numberCell(formatByteRate(point.offeredWireBytesPerSec.likely)),
    ...(isStored ? [numberCell(formatBytes(point.storedBytes))] : []),
    textCell(constraintName(point.fullest)),
    numberCell(utilisationText(point.utilisation.likely, target)),
    numberCell(point.isFeasible ? factorDigits(point.headroom) : refusalText(point.isOverGuideline)),
    ...(hasChance ? [numberCell(point.chanceMet === null ? '–' : chanceText(point.chanceMet))] : []),
  ])
  return {
    id: 'load',
    title: 'The load over time',
    marks: [],
    blocks: blocks(
      table('Likely load at today’s size', headings, rows),
      firstSeasons(forecast).length > 0 &&
        paragraph(
          span(
            'quiet',
            `x 1 is the load of the first day, ${from}, in its season. The scenario has the load outside of it.`,
          ),
        ),
      left > 0 && paragraph(span('quiet', `And ${counted(left, 'more day')}; --json has all.`)),
      isStored &&
        paragraph(
          span(
            'quiet',
            'Kept: the bytes that retention keeps at that day’s average rate, before replication. A growing load has written less than that, so a limit of storage is full later than shown, by at most the retention time.',
          ),
        ),
    ),
  }
}

/** The changes of published limits. No section if the model has limits of only one date. */
export function historySections({ limitChanges, olderLimitChanges, from }: Forecast): Section[] {
  if (limitChanges.length === 0) return []
  const older = olderLimitChanges > 0 ? [`And ${counted(olderLimitChanges, 'older change')}.`] : []
  return [
    {
      id: 'limit-changes',
      title: 'How published limits changed',
      marks: [],
      isDetail: true,
      blocks: blocks(
        paragraph('A forecast keeps the limits of the scenario’s date and applies none of these.'),
        list([...limitChanges.map((change) => changeText(change, from)), ...older]),
      ),
    },
  ]
}

function changeText({ asOf, dimension, unit, before, after }: LimitChange, from: string): string {
  const amount = ({ perUnit, max }: LimitChange['before']) =>
    [
      perUnit === null ? null : `${formatInUnit(perUnit, unit)} a unit`,
      max === null ? null : `${perUnit === null ? '' : 'at most '}${formatInUnit(max, unit)}`,
    ]
      .filter((part) => part !== null)
      .join(', ')
  const laterNote = asOf > from ? ' (after the first day)' : ''
  return `${asOf}${laterNote}: ${dimensionName(dimension)}, ${amount(before)} before, ${amount(after)} since.`
}
