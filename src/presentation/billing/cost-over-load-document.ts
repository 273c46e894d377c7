/**
 * Describes the costs of offerings over the load, and the loads at which another offering becomes the cheaper one.
 */
import { targetText } from '../../capacity/fixed-numbers.ts'
import type { CostLine, CostOverLoad, CostPoint } from '../../contracts/cost-over-load.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatMoney } from '../../units/money.ts'
import { groupDigits } from '../../units/number-text.ts'
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
} from '../document.ts'
import { severalCurrencies } from './bill-sentences.ts'

/** Costs over the load, with the scenario that they were computed for. */
export interface CostsOverLoad extends CostOverLoad {
  readonly scenarioName: string
  readonly targetUtilisation: number
}

/** Describes the costs as a document. */
export function costOverLoadDocument(costs: CostsOverLoad): Document {
  const { scenarioName, lines, targetUtilisation } = costs
  const sentences = crossingSentences(costs)
  return {
    subject: 'Headroom costs over the load',
    title: scenarioName,
    answer: {
      tone: 'predicted',
      label: null,
      sentence: sentences[0] ?? noCrossingSentence(lines),
      reason: '',
      marks: ['computed from dated prices, not an offer'],
    },
    introduction: blocks(
      paragraph(
        `Rates of “${scenarioName}” × a factor; partitions and clients stay. Each offering has its smallest size with ${targetText(targetUtilisation)}, in its cheapest tier.`,
      ),
    ),
    sections: [
      ...(sentences.length === 0
        ? []
        : [{ id: 'crossings', title: 'Where another offering becomes cheaper', marks: [], blocks: [list(sentences)] }]),
      { id: 'costs', title: 'Costs a month', marks: [], blocks: [costTable(lines), ...incomplete(lines)] },
    ],
    closing: 'Made by Headroom.',
  }
}

/** "Above 34 MB/s in, Dedicated is cheaper than Standard." */
export function crossingSentences({ lines, crossings }: CostOverLoad): string[] {
  const nameOf = (id: string) => lines.find(({ offering }) => offering === id)?.offeringName ?? id
  return crossings.map(({ ingressBytesPerSec, cheaperAbove, cheaperBelow }) => {
    return `Above ${formatByteRate(ingressBytesPerSec)} in, on average, ${nameOf(cheaperAbove)} is cheaper than ${nameOf(cheaperBelow)}.`
  })
}

/** Says why there is no crossing. */
export function noCrossingSentence(lines: readonly CostLine[]): string {
  const complete = lines.filter(({ isComplete }) => isComplete)
  if (complete.length < 2) return 'Fewer than two of these offerings have every price, so they cannot be compared.'
  if (new Set(complete.map(({ currency }) => currency)).size > 1) return severalCurrencies
  return 'None of these offerings becomes cheaper than another in this range.'
}

function costTable(lines: readonly CostLine[]): Block {
  const factors = lines[0]?.points.map(({ factor }) => factor) ?? []
  const rows = factors.map((factor, index): Cell[] => {
    const points = lines.map(({ points: all }) => all[index])
    const rate = points.find((point) => point !== undefined && point.size !== null)?.ingressBytesPerSec
    return [
      numberCell(rate === undefined ? `× ${groupDigits(factor, 2)}` : formatByteRate(rate)),
      ...lines.map((line, at) => numberCell(pointContent(line, points[at]))),
    ]
  })
  return table(
    'Cost a month over the load',
    [numberCell('In, average'), ...lines.map(({ offeringName }) => numberCell(offeringName))],
    rows,
  )
}

function pointContent({ currency, isComplete }: CostLine, point: CostPoint | undefined): Content {
  if (point === undefined || point.size === null) return 'too small'
  const size = `size ${groupDigits(point.size)}${point.tier === null ? '' : `, ${point.tier}`}`
  if (point.totalPerMonth === null || currency === null) return ['not known', span('line', span('quiet', size))]
  return [
    `${isComplete ? '' : 'at least '}${formatMoney(point.totalPerMonth, currency)}`,
    span('line', span('quiet', size)),
  ]
}

function incomplete(lines: readonly CostLine[]): Block[] {
  const names = lines.filter(({ isComplete }) => !isComplete).map(({ offeringName }) => offeringName)
  if (names.length === 0) return []
  return [
    paragraph(
      `Of ${names.join(', ')} a price is missing, so it is not compared with the others. headroom bill shows which price.`,
    ),
  ]
}
