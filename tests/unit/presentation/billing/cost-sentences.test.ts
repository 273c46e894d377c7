import { describe, expect, it } from 'vitest'
import { pricesOf } from '../../../../src/billing/cost-curve.ts'
import type { CheapestRange, CostLine, CostOverLoad, CostPoint } from '../../../../src/contracts/cost-over-load.ts'
import {
  answerSentences,
  chanceRule,
  changeSentences,
  cheapestSentences,
  clearlyLessSentence,
  crossingSentences,
  notComparedSentences,
} from '../../../../src/presentation/billing/cost-sentences.ts'

const names = { express: 'Express', serverless: 'Serverless', standard: 'Standard' }
type Id = keyof typeof names

function lineIn(offering: Id, currency: string | null): CostLine {
  const complete = { currency, isComplete: currency !== null }
  return { ...pricesOf([]), offering, offeringName: names[offering], ...complete, points: [], steps: [] }
}

/** A load of `mega` MB/s and what it costs. */
function at(mega: number, totalPerMonth: number): CostPoint {
  return { factor: mega, ingressBytesPerSec: mega * 1e6, size: 1, tier: null, totalPerMonth, chanceMet: null }
}

function range(offering: Id, from: CostPoint, to: CostPoint): CheapestRange {
  return { offering, from, to }
}

function crossing(cheaperBelow: Id, cheaperAbove: Id, mega: number) {
  return { factor: mega, ingressBytesPerSec: mega * 1e6, cheaperAbove, cheaperBelow, totalPerMonth: 1 }
}

const lines = (Object.keys(names) as Id[]).map((id) => lineIn(id, 'USD'))
const ranges = [
  range('serverless', at(1, 100), at(10, 700)),
  range('express', at(10, 700), at(30, 900)),
  range('standard', at(30, 900), at(60, 800)),
]
const costs: CostOverLoad = {
  lines,
  cheapest: ranges,
  crossings: [
    crossing('serverless', 'standard', 5),
    crossing('serverless', 'express', 10),
    crossing('express', 'standard', 30),
  ],
}

describe('the sentences on costs over the load', () => {
  it('say which offering costs least at the lowest and the highest load, and how often that changes', () => {
    expect(answerSentences(costs)).toEqual([
      'Serverless costs least up to 10 MB/s in, on average, Standard from 30 MB/s in, on average.',
      'Between these loads the cheapest changes 2 times.',
    ])
    expect(answerSentences({ ...costs, cheapest: ranges.slice(0, 2) })).toEqual([
      'Serverless costs least up to 10 MB/s in, on average, Express from 10 MB/s in, on average.',
    ])
    expect(answerSentences({ ...costs, cheapest: ranges.slice(0, 1) })).toEqual([
      'Serverless costs least at 1 MB/s to 10 MB/s in, on average.',
    ])
  })

  it('say that another offering costs a little less at some load, so that they do not contradict the table', () => {
    const drawn = (express: number, currency = 'USD') => ({
      ...costs,
      cheapest: [range('serverless', at(1, 100), at(10, 700))],
      lines: [
        { ...lineIn('serverless', 'USD'), points: [at(1, 100), at(10, 700)] },
        { ...lineIn('express', currency), points: [at(1, 300), at(10, express)] },
      ],
    })
    const close = 'At some of these loads Express costs less, by less than 5 %.'
    expect(answerSentences(drawn(680))).toEqual([
      'Serverless costs least, or less than 5 % more than the least, at 1 MB/s to 10 MB/s in, on average.',
      close,
    ])
    expect(answerSentences(drawn(720))).not.toContain(close)
    expect(answerSentences(drawn(680, 'EUR'))).not.toContain(close)
  })

  it('say that the high end of a cost is compared where sources give ranges of prices, but not of what is not compared', () => {
    const ranged = lines.map((line) => ({ ...line, hasPriceRanges: line.offering !== 'serverless' }))
    expect(answerSentences({ ...costs, lines: ranged }).at(-1)).toBe(
      'Sources give ranges for prices of Express and Standard. The high end of each cost is compared, as compare does; a bill shows both ends.',
    )
    const incomplete = ranged.map((line) => ({ ...line, isComplete: false }))
    expect(answerSentences({ ...costs, lines: incomplete })).toEqual(answerSentences(costs))
  })

  it('say which offerings are not compared, and why', () => {
    const unsure = { ...at(1, 0), totalPerMonth: null, chanceMet: 0.42 }
    const small = { ...at(1, 0), size: null, totalPerMonth: null }
    const of = (offering: Id, point: CostPoint) => ({ ...lineIn(offering, null), points: [point] })
    expect(
      notComparedSentences([
        { ...lineIn('express', 'USD'), points: [at(1, 100)] },
        of('serverless', unsure),
        of('standard', { ...unsure, chanceMet: 0.95 }),
      ]),
    ).toEqual([
      'Of Standard a price is missing, so it is not compared with the others. headroom bill shows which price.',
      'Not counted, because the chance that the load is met is below 90 % at each of these loads: Serverless.',
    ])
    expect(notComparedSentences([of('express', small)])).toEqual(['No size takes any of these loads: Express.'])
    expect(chanceRule([of('serverless', unsure)])).toContain('90 % or more, as in compare')
    expect(chanceRule(lines)).toBe('')
  })

  it('say for each range its offering and what it costs, with the currency', () => {
    expect(cheapestSentences(costs)).toEqual([
      '1 MB/s to 10 MB/s in, on average: Serverless, 100.00–700.00 USD a month.',
      '10 MB/s to 30 MB/s in, on average: Express, 700.00–900.00 USD a month.',
      '30 MB/s to 60 MB/s in, on average: Standard, 900.00 USD falling to 800.00 USD a month.',
    ])
  })

  it('name the crossings of the cheapest only once, and all for the chart', () => {
    const other = 'Above 5 MB/s in, on average, Standard is cheaper than Serverless.'
    expect(changeSentences(costs)).toEqual([other])
    expect(crossingSentences(costs)).toEqual([
      other,
      'Above 10 MB/s in, on average, Express is cheaper than Serverless.',
      'Above 30 MB/s in, on average, Standard is cheaper than Express.',
    ])
  })

  it('say why offerings cannot be compared', () => {
    const none = (...of: CostLine[]) => answerSentences({ lines: of, cheapest: [], crossings: [] })
    expect(none(lineIn('express', 'USD'), lineIn('standard', 'EUR'))).toEqual([
      expect.stringMatching(/^The costs are in several currencies/),
    ])
    expect(none(lineIn('express', 'USD'), lineIn('standard', null))).toEqual([
      expect.stringMatching(/^Fewer than two of these offerings/),
    ])
  })

  it('state the rule', () => {
    expect(clearlyLessSentence).toContain('until another one costs 5 % less')
  })
})
