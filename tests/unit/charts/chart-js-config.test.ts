import { Chart, type ChartConfiguration, registerables } from 'chart.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ChartDescription } from '../../../src/charts/chart-description.ts'
import { chartJsConfig } from '../../../src/charts/chart-js-config.ts'
import { palettes, type Theme } from '../../../src/charts/tokens.ts'
import { utilisationChart } from '../../../src/charts/utilisation-chart.ts'
import { validationTimelineChart } from '../../../src/charts/validation-timeline-chart.ts'
import { annotationPlugin } from '../../../src/renderer/components/annotations.ts'
import { knownPrediction } from '../presentation/known-prediction.ts'
import { knownCharts, knownTimelineInput } from './known-charts.ts'
import { recordingCanvas } from './recording-canvas.ts'

beforeAll(() => Chart.register(...registerables, annotationPlugin))

function draw(description: ChartDescription, theme: Theme = 'light', heightPx = 380) {
  const recording = recordingCanvas(860, heightPx)
  const config = chartJsConfig(description, theme)
  config.options.responsive = false
  // Without a cast: the types of Chart.js themselves must accept the configuration.
  const configuration: ChartConfiguration = config
  const chart = new Chart(recording.canvas, configuration)
  return { ...recording, config, chart }
}

describe.each(knownCharts().map((chart) => [chart.kind, chart] as const))('Chart.js given the %s chart', (_, chart) => {
  test('draws every tick of the description with its text', () => {
    const { texts } = draw(chart)
    const wanted = [...chart.x.ticks, ...chart.y.ticks].flatMap(({ label, detail }) => [
      label,
      ...(detail ? [detail] : []),
    ])
    expect(wanted.filter((text) => !texts.includes(text))).toEqual([])
  })

  test('writes the name of every limit, tick and stretch', () => {
    const { texts } = draw(chart)
    const wanted = chart.annotations.map((annotation) => annotation.label)
    expect(wanted.filter((text) => !texts.includes(text))).toEqual([])
  })

  test('has a description with the same series in light and dark, in the colours of each', () => {
    const [light, dark] = [chartJsConfig(chart, 'light'), chartJsConfig(chart, 'dark')]
    expect(dark.data.datasets.map(({ seriesId, data }) => [seriesId, data])).toEqual(
      light.data.datasets.map(({ seriesId, data }) => [seriesId, data]),
    )
    expect(light.options.scales.x.ticks.color).toBe(palettes.light.quietText)
    expect(dark.options.scales.x.ticks.color).toBe(palettes.dark.quietText)
  })
})

describe('the rows drawn by Chart.js', () => {
  const { afterFit } = chartJsConfig(utilisationChart(knownPrediction), 'light').options.scales.y
  const widthFrom = (width: number, maxWidth: number) => {
    const box = { width, maxWidth }
    afterFit(box)
    return box.width
  }

  test('have room for their longest label where Chart.js would cut it, and no more where it fits', () => {
    const { ticks } = utilisationChart(knownPrediction).y
    const longest = Math.max(...ticks.flatMap(({ label, detail = '' }) => [label.length, detail.length]))
    expect(widthFrom(50, 50)).toBeGreaterThan(longest * 7)
    expect(widthFrom(400, 400)).toBe(400)
    expect(widthFrom(180, 400)).toBe(180)
  })
})

describe('the names above bars', () => {
  test('do not touch: that of the target ends at its line', () => {
    const { annotations } = chartJsConfig(utilisationChart(knownPrediction), 'light').data
    const names = annotations.flatMap((each) => (each.type === 'label' ? [[each.content, each.position.x]] : []))
    expect(names).toEqual([
      ['80 %', 'end'],
      ['limit', 'center'],
    ])
  })
})

describe('the timeline drawn by Chart.js', () => {
  test('names each mark in the legend, with the dashes that it has in the plot', () => {
    const { texts, dashes, config } = draw(validationTimelineChart(knownTimelineInput(110)))
    expect(texts).toEqual(expect.arrayContaining(['predicted band', 'predicted, likely', 'offered', 'measured']))
    const items = config.options.plugins.legend.labels.generateLabels()
    expect(items.map(({ text, lineDash }) => [text, lineDash.length > 0])).toEqual([
      ['predicted band', false],
      ['predicted, likely', true],
      ['offered', true],
      ['measured', false],
    ])
    expect(dashes).toContain(items[1]?.lineDash.join(' '))
  })

  test('draws an hour thinned and keeps its highest value', () => {
    const { points } = knownTimelineInput(3_600)
    const spiked = points.map((point) => (point.second === 1_800 ? { ...point, ingressWireBytesPerSec: 3e8 } : point))
    const { chart, config } = draw(validationTimelineChart(knownTimelineInput(3_600, { points: spiked })))
    const drawn = chart.data.datasets[config.data.datasets.findIndex(({ seriesId }) => seriesId === 'measured')]?.data
    expect(drawn?.length).toBeLessThan(3_000)
    expect(drawn?.some((point) => typeof point === 'object' && point !== null && 'y' in point && point.y === 3e8)).toBe(
      true,
    )
  })

  test('follows a run if its description is replaced', () => {
    const { chart, texts } = draw(
      validationTimelineChart(knownTimelineInput(20, { steady: null, steadyInterval: null })),
    )
    const next = chartJsConfig(
      validationTimelineChart(knownTimelineInput(40, { steady: null, steadyInterval: null })),
      'light',
    )
    chart.data = next.data
    chart.update('none')
    expect(chart.data.datasets.at(-1)?.data).toHaveLength(40)
    expect(texts.length).toBeGreaterThan(0)
  })
})

