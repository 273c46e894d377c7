/**
 * Annotations, interval bars and bar texts as options of chartjs-plugin-annotation.
 */
import type { Annotation, Bar, ChartDescription, IntervalPoint, Mark, Series } from './chart-description.ts'
import type { ChartJsAnnotation, ChartJsFont } from './chart-js-types.ts'
import { limitLabelGapPx } from './label-room.ts'
import { fontFamily, fontSizePx, limitWidthPx, markStyles, type Palette, tickDashPx } from './tokens.ts'

const barTextGapPx = 6
const meanTextDropPx = 12
const labelPaddingPx = 2
const transparent = 'rgba(0, 0, 0, 0)'

/** Labels are drawn last, over every series. */
const labelDrawTime = 'afterDatasetsDraw'

function quietFont(isBold: boolean): ChartJsFont {
  return { size: fontSizePx.quiet, family: fontFamily, weight: isBold ? 'bold' : 'normal' }
}

function shade(annotation: Annotation & { kind: 'shade' }, palette: Palette): ChartJsAnnotation {
  return {
    type: 'box',
    xMin: annotation.from,
    xMax: annotation.to,
    backgroundColor: palette.shade,
    borderWidth: 0,
    drawTime: 'beforeDatasetsDraw',
    label: {
      display: true,
      content: annotation.label,
      position: { x: 'end', y: 'end' },
      color: palette.quietText,
      backgroundColor: transparent,
      font: quietFont(false),
      padding: labelPaddingPx,
      drawTime: labelDrawTime,
    },
  }
}

type ValueLine = Annotation & { kind: 'limit' | 'tick' }

function valueLine(line: ValueLine, palette: Palette): ChartJsAnnotation {
  const isLimit = line.kind === 'limit'
  const isHeavy = line.kind === 'limit' && line.isBinding
  return {
    type: 'line',
    scaleID: line.axis,
    value: line.value,
    borderColor: isLimit ? palette.limit : palette.tick,
    borderWidth: isHeavy ? limitWidthPx.binding : limitWidthPx.other,
    ...(isLimit ? {} : { borderDash: [...tickDashPx] }),
    // Over bars; but under lines: where the likely line coincides with a limit, its dashes must be seen on it.
    drawTime: line.axis === 'x' ? 'afterDatasetsDraw' : 'beforeDatasetsDraw',
  }
}

/** The name of a line: at the right end of a horizontal one, above the top of a vertical one; it covers nothing. */
function valueLineLabel(line: ValueLine, description: ChartDescription, palette: Palette): ChartJsAnnotation {
  const isHeavy = line.kind === 'limit' && line.isBinding
  const detail = line.kind === 'limit' ? line.detail : undefined
  const isVertical = line.axis === 'x'
  return {
    type: 'label',
    xValue: isVertical ? line.value : description.x.max,
    yValue: isVertical ? description.y.min - 0.5 : line.value,
    content: detail === undefined ? line.label : [line.label, detail],
    textAlign: 'start',
    color: line.kind === 'limit' ? palette.text : palette.quietText,
    backgroundColor: transparent,
    padding: labelPaddingPx,
    font: quietFont(isHeavy),
    position: isVertical ? { x: 'center', y: 'center' } : { x: 'start', y: 'center' },
    xAdjust: isVertical ? 0 : limitLabelGapPx - labelPaddingPx,
    yAdjust: isVertical ? -fontSizePx.quiet : 0,
    drawTime: labelDrawTime,
  }
}

function intervalMarks(point: IntervalPoint, mark: Mark, palette: Palette): ChartJsAnnotation[] {
  return [
    {
      type: 'line',
      xMin: point.x,
      xMax: point.x,
      yMin: point.low,
      yMax: point.high,
      borderColor: palette.marks[mark],
      borderWidth: Math.max(2, markStyles[mark].widthPx),
      drawTime: labelDrawTime,
    },
    {
      type: 'label',
      xValue: point.x,
      yValue: point.low,
      content: point.text,
      textAlign: 'start',
      color: palette.text,
      backgroundColor: palette.surface,
      padding: labelPaddingPx,
      font: { size: fontSizePx.label, family: fontFamily, weight: 'bold' },
      position: { x: 'center', y: 'start' },
      xAdjust: 0,
      yAdjust: meanTextDropPx,
      drawTime: labelDrawTime,
    },
  ]
}

function barText(bar: Bar, palette: Palette): ChartJsAnnotation {
  return {
    type: 'label',
    xValue: bar.value,
    yValue: bar.row,
    content: bar.text,
    textAlign: 'start',
    color: palette.text,
    backgroundColor: palette.surface,
    padding: labelPaddingPx,
    font: { size: fontSizePx.label, family: fontFamily, weight: bar.isBinding ? 'bold' : 'normal' },
    position: { x: 'start', y: 'center' },
    xAdjust: barTextGapPx - labelPaddingPx,
    yAdjust: 0,
    drawTime: labelDrawTime,
  }
}

function aroundSeries(description: ChartDescription, palette: Palette): ChartJsAnnotation[] {
  return description.annotations.flatMap((annotation) =>
    annotation.kind === 'shade'
      ? [shade(annotation, palette)]
      : [valueLine(annotation, palette), valueLineLabel(annotation, description, palette)],
  )
}

function withinSeries(series: Series, palette: Palette): ChartJsAnnotation[] {
  if (series.kind === 'bars') return series.bars.map((bar) => barText(bar, palette))
  if (series.kind === 'intervals') return series.points.flatMap((point) => intervalMarks(point, series.mark, palette))
  return []
}

/** Everything of a description that is drawn around its series, by a key that is stable while it has the same parts. */
export function chartJsAnnotations(description: ChartDescription, palette: Palette): Record<string, ChartJsAnnotation> {
  const all = [
    ...aroundSeries(description, palette),
    ...description.series.flatMap((series) => withinSeries(series, palette)),
  ]
  return Object.fromEntries(all.map((annotation, index) => [`${annotation.type}-${index}`, annotation]))
}
