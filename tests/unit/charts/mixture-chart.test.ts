import { describe, expect, it } from 'vitest'
import { mixWorkloads } from '../../../src/capacity/mixture/mixture.ts'
import { predictMixture } from '../../../src/capacity/mixture/predict-mixture.ts'
import type { ChartDescription } from '../../../src/charts/chart-description.ts'
import { chartJsConfig } from '../../../src/charts/chart-js-config.ts'
import { mixtureChart } from '../../../src/charts/mixture-chart.ts'
import { paintSvg } from '../../../src/charts/svg/paint-svg.ts'
import { palettes } from '../../../src/charts/tokens.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, smallScenario } from '../capacity/known-files.ts'

function workload(name: string, peakRecordsPerSec: number): Scenario {
  return { ...smallScenario({ producer: { peakRecordsPerSec } }), name }
}

function chartOf(scenarios: readonly Scenario[]): ChartDescription {
  const { prediction, limits, workloads } = predictMixture(mixWorkloads(scenarios), dedicated)
  return mixtureChart(
    prediction,
    limits,
    workloads.map(({ name }) => name),
  )
}

function partsOf({ series }: ChartDescription) {
  return series.flatMap((each) => (each.kind === 'bars' ? [each] : []))
}

const chart = chartOf([workload('orders', 20_000), workload('clicks', 60_000)])
const ingressRow = chart.y.ticks.findIndex(({ label }) => label.startsWith('Ingress'))

describe('the chart of several workloads', () => {
  it('stacks the parts of each limit, with the utilisation of all at the end', () => {
    const [orders, clicks] = partsOf(chart).map(({ bars }) => bars[ingressRow])
    expect(orders).toMatchObject({ from: 0, text: '' })
    expect(clicks?.from).toBe(orders?.value)
    expect((clicks?.value ?? 0) / (orders?.value ?? 1)).toBeCloseTo(3, 1)
    const whole = (clicks?.from ?? 0) + (clicks?.value ?? 0)
    expect(clicks?.text).toBe(`${Math.round(whole * 100)} %`)
  })

  it('names the workloads in the legend, in words and in the table', () => {
    expect(partsOf(chart).map(({ label }) => label)).toEqual(['orders', 'clicks'])
    expect(chart.textAlternative).toMatch(/Ingress \d+ % \(orders \d+ %, clicks \d+ %\)/)
    expect(chart.table.columns.map(({ label }) => label)).toEqual([
      'Limit',
      'Utilisation',
      'orders',
      'clicks',
      'Divided',
    ])
    const [, whole, ...parts] = chart.table.rows[ingressRow] ?? []
    expect(Number(parts[0]) + Number(parts[1])).toBeCloseTo(Number(whole), 9)
  })

  it('leaves out limits of one topic or client, unless they bind', () => {
    const ofOne = chart.y.ticks.filter(({ label }) => label.includes('artition ingress'))
    expect(ofOne.map(({ label }) => label)).toEqual(['Partition ingress (clicks.events) – binds first'])
  })

  it('puts workloads beyond the colours into one part', () => {
    const many = Array.from({ length: 9 }, (_none, index) => workload(`w${index}`, 1_000))
    const parts = partsOf(chartOf(many))
    expect(parts.map(({ label }) => label)).toEqual(['w0', 'w1', 'w2', 'w3', 'w4', '4 others'])
    expect(parts.length).toBe(palettes.light.parts.length)
    const others = parts.at(-1)?.bars[0]?.value ?? 0
    expect(others / (parts[0]?.bars[0]?.value ?? 1)).toBeCloseTo(4, 6)
    expect(chartOf(many).table.columns).toHaveLength(12)
  })

  it('is stacked in the window, with a legend', () => {
    const { data, options } = chartJsConfig(chart, 'light')
    expect(data.datasets.map(({ stack, isNamed }) => [stack, isNamed])).toEqual([
      ['parts', true],
      ['parts', true],
    ])
    expect(new Set(data.datasets.map(({ backgroundColor }) => backgroundColor)).size).toBe(2)
    expect(options.plugins.legend.display).toBe(true)
    expect(options.plugins.legend.labels.generateLabels().map(({ text }) => text)).toEqual(['orders', 'clicks'])
  })

  it('is stacked in a report, each part beginning where the one before ends', () => {
    const svg = paintSvg(chart, { id: 'mixture', theme: 'light', widthPx: 800 })
    const boxesOf = (fill: string | undefined) =>
      [...svg.matchAll(/<rect ([^>]*)>/g)]
        .map(([, text = '']) => text)
        .filter((text) => text.includes(`fill="${fill}"`))
        .map((text) => {
          const [x = 0, width = 0] = ['x', 'width'].map((name) =>
            Number(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(text)?.[1]),
          )
          return { x, end: x + width }
        })
    const [blue, yellow] = palettes.light.parts
    const starts = boxesOf(yellow).map(({ x }) => x)
    const ends = boxesOf(blue).map(({ end }) => end)
    // All rows but that of a partition have both parts.
    const touching = ends.filter((end) => starts.some((start) => Math.abs(start - end) < 0.3))
    expect(touching.length).toBe(chart.y.ticks.length - 1)
  })
})
