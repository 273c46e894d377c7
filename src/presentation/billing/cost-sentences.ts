/**
 * Sentences on which offering costs least at which load, and on where two change places.
 */

import { isNearlySure, nearlySure } from '../../capacity/compare-offerings.ts'
import {
  type CheapestRange,
  type CostLine,
  type CostOverLoad,
  type CostPoint,
  type Crossing,
  clearlyLess,
} from '../../contracts/cost-over-load.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { upperFirst } from '../../units/first-letter.ts'
import { joinNames } from '../../units/join-names.ts'
import { formatMoney, formatMoneyRange } from '../../units/money.ts'
import { formatPercent } from '../../units/ratio.ts'
import { severalCurrencies } from './bill-sentences.ts'

/** The rule by which these sentences name an offering. */
export const clearlyLessSentence = `Sizes come in steps, and prices are list prices. So an offering is named until another one costs ${formatPercent(clearlyLess)} less. Then the load is named from which on that one costs less.`

/** The answer: which offering costs least, or why none is named. The first sentence is the shortest answer. */
export function answerSentences(costs: CostOverLoad): string[] {
  const { lines, cheapest } = costs
  const [first, ...later] = cheapest
  const last = later.at(-1)
  if (first === undefined) return [noCheapestSentence(lines)]
  const name = nameOf(lines)
  const ranges = rangeSentences(lines)
  const close = closeSentences(costs)
  const leastText =
    close.length === 0 ? 'costs least' : `costs least, or less than ${formatPercent(clearlyLess)} more than the least,`
  if (last === undefined) {
    return [`${name(first)} ${leastText} at ${betweenText(first.from, first.to)}.`, ...close, ...ranges]
  }
  const ends = `${name(first)} ${leastText} up to ${rateText(first.to)}, ${name(last)} from ${rateText(last.from)}.`
  const changes = later.length === 1 ? [] : [`Between these loads the cheapest changes ${later.length} times.`]
  return [ends, ...changes, ...close, ...ranges]
}

/**
 * Names the offerings that cost less at some load than the one that is named there, but less than `clearlyLess` so.
 * Without this sentence the answer would contradict the table.
 */
function closeSentences({ lines, cheapest }: CostOverLoad): string[] {
  const named = new Map(lines.map((line) => [line.offering, line]))
  const closer = cheapest.flatMap(({ offering, from, to }) => {
    const cheapestLine = named.get(offering)
    const points = cheapestLine?.points.filter(({ factor }) => factor >= from.factor && factor <= to.factor) ?? []
    return lines.filter(
      (line) =>
        line.isComplete &&
        line.currency === cheapestLine?.currency &&
        points.some(({ factor, totalPerMonth }) => isLess(line, factor, totalPerMonth)),
    )
  })
  const names = [...new Set(closer.map(({ offeringName }) => offeringName))]
  if (names.length === 0) return []
  const verb = names.length === 1 ? 'costs' : 'cost'
  return [`At some of these loads ${joinNames(names)} ${verb} less, by less than ${formatPercent(clearlyLess)}.`]
}

function isLess({ points }: CostLine, factor: number, total: number | null): boolean {
  const other = points.find((each) => each.factor === factor)?.totalPerMonth ?? null
  return other !== null && total !== null && other < total
}

/** Says that a cost is the high end of a range, where sources give ranges of prices. A bill shows both ends. */
function rangeSentences(lines: readonly CostLine[]): string[] {
  const names = lines.flatMap(({ isComplete, hasPriceRanges, offeringName }) =>
    isComplete && hasPriceRanges ? [offeringName] : [],
  )
  if (names.length === 0) return []
  return [
    `Sources give ranges for prices of ${joinNames(names)}. The high end of each cost is compared, as compare does; a bill shows both ends.`,
  ]
}

/** "From 8.67 MB/s to 12.5 MB/s in, on average: Express, 1,175.38 to 1,299.34 USD a month." */
export function cheapestSentences({ lines, cheapest }: CostOverLoad): string[] {
  const name = nameOf(lines)
  return cheapest.map((range) => {
    const { offering, from, to } = range
    const currency = lines.find((line) => line.offering === offering)?.currency ?? ''
    return `${upperFirst(betweenText(from, to))}: ${name(range)}, ${costsText(from, to, currency)} a month.`
  })
}

