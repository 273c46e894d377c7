/**
 * Makes a picture of a chart for the clipboard: the canvas, with a title and a background, which it does not have itself.
 */
import { fontFamily, fontSizePx, type Palette } from '../../charts/tokens.ts'

const marginPx = 16

/** The picture as a PNG with the resolution of the screen. */
export async function chartPicture(canvas: HTMLCanvasElement, title: string, palette: Palette): Promise<Blob> {
  const ratio = canvas.width / Math.max(1, canvas.clientWidth)
  const headPx = fontSizePx.title + 2 * marginPx
  const picture = new OffscreenCanvas(canvas.width + 2 * marginPx * ratio, canvas.height + (headPx + marginPx) * ratio)
  const context = picture.getContext('2d')
  if (context === null) throw new Error('This computer cannot draw pictures.')
  context.fillStyle = palette.surface
  context.fillRect(0, 0, picture.width, picture.height)
  context.fillStyle = palette.text
  context.font = `600 ${fontSizePx.title * ratio}px ${fontFamily}`
  context.textBaseline = 'middle'
  context.fillText(title, marginPx * ratio, (headPx * ratio) / 2)
  context.drawImage(canvas, marginPx * ratio, headPx * ratio)
  return picture.convertToBlob({ type: 'image/png' })
}
