/**
 * Converts the annotations of a description, and the bars of its intervals, for the window's annotation plugin.
 */
import type { Annotation, ChartDescription, IntervalPoint, Mark, Series } from './chart-description.ts'
import type { ChartJsAnnotation, ChartJsFont } from './chart-js-types.ts'
import { limitLabelGapPx, pointNameEnd, shadeNameEnd } from './label-room.ts'
import { fontFamily, fontSizePx, limitWidthPx, markStyles, type Palette, tickDashPx } from './tokens.ts'

const meanTextDropPx = 12
const labelPaddingPx = 2
const transparent = 'rgba(0, 0, 0, 0)'

/** Labels are drawn last, above every series. */
const labelDrawTime = 'afterDatasetsDraw'

function quietFont(isBold: boolean): ChartJsFont {
  return { size: fontSizePx.quiet, family: fontFamily, weight: isBold ? 'bold' : 'normal' }
}

function shade(
  annotation: Annotation & { kind: 'shade' },
  { x }: ChartDescription,
  palette: Palette,
): ChartJsAnnotation {
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
      position: { x: shadeNameEnd(annotation, x), y: 'end' },
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
    // A line is drawn above bars but below lines, because the dashes of the likely line must be visible on a limit.
    drawTime: line.axis === 'x' ? 'afterDatasetsDraw' : 'beforeDatasetsDraw',
  }
}

/**
 * The name of a line. It is at the right of a horizontal line or at the top of a vertical one, so it covers no series.
 */
function valueLineLabel(line: ValueLine, description: ChartDescription, palette: Palette): ChartJsAnnotation {
  const isHeavy = line.kind === 'limit' && line.isBinding
  const detail = line.kind === 'limit' ? line.detail : undefined
  return {
    type: 'label',
    content: detail === undefined ? line.label : [line.label, detail],
    textAlign: 'start',
    color: line.kind === 'limit' ? palette.text : palette.quietText,
    backgroundColor: transparent,
    padding: labelPaddingPx,
    font: quietFont(isHeavy),
    ...(line.axis === 'x' ? besideTop(line, description) : besideEnd(line.value, description)),
    drawTime: labelDrawTime,
  }
}

type Placing = Pick<ChartJsAnnotation & { type: 'label' }, 'xValue' | 'yValue' | 'position' | 'xAdjust' | 'yAdjust'>

/** Position of the name of a horizontal line: at the right of the plot. */
function besideEnd(yValue: number, { x }: ChartDescription): Placing {
  const xAdjust = limitLabelGapPx - labelPaddingPx
  return { xValue: x.max, yValue, position: { x: 'start', y: 'center' }, xAdjust, yAdjust: 0 }
}

/**
 * Position of the name of a vertical line. In a chart of bars it is above the bars. The name of a tick then ends at its line,
 * so that it does not touch the name of the limit in a small window. In a chart of lines it is inside the plot, at the side
 * of the line with more room.
 */
function besideTop({ kind, value: xValue }: ValueLine, { x, y }: ChartDescription): Placing {
  if (y.kind === 'category') {
    const position = { x: kind === 'tick' ? 'end' : 'center', y: 'center' } as const
    return { xValue, yValue: y.min - 0.5, position, xAdjust: 0, yAdjust: -fontSizePx.quiet }
  }
  const middle = x.kind === 'logarithmic' ? Math.sqrt(x.min * x.max) : (x.min + x.max) / 2
  const isLeft = xValue > middle
  const position = { x: isLeft ? 'end' : 'start', y: 'start' } as const
  return { xValue, yValue: y.max, position, xAdjust: isLeft ? -labelPaddingPx : labelPaddingPx, yAdjust: 0 }
}

function intervalMarks(
  point: IntervalPoint,
  { mark, x }: { readonly mark: Mark; readonly x: ChartDescription['x'] },
  palette: Palette,
): ChartJsAnnotation[] {
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
      position: { x: pointNameEnd(point.x, x), y: 'start' },
      xAdjust: 0,
      yAdjust: meanTextDropPx,
      drawTime: labelDrawTime,
    },
  ]
}

function annotationsOf(description: ChartDescription, palette: Palette): ChartJsAnnotation[] {
  return description.annotations.flatMap((annotation) =>
    annotation.kind === 'shade'
      ? [shade(annotation, description, palette)]
      : [valueLine(annotation, palette), valueLineLabel(annotation, description, palette)],
  )
}

function intervalMarksOf(series: Series, { x }: ChartDescription, palette: Palette): ChartJsAnnotation[] {
  if (series.kind !== 'intervals') return []
  return series.points.flatMap((point) => intervalMarks(point, { mark: series.mark, x }, palette))
}

/** All annotations and interval bars of a description, in drawing order. */
export function chartJsAnnotations(description: ChartDescription, palette: Palette): ChartJsAnnotation[] {
  return [
    ...annotationsOf(description, palette),
    ...description.series.flatMap((series) => intervalMarksOf(series, description, palette)),
  ]
}
