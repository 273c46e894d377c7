/**
 * Shows the load of an observed cluster over time: average, busiest hour, busiest minute, and growth.
 */
import type { AnsweredObservation } from '../../contracts/answered-observation.ts'
import { constraintName } from '../../contracts/dimensions.ts'
import type { Observation, ObservedFigure } from '../../contracts/observation.ts'
import type { ClusterField } from '../../contracts/observation-fields.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { minWeeks } from '../../observation/estimate-growth.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatCount } from '../../units/count.ts'
import { significantDigits } from '../../units/number-text.ts'
import { formatPercent, formatSignedPercent } from '../../units/ratio.ts'
import { formatRecordRate } from '../../units/record-rate.ts'
import { type Block, blocks, type Cell, numberCell, paragraph, type Section, table, textCell } from '../document.ts'
import { spanText } from './sources-section.ts'

/** The rates of the whole cluster, then their growth. */
export function loadSection({ observation, prediction }: AnsweredObservation): Section {
  return {
    id: 'load',
    title: 'Average, peak and growth',
    marks: [],
    blocks: blocks(ratesTable(observation), growthBlocks(observation, prediction)),
  }
}

/** The times for which rates are shown, in the order of their columns. */
export const rateTimes = ['average', 'peakHour', 'peakMinute'] as const

const rateKinds = [
  { label: 'Bytes written', word: 'BytesIn', format: formatByteRate },
  { label: 'Records written', word: 'RecordsIn', format: formatRecordRate },
  { label: 'Bytes read', word: 'BytesOut', format: formatByteRate },
] as const

/** The rates of the whole cluster; null if no source has any. */
function ratesTable({ cluster }: Observation): Block | null {
  const rows = rateKinds.flatMap(({ label, word, format }): Cell[][] => {
    const figures = rateTimes.map((when) => cluster[`${when}${word}PerSec` satisfies ClusterField])
    const firstKnown = figures.find((figure) => figure !== undefined)
    if (firstKnown === undefined) return []
    const cells = figures.map((figure) => numberCell(figure === undefined ? 'not known' : format(figure.value)))
    return [
      [textCell(label), ...cells, textCell(`${firstKnown.source}, ${firstKnown.how}, ${spanText(firstKnown.span)}`)],
    ]
  })
  if (rows.length === 0) return null
  const headings = [
    textCell('Whole cluster'),
    ...['Average', 'Busiest hour', 'Busiest minute'].map(numberCell),
    textCell('Known from'),
  ]
  return table('Rates of the whole cluster', headings, rows)
}

function growthBlocks({ cluster, topics }: Observation, prediction: Prediction): Block[] {
  const growing = topics.filter(({ figures }) => figures.growthPerYear !== undefined)
  const whole = cluster.growthPerYear
  if (whole === undefined && growing.length === 0) {
    const weeks = `${formatCount(minWeeks)} weeks`
    return [
      paragraph(
        `Growth is not known: no source has rates of at least ${weeks}, which are needed to separate a trend from weekdays.`,
      ),
    ]
  }
  return blocks(whole !== undefined && paragraph(growthSentences(whole, prediction).join(' ')), topicTable(growing))
}

/** The growth of the whole load, how it was derived, and when the load reaches the binding limit. */
function growthSentences(growth: ObservedFigure, prediction: Prediction): string[] {
  const { low, high } = boundsOf(growth)
  const method = `by the median of the slopes between days of the same weekday, ${spanText(growth.span)} (${growth.source})`
  if (low <= 0 && high >= 0) {
    const rate = formatSignedPercent(growth.value)
    return [
      `The written load neither grows nor falls for certain: ${rate} per year (95 %: ${boundsText(growth)}), ${method}.`,
    ]
  }
  const verb = growth.value < 0 ? 'falls' : 'grows'
  const rate = formatPercent(Math.abs(growth.value))
  const sentence = `The written load ${verb} by ${rate} per year (95 %: ${boundsText(growth)}), ${method}.`
  return low > 0 ? [sentence, ...fullSentence([growth.value, high, low], prediction)] : [sentence]
}

/**
 * When the load reaches the binding limit.
 * @param perYear the likely growth, its high and its low bound, all above 0
 */
function fullSentence(perYear: readonly number[], { headroom, constraints, binding }: Prediction): string[] {
  const limit = constraints.find(({ id }) => id === binding[0]?.id)
  if (limit === undefined || headroom <= 1) return []
  const [likely = '', soonest = '', latest = ''] = perYear.map((growth) =>
    yearsText(Math.log(headroom) / Math.log(1 + growth)),
  )
  return [
    `At this growth, ${constraintName(limit)} is full at the peak in ${likely} years (95 %: ${soonest} to ${latest}).`,
  ]
}

function yearsText(years: number): string {
  return years >= 100 ? 'over 100' : significantDigits(years)
}

function topicTable(growing: readonly Observation['topics'][number][]): Block[] {
  const rows = growing
    .flatMap(({ name, figures: { growthPerYear: growth } }) => (growth === undefined ? [] : [{ name, growth }]))
    .sort((one, other) => other.growth.value - one.growth.value)
    .slice(0, maxListed)
    .map(({ name, growth }) => [
      textCell(name),
      numberCell(formatSignedPercent(growth.value)),
      numberCell(boundsText(growth)),
      textCell(`${growth.source}, ${spanText(growth.span)}`),
    ])
  if (rows.length === 0) return []
  const headings = [textCell('Topic'), numberCell('Growth per year'), numberCell('95 %'), textCell('Known from')]
  return [table('Growth by topic', headings, rows)]
}

/** At most this many topics are listed, those that grow fastest. */
const maxListed = 20

function boundsOf({ value, relativeError, interval }: ObservedFigure): { low: number; high: number } {
  const half = Math.abs(value) * (relativeError ?? 0)
  return interval ?? { low: value - half, high: value + half }
}

/** The bounds as text: "+22 % to +39 %". */
function boundsText(growth: ObservedFigure): string {
  const { low, high } = boundsOf(growth)
  return `${formatSignedPercent(low)} to ${formatSignedPercent(high)}`
}
