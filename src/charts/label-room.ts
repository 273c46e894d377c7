/**
 * Widths of texts, estimated, because a description is laid out without a font.
 */
import type { ChartDescription, Scale } from './chart-description.ts'
import { fontSizePx } from './tokens.ts'

/** Mean width of a character, as a share of the font size: digits of most sans faces are 0.56. */
const characterWidthRatio = 0.56

/** Estimated width of a text in pixels. */
export function estimatedTextWidthPx(text: string, sizePx: number): number {
  return text.length * sizePx * characterWidthRatio
}

/**
 * The end of a stretch at which its name is placed. A name that is longer than its stretch extends towards the middle of the
 * plot, so that no edge cuts it off.
 */
export function shadeNameEnd({ from, to }: { readonly from: number; readonly to: number }, x: Scale): 'start' | 'end' {
  const middle = x.kind === 'logarithmic' ? Math.sqrt(x.min * x.max) : (x.min + x.max) / 2
  const own = x.kind === 'logarithmic' ? Math.sqrt(Math.max(from, x.min) * to) : (from + to) / 2
  return own < middle ? 'start' : 'end'
}

/** Distance from an edge, as a share of the plot, below which the name of a point does not fit on both sides of it. */
const edgeShare = 0.15

/** Alignment of the name of a point: centred below it, or, near an edge, towards the middle of the plot. */
export function pointNameEnd(at: number, { kind, min, max }: Scale): 'start' | 'center' | 'end' {
  const share = kind === 'logarithmic' ? Math.log(at / min) / Math.log(max / min) : (at - min) / (max - min)
  if (share < edgeShare) return 'start'
  return share > 1 - edgeShare ? 'end' : 'center'
}

/** Distance of a limit's name from the end of its line, at the right of the plot. */
export const limitLabelGapPx = 8
/** Room at the right for the text at the end of a full bar. */
const barTextRoomPx = 60
/** Room for names of limits, at least: charts below each other then have plots of one width. */
const leastLimitRoomPx = 124
/** Room for half a tick label that ends the x axis. */
const leastRoomPx = 20

/** Room at the right of the plot, for the names of limits or the texts of bars. */
export function rightRoomPx(description: ChartDescription): number {
  if (description.y.kind === 'category') return barTextRoomPx
  const widths = description.annotations.map((annotation) => {
    if (annotation.kind !== 'limit' || annotation.axis !== 'y') return 0
    const texts = [annotation.label, annotation.detail ?? '']
    const longest = Math.max(...texts.map((text) => estimatedTextWidthPx(text, fontSizePx.quiet)))
    // Bold text, as of a binding limit, is about a tenth wider.
    return Math.max(leastLimitRoomPx, (annotation.isBinding ? longest * 1.1 : longest) + limitLabelGapPx)
  })
  return Math.max(description.isBesideLimits === true ? leastLimitRoomPx : leastRoomPx, ...widths)
}
