import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChartDescription } from '../../../src/charts/chart-description.ts'
import { spreadLabels } from '../../../src/charts/spread-labels.ts'
import { paintSvg } from '../../../src/charts/svg/paint-svg.ts'
import { knownCharts } from './known-charts.ts'

const label = fc.record({
  centre: fc.double({ min: -1000, max: 1000, noNaN: true }),
  height: fc.double({ min: 1, max: 40, noNaN: true }),
})

test('labels that do not overlap stay where they are', () => {
  const labels = [50, 20, 35].map((centre) => ({ centre, height: 15 }))
  expect(spreadLabels(labels)).toEqual([50, 20, 35])
})

test('two labels at one line stand one above the other, around it', () => {
  expect(spreadLabels([20, 20].map((centre) => ({ centre, height: 10 })))).toEqual([15, 25])
})

test('no two labels overlap, and their order stays', () => {
  fc.assert(
    fc.property(fc.array(label, { maxLength: 8 }), (labels) => {
      const centres = spreadLabels(labels)
      const placed = labels.map((each, index) => ({ ...each, at: centres[index] ?? Number.NaN }))
      const order = [...placed].sort((a, b) => a.centre - b.centre)
      for (const [index, lower] of order.entries()) {
        const upper = order[index - 1]
        if (upper === undefined) continue
        expect(lower.at - upper.at).toBeGreaterThanOrEqual((lower.height + upper.height) / 2 - 1e-6)
      }
    }),
  )
})

test('the names of two lines that nearly coincide do not overlap in a drawing', () => {
  const [chart] = knownCharts().filter(({ kind }) => kind === 'what-if')
  if (chart === undefined) throw new Error('No what-if is among the known charts.')
  const line = (name: string, value: number) => ({ kind: 'tick', axis: 'y', label: name, value }) as const
  const middle = (chart.y.min + chart.y.max) / 2
  const near = { ...chart, annotations: [line('needed', middle), line('load later', middle * 1.001)] }
  const [needed, later] = ['needed', 'load later'].map((name) => yOf(near, name))
  expect((needed ?? 0) - (later ?? 0)).toBeGreaterThanOrEqual(12)
})

function yOf(chart: ChartDescription, name: string): number {
  const svg = paintSvg(chart, { theme: 'light', id: 'chart' })
  const [tag = ''] = new RegExp(`<text[^>]*>${name}</text>`).exec(svg) ?? []
  return Number(/ y="([^"]+)"/.exec(tag)?.[1])
}
