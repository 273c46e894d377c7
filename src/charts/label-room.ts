/**
 * Estimates the space that labels need. Widths of texts are estimated, because charts are laid out without a font.
 */
import type { ChartDescription, Scale } from './chart-description.ts'
import { fontSizePx } from './tokens.ts'

/** Mean width of a character as a share of the font size. Digits of most sans-serif fonts have 0.56. */
const characterWidthRatio = 0.56

/** The estimated width of a text in pixels. */
export function estimatedTextWidthPx(text: string, sizePx: number): number {
  return text.length * sizePx * characterWidthRatio
}

/**
 * The end of a shaded section at which its name is placed. A name that is longer than its section extends towards the
 * middle of the plot, so that no edge cuts it off.
 */
export function shadeNameEnd({ from, to }: { readonly from: number; readonly to: number }, x: Scale): 'start' | 'end' {
  const middle = x.kind === 'logarithmic' ? Math.sqrt(x.min * x.max) : (x.min + x.max) / 2
  const middleOfShade = x.kind === 'logarithmic' ? Math.sqrt(Math.max(from, x.min) * to) : (from + to) / 2
  return middleOfShade < middle ? 'start' : 'end'
}

/** Closer to an edge than this share of the plot, the centred name of a point would not fit. */
const edgeShare = 0.15

/** Alignment of a point's name: centred, or near an edge so that it extends towards the middle of the plot. */
export function pointNameEnd(at: number, { kind, min, max }: Scale): 'start' | 'center' | 'end' {
  const share = kind === 'logarithmic' ? Math.log(at / min) / Math.log(max / min) : (at - min) / (max - min)
  if (share < edgeShare) return 'start'
  return share > 1 - edgeShare ? 'end' : 'center'
}

/** Space between the right end of a limit's line and its name. */
export const limitLabelGapPx = 8
/** Space at the right for the text at the end of a full bar. */
const barTextRoomPx = 60
/** Minimum space for names of limits, so that charts one below the other have plots of the same width. */
const minLimitRoomPx = 124
/** Minimum space at the right, for half of the last tick label of the x axis. */
const minRoomPx = 20

/** Space at the right of the plot, in pixels, for the names of limits and ticks or the texts of bars. */
export function rightRoomPx(description: ChartDescription): number {
  if (description.y.kind === 'category') return barTextRoomPx
  const widths = description.annotations.map((annotation) => {
    if ((annotation.kind !== 'limit' && annotation.kind !== 'tick') || annotation.axis !== 'y') return 0
    if (annotation.kind === 'tick') return estimatedTextWidthPx(annotation.label, fontSizePx.quiet) + limitLabelGapPx
    const texts = [annotation.label, annotation.detail ?? '']
    const longest = Math.max(...texts.map((text) => estimatedTextWidthPx(text, fontSizePx.quiet)))
    // The name of a binding limit is bold, which is about a tenth wider.
    return Math.max(minLimitRoomPx, (annotation.isBinding ? longest * 1.1 : longest) + limitLabelGapPx)
  })
  return Math.max(description.isBesideLimits === true ? minLimitRoomPx : minRoomPx, ...widths)
}
