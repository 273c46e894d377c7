/**
 * Draws text on top of a plot, with a background in the surface colour, so that lines do not cross the letters.
 *
 * The background is a rectangle of estimated width. An outline around the letters would look better, but viewers that
 * do not support `paint-order` draw the outline over the text.
 */

import { estimatedTextWidthPx } from '../label-room.ts'
import type { Palette } from '../tokens.ts'
import { element, textElement } from './svg-node.ts'

/** Position and style of a label. `y` is the baseline of the text. */
export type LabelPlace = {
  readonly x: number
  readonly y: number
  readonly fontSizePx: number
  readonly fill: string
  readonly anchor?: 'start' | 'middle' | 'end'
  readonly isBold?: boolean
}

const groundPaddingPx = 2
const groundOpacity = 0.85
const anchorShares = { start: 0, middle: 0.5, end: 1 } as const

/** Draws a label with its background. */
export function svgLabel(text: string, place: LabelPlace, palette: Palette): string[] {
  const anchor = place.anchor ?? 'start'
  const width = estimatedTextWidthPx(text, place.fontSizePx) + 2 * groundPaddingPx
  const ground = element('rect', {
    x: place.x - groundPaddingPx - anchorShares[anchor] * (width - 2 * groundPaddingPx),
    y: place.y - place.fontSizePx,
    width,
    height: place.fontSizePx * 1.3,
    fill: palette.surface,
    'fill-opacity': groundOpacity,
  })
  const attributes = {
    x: place.x,
    y: place.y,
    'text-anchor': anchor === 'start' ? undefined : anchor,
    fill: place.fill,
    'font-size': place.fontSizePx,
    'font-weight': place.isBold === true ? 700 : undefined,
  }
  return [ground, textElement(attributes, text)]
}
