import { isUncertain } from '../../capacity/forecast/grown-scenario.ts'
import { forecastChart } from '../../charts/forecast-chart.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import { constraintName, constraintNameInside, dimensionName } from '../../contracts/dimensions.ts'
import type { Forecast, ForecastDays, ForecastLimit, LimitChange } from '../../contracts/forecast.ts'
import type { ForecastCosts } from '../../contracts/forecast-costs.ts'
import type { Offering } from '../../contracts/offering.ts'
import { counted } from '../../units/count.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { formatPercent, utilisationText } from '../../units/ratio.ts'
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
import { costSection } from './forecast-cost-section.ts'
import { loadSection } from './forecast-load.ts'
import { partitionsSections } from './forecast-partitions.ts'
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

/**
 * "2027-03-04", with the early and the late day if they differ: "2028-05-01 (2028-01-09 to 2028-09-12)", "2027-08-17 (early:
 * first day, late: not by 2029-12-01)", "first day (late: 2027-03-05)".
 */
export function daysText({ early, likely, late }: ForecastDays, { from, to }: Pick<Forecast, 'from' | 'to'>): string {
  const isDay = (day: string | null) => day !== null && day !== from
  const written = (day: string | null) => (day === null ? `not by ${to}` : day === from ? 'first day' : day)
  if (early === likely && likely === late) return written(likely)
  if (isDay(early) && isDay(late)) return `${written(likely)} (${written(early)} to ${written(late)})`
  const ends = [
    ...(early === likely ? [] : [`early: ${written(early)}`]),
    ...(late === likely ? [] : [`late: ${written(late)}`]),
  ]
  return `${written(likely)} (${ends.join(', ')})`
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
