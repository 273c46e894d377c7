/**
 * Describes the costs of offerings over the load.
 */
import { isNearlySure } from '../../capacity/compare-offerings.ts'
import { chanceText } from '../../capacity/explain-chance.ts'
import { targetText } from '../../capacity/fixed-numbers.ts'
import { costOverLoadTitle } from '../../charts/shared-labels.ts'
import type { CostLine, CostOverLoad, CostPoint } from '../../contracts/cost-over-load.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { counted } from '../../units/count.ts'
import { formatMoney } from '../../units/money.ts'
import { groupDigits, significantDigits } from '../../units/number-text.ts'
import {
  type Block,
  blocks,
  type Cell,
  type Content,
  type Document,
  list,
  numberCell,
  paragraph,
  span,
  table,
  textCell,
} from '../document.ts'
import {
  answerSentences,
  chanceRule,
  changeSentences,
  cheapestSentences,
  clearlyLessSentence,
  notComparedSentences,
} from './cost-sentences.ts'

/** Costs over the load, with the scenario that they were computed for. */
export interface CostsOverLoad extends CostOverLoad {
  readonly scenarioName: string
  readonly targetUtilisation: number
}

/** Describes the costs as a document. */
export function costOverLoadDocument(costs: CostsOverLoad): Document {
  const { scenarioName, lines, targetUtilisation } = costs
  const [sentence = '', ...reasons] = answerSentences(costs)
  const [cheapest, changes] = [cheapestSentences(costs), changeSentences(costs)]
  return {
    subject: 'Headroom costs over the load',
    title: scenarioName,
    answer: {
      tone: 'predicted',
      label: null,
      sentence,
      reason: reasons.join(' '),
      marks: ['computed from dated prices, not an offer'],
    },
    introduction: blocks(
      paragraph(
        `Rates of “${scenarioName}” × a factor; partitions and clients stay. Each offering has its smallest size with ${targetText(targetUtilisation)}, in its cheapest tier. ${chanceRule(lines)}`.trimEnd(),
      ),
    ),
    sections: [
      ...(cheapest.length === 0
        ? []
        : [
            {
              id: 'cheapest',
              title: 'Which costs least',
              marks: [],
              blocks: [list(cheapest), paragraph(clearlyLessSentence)],
            },
          ]),
      ...(changes.length === 0
        ? []
        : [{ id: 'crossings', title: 'Where two change places', marks: [], blocks: [list(changes)] }]),
      {
        id: 'costs',
        title: 'Costs a month',
        marks: [],
        blocks: [...costTable(lines), ...notComparedSentences(lines).map((each) => paragraph(each))],
      },
      { id: 'prices', title: 'Where the prices come from', marks: [], blocks: [pricesTable(lines)] },
    ],
    closing: 'Made by Headroom.',
  }
}

/** The costs at each doubling of the load. The loads between them would be too many rows to read. */
function costTable(lines: readonly CostLine[]): Block[] {
  const factors = lines[0]?.points.map(({ factor }) => factor) ?? []
  const doublings = factors.filter((factor) => Number.isInteger(Math.log2(factor)))
  const shown = doublings.length === 0 ? factors : doublings
  const rows = shown.map((factor): Cell[] => {
    const points = lines.map(({ points: all }) => all.find((point) => point.factor === factor))
    const rate = points.find((point) => point !== undefined && point.size !== null)?.ingressBytesPerSec
    const times = factor === 1 ? 'the scenario’s' : `× ${significantDigits(factor)}`
    return [
      numberCell(rate === undefined ? times : [formatByteRate(rate), span('line', span('quiet', times))]),
      ...lines.map((line, at) => numberCell(pointContent(line, points[at]))),
    ]
  })
  const left = factors.length - shown.length
  return blocks(
    table(
      costOverLoadTitle,
      [numberCell('In, average'), ...lines.map(({ offeringName }) => numberCell(offeringName))],
      rows,
    ),
    left > 0 && paragraph(span('quiet', `And ${counted(left, 'load')} between them; --json has all.`)),
  )
}

/** Region, currency, dates and gaps of each offering’s prices. */
export function pricesTable(lines: readonly CostLine[]): Block {
  const rows = lines.map(({ offeringName, region, needsCheck, hasPriceRanges, hasOldPrices, notIncluded, ...line }) => [
    textCell(offeringName),
    textCell(line.currency === null ? '–' : (region ?? 'none named by the source')),
    textCell(line.currency ?? '–'),
    textCell([
      line.pricesFrom === null ? '–' : datesText(line.pricesFrom, line.pricesTo ?? line.pricesFrom),
      needsCheck && span('line', span('mark', 'check before you quote')),
      hasOldPrices && span('line', span('mark', 'price is more than a year old')),
      hasPriceRanges && span('line', span('quiet', 'ranges of prices; their high end')),
    ]),
    textCell(notIncluded.length === 0 ? '–' : notIncluded.join('; ')),
  ])
  const headings = ['Offering', 'Region', 'Currency', 'Prices of', 'Not included'].map((text) => textCell(text))
  return table('Prices of each offering', headings, rows)
}

/** "2026-06-23 to 2026-10-04"; one date if they are the same. */
export function datesText(from: string, to: string): string {
  return from === to ? from : `${from} to ${to}`
}

function pointContent({ currency, isComplete }: CostLine, point: CostPoint | undefined): Content {
  if (point === undefined || point.size === null) return 'no size is enough'
  const size = `size ${groupDigits(point.size)}${point.tier === null ? '' : `, ${point.tier}`}`
  if (!isNearlySure(point)) {
    return [`chance ${chanceText(point.chanceMet ?? 0)}, not counted`, span('line', span('quiet', size))]
  }
  if (point.totalPerMonth === null || currency === null) return ['not known', span('line', span('quiet', size))]
  return [
    `${isComplete ? '' : 'at least '}${formatMoney(point.totalPerMonth, currency)}`,
    span('line', span('quiet', size)),
  ]
}
