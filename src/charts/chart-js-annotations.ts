/**
 * Annotations, interval bars and bar texts as options of chartjs-plugin-annotation.
 */
import type { Annotation, ChartDescription, Series } from './chart-description.ts'
import type { ChartJsAnnotation, ChartJsLabel } from './chart-js-types.ts'
import { fontSizePx, limitWidthPx, markStyles, type Palette, tickDashPx } from './tokens.ts'

const barTextGapPx = 6
const labelPaddingPx = 2
const limitLabelLiftPx = -9

/** Labels are drawn last, over every series. */
const labelDrawTime = 'afterDatasetsDraw'

function label(content: string, palette: Palette, position: ChartJsLabel['position']): ChartJsLabel {
  return {
    display: true,
    content,
    position,
    color: palette.quietText,
    backgroundColor: 'rgba(0, 0, 0, 0)',
    font: { size: fontSizePx.quiet, weight: 'normal' },
    padding: labelPaddingPx,
    drawTime: labelDrawTime,
  }
}

function chartJsAnnotation(annotation: Annotation, palette: Palette): ChartJsAnnotation {
  if (annotation.kind === 'shade') {
    return {
      type: 'box',
      xMin: annotation.from,
      xMax: annotation.to,
      backgroundColor: palette.shade,
      borderWidth: 0,
      drawTime: 'beforeDatasetsDraw',
      label: label(annotation.label, palette, { x: 'end', y: 'end' }),
    }
  }
  const isLimit = annotation.kind === 'limit'
  const isHeavy = annotation.kind === 'limit' && annotation.isBinding
  return {
    type: 'line',
    scaleID: annotation.axis,
    value: annotation.value,
    borderColor: isLimit ? palette.limit : palette.tick,
    borderWidth: isHeavy ? limitWidthPx.binding : limitWidthPx.other,
    ...(isLimit ? {} : { borderDash: [...tickDashPx] }),
    // Under the series: where the likely line coincides with the limit, its dashes must be seen on it.
    drawTime: 'beforeDatasetsDraw',
    label: {
      ...label(annotation.label, palette, annotation.axis === 'y' ? 'start' : 'end'),
      color: palette.text,
      backgroundColor: palette.surface,
      font: { size: fontSizePx.quiet, weight: isHeavy ? 'bold' : 'normal' },
      ...(annotation.axis === 'y' ? { yAdjust: limitLabelLiftPx } : {}),
    },
  }
}

function intervalBars(series: Series, palette: Palette): [string, ChartJsAnnotation][] {
  if (series.kind !== 'intervals') return []
  return series.points.map((point, index) => [
    `${series.id}-interval-${index}`,
    {
      type: 'line',
      xMin: point.x,
      xMax: point.x,
      yMin: point.low,
      yMax: point.high,
      borderColor: palette.marks[series.mark],
      borderWidth: Math.max(2, markStyles[series.mark].widthPx),
      drawTime: 'afterDatasetsDraw',
    },
  ])
}

function barTexts(series: Series, palette: Palette): [string, ChartJsAnnotation][] {
  if (series.kind !== 'bars') return []
  return series.bars.map((bar) => [
    `${series.id}-text-${bar.row}`,
    {
      type: 'label',
      xValue: bar.value,
      yValue: bar.row,
      content: bar.text,
      color: palette.text,
      font: { size: fontSizePx.label, weight: bar.isBinding ? 'bold' : 'normal' },
      position: { x: 'start', y: 'center' },
      xAdjust: barTextGapPx,
      drawTime: 'afterDatasetsDraw',
    },
  ])
}

/** Everything of a description that is drawn around its series, by a stable key. */
export function chartJsAnnotations(description: ChartDescription, palette: Palette): Record<string, ChartJsAnnotation> {
  const around = description.annotations.map((annotation, index): [string, ChartJsAnnotation] => [
    `${annotation.kind}-${index}`,
    chartJsAnnotation(annotation, palette),
  ])
  const within = description.series.flatMap((series) => [
    ...intervalBars(series, palette),
    ...barTexts(series, palette),
  ])
  return Object.fromEntries([...around, ...within])
}
