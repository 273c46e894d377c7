import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { barKey } from '../../../src/charts/bar-paint.ts'
import type { ChartDescription, Point } from '../../../src/charts/chart-description.ts'
import { isInLegend } from '../../../src/charts/legend-series.ts'
import { paintSvg } from '../../../src/charts/svg/paint-svg.ts'
import { plotIn } from '../../../src/charts/svg/plot-area.ts'
import { thinned } from '../../../src/charts/svg/thinned.ts'
import { palettes } from '../../../src/charts/tokens.ts'
import { utilisationChart } from '../../../src/charts/utilisation-chart.ts'
import { validationTimelineChart } from '../../../src/charts/validation-timeline-chart.ts'
import { knownPrediction } from '../presentation/known-prediction.ts'
import { readMarkup } from '../presentation/painters/markup-reader.ts'
import { knownCharts, knownTimelineInput } from './known-charts.ts'

const options = { theme: 'light', id: 'chart' } as const
const hostileText = `</title><script>alert(1)</script>"'&<img src=x onerror=alert(1)>\u0000\u{202E}`

function numbersIn(svg: string): number[] {
  const places = [...svg.matchAll(/ (?:x|y|x1|x2|y1|y2|cx|cy|width|height)="(-?[\d.]+|NaN|Infinity)"/g)]
  const paths = [...svg.matchAll(/ d="([^"]*)"/g)].flatMap(([, d = '']) => d.split(/[MLHVZmlhv ]+/).filter(Boolean))
  return [...places.map(([, value]) => value ?? ''), ...paths].map(Number)
}

describe.each(knownCharts().map((chart) => [chart.kind, chart] as const))('the %s chart as SVG', (_, chart) => {
  const svg = paintSvg(chart, options)
  const { elements, text } = readMarkup(svg)

  test('is well formed, and every number in it is one', () => {
    expect(elements[0]?.name).toBe('svg')
    expect(numbersIn(svg).filter((value) => !Number.isFinite(value))).toEqual([])
  })

  test('is an image with a title and the sentence as its description', () => {
    const root = elements[0]?.attributes
    expect(root?.get('role')).toBe('img')
    expect(root?.get('aria-labelledby')).toBe('chart-title chart-description')
    expect(svg).toContain(`<title id="chart-title">${chart.title}</title>`)
    expect(text).toContain(chart.textAlternative)
  })

  test('has every tick, limit and name as text that can be read and selected', () => {
    const lines = text.split('\n')
    const wanted = [
      ...[...chart.x.ticks, ...chart.y.ticks].flatMap(({ label, detail }) => [label, detail ?? label]),
      ...chart.annotations.map(({ label }) => label),
      ...chart.series.flatMap((series) => (isInLegend(series) ? [series.label] : [])),
      ...chart.series.flatMap((series) => barKey(series, palettes.light).map(({ label }) => label)),
    ]
    expect(wanted.filter((entry) => !lines.includes(entry))).toEqual([])
  })

  test('loads nothing and runs nothing', () => {
    const names = new Set(elements.map(({ name }) => name))
    const drawing = ['svg', 'title', 'desc', 'rect', 'line', 'path', 'circle', 'text']
    expect([...names].filter((name) => !drawing.includes(name))).toEqual([])
    const attributes = new Set(elements.flatMap((element) => [...element.attributes.keys()]))
    expect([...attributes].filter((name) => /^on|href|src|style/.test(name))).toEqual([])
  })
})

describe('an SVG chart', () => {
  test('shows hostile names as text', () => {
    const chart = utilisationChart(knownPrediction)
    const ticks = chart.y.ticks.map((tick) => ({ ...tick, label: hostileText, detail: hostileText }))
    const hostile = { ...chart, title: hostileText, textAlternative: hostileText, y: { ...chart.y, ticks } }
    const { elements, text } = readMarkup(paintSvg(hostile, { ...options, id: hostileText }))
    expect(elements.map(({ name }) => name)).not.toContain('script')
    expect(text).toContain('<img src=x onerror=alert(1)>')
    expect(text).not.toContain('\u0000')
  })

  test('keeps an hour of seconds under 100 kB', () => {
    const chart = validationTimelineChart(knownTimelineInput(3_600))
    expect(paintSvg(chart, options).length).toBeLessThan(100_000)
  })

  test('differs between light and dark only in colours', () => {
    const [chart] = knownCharts()
    if (chart === undefined) throw new Error('no chart')
    const withoutColours = (svg: string): string => svg.replace(/#[0-9A-F]{6}|rgba\([^)]*\)/g, 'colour')
    const [light, dark] = [paintSvg(chart, options), paintSvg(chart, { ...options, theme: 'dark' })]
    expect(light).not.toBe(dark)
    expect(withoutColours(light)).toBe(withoutColours(dark))
  })
})

describe('thinning a line', () => {
  const description = validationTimelineChart(knownTimelineInput(3_600)) satisfies ChartDescription
  const plot = plotIn({ left: 0, top: 0, right: 100, bottom: 100 }, description)

  test('keeps order, ends of the range and every gap, and draws at most four points per pixel column', () => {
    const value = fc.option(fc.double({ min: 0, max: 1e8, noNaN: true }), { nil: null, freq: 50 })
    fc.assert(
      fc.property(fc.array(value, { minLength: 300, maxLength: 1_500 }), (values) => {
        const points: Point[] = values.map((y, index) => ({ x: (index * 3_600) / values.length, y }))
        const kept = thinned(points, plot)
        const [ys, keptYs] = [points, kept].map((list) => list.flatMap(({ y }) => (y === null ? [] : [y])))
        expect(kept.map(({ x }) => x)).toEqual([...kept.map(({ x }) => x)].sort((a, b) => a - b))
        expect(Math.max(...(keptYs ?? []))).toBe(Math.max(...(ys ?? [])))
        expect(Math.min(...(keptYs ?? []))).toBe(Math.min(...(ys ?? [])))
        const gaps = values.filter((y) => y === null).length
        expect(kept.filter(({ y }) => y === null)).toHaveLength(gaps)
        expect((keptYs ?? []).length).toBeLessThanOrEqual(4 * 101 + 2 * gaps)
      }),
    )
  })

  test('leaves a line with few points unchanged', () => {
    const points = [1, 2, 3].map((x) => ({ x, y: x }))
    expect(thinned(points, plot)).toBe(points)
  })
})
