import { describe, expect, it } from 'vitest'
import { pricesOf } from '../../../src/billing/cost-curve.ts'
import { comparableCosts, costChart } from '../../../src/charts/cost-chart.ts'
import { markStyles } from '../../../src/charts/tokens.ts'
import type { CostLine, CostOverLoad, CostPoint } from '../../../src/contracts/cost-over-load.ts'

const mega = 1e6

function point(
  factor: number,
  size: number | null,
  totalPerMonth: number | null,
  chanceMet: number | null = null,
): CostPoint {
  const ingressBytesPerSec = size === null ? 0 : factor * 10 * mega
  return { factor, ingressBytesPerSec, size, tier: null, totalPerMonth, chanceMet }
}

function lineOf(offering: string, points: CostPoint[], more: Partial<CostLine> = {}): CostLine {
  return {
    ...pricesOf([]),
    offering,
    offeringName: `The ${offering}`,
    currency: 'USD',
    isComplete: true,
    points,
    steps: [],
    ...more,
  }
}

/** One unit of `stepped` carries 15 MB/s; more load needs two or four. `flat` ends at 20 MB/s. */
const stepped = lineOf('stepped', [point(0.5, 1, 100), point(1, 1, 100), point(2, 2, 200), point(4, 4, 400)], {
  steps: [{ below: point(1.4375, 1, 100), above: point(1.5, 2, 200) }],
})
const flat = lineOf('flat', [point(0.5, 1, 150), point(1, 1, 150), point(2, 1, 150), point(4, null, null)])
const crossing = { factor: 1.5, ingressBytesPerSec: 15 * mega, totalPerMonth: 150 }
const costs: CostOverLoad = {
  lines: [stepped, flat],
  cheapest: [],
  crossings: [{ ...crossing, cheaperAbove: 'flat', cheaperBelow: 'stepped' }],
}
const sentence = 'Above 15 MB/s in, The flat is cheaper than The stepped.'

describe('the chart of costs over the load', () => {
  const chart = costChart(costs, [sentence])
  if (chart === null) throw new Error('Two lines can be compared.')
  const points = (id: string) => {
    const found = chart.series.find((series) => series.id === id)
    return found?.kind === 'line' ? found.points.map(({ x, y }) => [x / mega, y]) : []
  }

  it('draws each step of a size upright, and ends a line where no size takes the load', () => {
    expect(points('stepped')).toEqual([
      [5, 100],
      [10, 100],
      [14.375, 100],
      [15, 200],
      [20, 200],
      [40, 400],
    ])
    expect(points('flat').map(([load]) => load)).toEqual([5, 10, 20])
    expect(chart.textAlternative).toContain(
      'The flat: 150.00 USD a month at 5 MB/s, 150.00 USD a month at 20 MB/s, its',
    )
  })

  it('marks the crossing, names it under the pointer, in words and in its table', () => {
    expect(points('crossings')).toEqual([[15, 150]])
    expect(chart.notes).toEqual([{ x: 15 * mega, text: sentence }])
    expect(chart.textAlternative).toContain(sentence)
    expect(chart.table.rows).toContainEqual([15 * mega, null, '', 150, '', sentence])
    const loads = chart.table.rows.map(([load]) => Number(load))
    expect(loads).toEqual([...loads].sort((one, other) => one - other))
  })

  it('names the currency and today’s load', () => {
    expect(chart.y.title).toBe('USD a month')
    expect(chart.annotations).toEqual([{ kind: 'tick', axis: 'x', value: 10 * mega, label: 'now 10 MB/s' }])
  })

  it('gives up to six lines looks that differ without colour', () => {
    const six = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => lineOf(id, [...flat.points]))
    const { series = [] } = costChart({ lines: six, cheapest: [], crossings: [] }, []) ?? {}
    const looks = series.map((each) => ('mark' in each ? JSON.stringify(markStyles[each.mark]) : ''))
    expect(new Set(looks).size).toBe(6)
  })
})

describe('costs that can be compared', () => {
  it('are complete, in one currency, and more than 0', () => {
    const dear = lineOf('dear', [...flat.points], { currency: 'EUR' })
    const unknown = lineOf('unknown', [...flat.points], { isComplete: false })
    const free = lineOf('free', [point(1, 1, 0)])
    const crossings = [...costs.crossings, { ...crossing, cheaperAbove: 'dear', cheaperBelow: 'flat' }]
    expect(comparableCosts({ ...costs, lines: [unknown, free, stepped, flat, dear], crossings })).toEqual(costs)
    const two = { lines: [stepped, dear], cheapest: [], crossings: [] }
    expect(costChart(comparableCosts(two), [])).toBeNull()
  })
})