/** "Above 34 MB/s in, Dedicated is cheaper than Standard." */
export function crossingSentences({ lines, crossings }: CostOverLoad): string[] {
  return crossings.map((crossing) => crossingSentence(lines, crossing))
}

/** Sentences on crossings at which the cheapest offering stays the same. `cheapestSentences` has the other crossings. */
export function changeSentences({ lines, cheapest, crossings }: CostOverLoad): string[] {
  const isOfCheapest = ({ factor, cheaperAbove, cheaperBelow }: Crossing) =>
    cheapest.some((range, index) => {
      const before = cheapest[index - 1]
      return range.from.factor === factor && range.offering === cheaperAbove && before?.offering === cheaperBelow
    })
  return crossings.filter((crossing) => !isOfCheapest(crossing)).map((crossing) => crossingSentence(lines, crossing))
}

function crossingSentence(lines: readonly CostLine[], { ingressBytesPerSec, cheaperAbove, cheaperBelow }: Crossing) {
  const name = nameOf(lines)
  return `Above ${formatByteRate(ingressBytesPerSec)} in, on average, ${name({ offering: cheaperAbove })} is cheaper than ${name({ offering: cheaperBelow })}.`
}

/** Says why no offering is named. */
function noCheapestSentence(lines: readonly CostLine[]): string {
  const complete = lines.filter(({ isComplete }) => isComplete)
  if (complete.length < 2) return 'Fewer than two of these offerings have a cost that can be compared.'
  return severalCurrencies
}

/** Says which offerings are not compared with the others, and why. Empty if all are. */
export function notComparedSentences(lines: readonly CostLine[]): string[] {
  const named = (reason: Reason) =>
    lines.filter((line) => whyNotCompared(line) === reason).map(({ offeringName }) => offeringName)
  const [unpriced, unsure, small] = [named('price'), named('chance'), named('size')]
  return [
    ...(unpriced.length === 0
      ? []
      : [
          `Of ${unpriced.join(', ')} a price is missing, so it is not compared with the others. headroom bill shows which price.`,
        ]),
    ...(unsure.length === 0
      ? []
      : [
          `Not counted, because the chance that the load is met is below ${formatPercent(nearlySure)} at each of these loads: ${unsure.join(', ')}.`,
        ]),
    ...(small.length === 0 ? [] : [`No size takes any of these loads: ${small.join(', ')}.`]),
  ]
}

type Reason = 'price' | 'chance' | 'size'

/** Null if the line is compared. An offering without a price may also be unsure: the price comes first. */
function whyNotCompared({ isComplete, points }: CostLine): Reason | null {
  if (isComplete) return null
  const sized = points.filter(({ size }) => size !== null)
  if (sized.length === 0) return 'size'
  return sized.some(isNearlySure) ? 'price' : 'chance'
}

/** The rule for hosts, which have a chance. Empty if no offering has one. */
export function chanceRule(lines: readonly CostLine[]): string {
  return lines.some(({ points }) => points.some(({ chanceMet }) => chanceMet !== null))
    ? `Hosts count where the chance that the load is met is ${formatPercent(nearlySure)} or more, as in compare.`
    : ''
}

function nameOf(lines: readonly CostLine[]): (of: Pick<CheapestRange, 'offering'>) => string {
  return ({ offering }) => lines.find((line) => line.offering === offering)?.offeringName ?? offering
}

function rateText({ ingressBytesPerSec }: CostPoint): string {
  return `${formatByteRate(ingressBytesPerSec)} in, on average`
}

function betweenText(from: CostPoint, to: CostPoint): string {
  const [low, high] = [from, to].map(({ ingressBytesPerSec }) => formatByteRate(ingressBytesPerSec))
  return low === high ? `${low} in, on average` : `${low} to ${high} in, on average`
}

function costsText(from: CostPoint, to: CostPoint, currency: string): string {
  const [low, high] = [from.totalPerMonth ?? 0, to.totalPerMonth ?? 0]
  if (low > high) return `${formatMoney(low, currency)} falling to ${formatMoney(high, currency)}`
  return formatMoneyRange({ low, high }, currency)
}
