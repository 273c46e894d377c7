/**
 * A chart description as a Chart.js 4 configuration with chartjs-plugin-annotation's options: the window's painter.
 *
 * The page registers Chart.js's line and bar controllers, their elements, linear and logarithmic scales, Filler, Legend,
 * Tooltip, Decimation and the annotation plugin.
 */
import type { ChartDescription, Scale } from './chart-description.ts'
import { chartJsAnnotations } from './chart-js-annotations.ts'
import { chartJsDatasets } from './chart-js-datasets.ts'
import type { ChartJsConfig, ChartJsScale } from './chart-js-types.ts'
import { fontFamily, fontSizePx, type Palette, palettes, type Theme } from './tokens.ts'
import { formatValue } from './value-format.ts'

/** Room at the right for the text at the end of a full bar. */
const barTextRoomPx = 56
const topRoomPx = 4

function tickLabel(scale: Scale, value: number | string): string | string[] {
  const tick = scale.ticks.find((candidate) => candidate.value === Number(value))
  if (tick === undefined) return ''
  return tick.detail === undefined ? tick.label : [tick.label, tick.detail]
}

function chartJsScale(scale: Scale, palette: Palette): ChartJsScale {
  const isCategory = scale.kind === 'category'
  return {
    type: scale.kind === 'logarithmic' ? 'logarithmic' : 'linear',
    // Half a row above the first and below the last: bars stand in the middle of their row.
    min: isCategory ? scale.min - 0.5 : scale.min,
    max: isCategory ? scale.max + 0.5 : scale.max,
    reverse: isCategory,
    offset: false,
    title: { display: !isCategory, text: scale.title, color: palette.quietText, font: { size: fontSizePx.quiet } },
    grid: { display: !isCategory, color: palette.gridLine },
    border: { color: palette.gridLine },
    ticks: {
      color: isCategory ? palette.text : palette.quietText,
      font: { size: isCategory ? fontSizePx.label : fontSizePx.quiet },
      autoSkip: !isCategory,
      maxRotation: 0,
      crossAlign: isCategory ? 'far' : 'near',
      callback: (value) => tickLabel(scale, value),
    },
    afterBuildTicks: (axis) => {
      axis.ticks = scale.ticks.map((tick) => ({ value: tick.value }))
    },
  }
}

/** The configuration with which `new Chart(canvas, config)` draws a description. */
export function chartJsConfig(description: ChartDescription, theme: Theme): ChartJsConfig {
  const palette = palettes[theme]
  const isBars = description.series.some((series) => series.kind === 'bars')
  const datasets = chartJsDatasets(description.series, palette)
  const isShown = (index: number | undefined): boolean => index === undefined || datasets[index]?.label !== ''
  return {
    type: isBars ? 'bar' : 'line',
    data: { datasets },
    options: {
      animation: false,
      responsive: true,
      maintainAspectRatio: false,
      parsing: false,
      normalized: true,
      indexAxis: isBars ? 'y' : 'x',
      layout: { padding: { right: isBars ? barTextRoomPx : topRoomPx, top: topRoomPx } },
      interaction: { mode: 'nearest', axis: isBars ? 'y' : 'x', intersect: false },
      scales: { x: chartJsScale(description.x, palette), y: chartJsScale(description.y, palette) },
      plugins: {
        legend: {
          display: !isBars,
          position: 'top',
          align: 'start',
          // A click must not hide a series: the marks that qualify a result have to stay beside it.
          onClick: () => undefined,
          labels: {
            color: palette.text,
            font: { size: fontSizePx.quiet, family: fontFamily },
            usePointStyle: true,
            pointStyleWidth: 28,
            boxHeight: 8,
            filter: (item) => isShown(item.datasetIndex),
          },
        },
        tooltip: {
          filter: (item) => isShown(item.datasetIndex),
          callbacks: {
            label: (item) => {
              const value = isBars ? item.parsed.x : item.parsed.y
              return `${item.dataset.label ?? ''}: ${formatValue(value, isBars ? description.x.format : description.y.format)}`
            },
            title: () => '',
          },
        },
        decimation: { enabled: !isBars, algorithm: 'min-max' },
        annotation: { annotations: chartJsAnnotations(description, palette) },
      },
    },
  }
}