test('the tooltip shows the position of the pointer and the values at it', () => {
  const [bars, timeline, latency] = knownCharts().map((chart) => chartJsConfig(chart, 'light').options.plugins.tooltip)
  const item = (x: number, y: number) => ({ dataset: { label: 'measured' }, parsed: { x, y } })
  expect(bars?.callbacks.title([item(1.25, 0)])).toBe('Ingress – binds')
  expect(timeline?.callbacks.title([item(42, 99.1e6)])).toBe('42 s')
  expect(timeline?.callbacks.label(item(42, 99.1e6))).toBe('measured: 99.1 MB/s')
  expect(latency?.callbacks.title([item(1_000, 5_000)])).toBe('99.9 %')
})

test('the utilisation bars stand in the rows of the description, in colours that say how full each limit is', () => {
  const { chart, config } = draw(utilisationChart(knownPrediction))
  const bars = chart.getDatasetMeta(0).data
  const ys = bars.map((bar) => bar.y)
  expect(ys).toEqual([...ys].sort((a, b) => a - b))
  expect(bars.length).toBe(6)
  const fills = config.data.datasets[0]?.backgroundColor ?? []
  expect(fills[0]).toBe(palettes.light.marks['over-utilisation'])
  expect(fills.at(-1)).toBe(palettes.light.predictedFill)
  // This bar does not bind, because another limit is reached first, but it is over its limit too.
  expect(fills[1]).toBe(palettes.light.marks['over-utilisation'])
  const { legend } = config.options.plugins
  expect(legend.display).toBe(true)
  expect(legend.labels.generateLabels().map(({ text, fillStyle }) => [text, fillStyle])).toEqual([
    ['within target', fills.at(-1)],
    ['over limit', fills[0]],
  ])
})

describe('the name of a mean near an edge', () => {
  test('goes from its point towards the middle of the plot', () => {
    const positionAt = (x: number) => {
      const chart = validationTimelineChart(knownTimelineInput(3_600))
      const series = chart.series.map((each) =>
        each.kind === 'intervals' ? { ...each, points: each.points.map((point) => ({ ...point, x })) } : each,
      )
      return chartJsConfig({ ...chart, series }, 'light').data.annotations.flatMap((each) =>
        each.type === 'label' && String(each.content).includes('mean') ? [each.position.x] : [],
      )
    }
    expect([positionAt(50), positionAt(1_800), positionAt(3_550)]).toEqual([['start'], ['center'], ['end']])
  })
})

describe('the name of a stretch that is shorter than its name', () => {
  const named = (from: number, to: number) => {
    const chart = validationTimelineChart(knownTimelineInput(3_600))
    return chartJsConfig({ ...chart, annotations: [{ kind: 'shade', from, to, label: 'steady window' }] }, 'light')
  }

  test('extends towards the middle of the plot, so that no edge cuts it off', () => {
    const endOf = (from: number, to: number) => {
      const [box] = named(from, to).data.annotations
      return box?.type === 'box' ? box.label.position : null
    }
    expect(endOf(33, 66)).toEqual({ x: 'start', y: 'end' })
    expect(endOf(33, 3_600)).toEqual({ x: 'end', y: 'end' })
    expect(endOf(3_500, 3_600)).toEqual({ x: 'end', y: 'end' })
  })
})

test('Chart.js writes the unit of a y axis on a line of its own in a low chart, where the title would leave the plot', () => {
  const chart = validationTimelineChart(knownTimelineInput(110))
  expect(chart.y.title).toBe('ingress, wire MB/s')
  expect(draw(chart).texts).toContain('ingress, wire MB/s')
  const low = draw(chart, 'light', 160).texts
  expect(low).toEqual(expect.arrayContaining(['ingress, wire', 'MB/s']))
  expect(low).not.toContain('ingress, wire MB/s')
})
