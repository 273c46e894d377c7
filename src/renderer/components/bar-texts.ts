/**
 * Draws the texts at the ends of bars directly on the canvas. An annotation for each bar would take longer than all the rest
 * of the work after a keystroke.
 */
import type { Chart, Plugin } from 'chart.js'
import type { BarText } from '../../charts/bar-text.ts'
import { fontFamily, fontSizePx } from '../../charts/tokens.ts'

const gapPx = 6
const paddingPx = 2

/** A Chart.js plugin that draws the `barTexts` of a dataset next to its bars, in the font size of the row names. */
export const barTextPlugin: Plugin = {
  id: 'bar-texts',
  afterDatasetsDraw(chart: Chart) {
    for (const [index, dataset] of chart.data.datasets.entries()) {
      const texts: unknown = Reflect.get(dataset, 'barTexts')
      if (!Array.isArray(texts)) continue
      const bars = chart.getDatasetMeta(index).data
      const sizePx = rowFontSizePx(chart)
      for (const [row, bar] of bars.entries()) drawText(chart.ctx, bar, texts[row], sizePx)
    }
  },
}

/** The font size of the row names, which grows with the page. */
function rowFontSizePx({ scales }: Chart): number {
  const ticks: unknown = Reflect.get(scales.y?.options ?? {}, 'ticks')
  const font: unknown = Reflect.get(Object(ticks), 'font')
  const size: unknown = Reflect.get(Object(font), 'size')
  return typeof size === 'number' ? size : fontSizePx.label
}

function drawText(
  context: CanvasRenderingContext2D,
  bar: { readonly x: number; readonly y: number },
  text: BarText | undefined,
  sizePx: number,
): void {
  if (text === undefined || text.text === '') return
  context.save()
  context.font = `${text.isBold ? 'bold' : 'normal'} ${sizePx}px ${fontFamily}`
  context.textBaseline = 'middle'
  context.textAlign = 'left'
  const x = bar.x + gapPx
  const { width } = context.measureText(text.text)
  context.fillStyle = text.groundColour
  context.fillRect(x - paddingPx, bar.y - sizePx / 2 - paddingPx, width + 2 * paddingPx, sizePx + 2 * paddingPx)
  context.fillStyle = text.colour
  context.fillText(text.text, x, bar.y)
  context.restore()
}
