/**
 * Colours, dashes and widths of the visual language, for the light and the dark theme.
 *
 * Hues are those of Okabe and Ito. Marks also differ by dash or shape, so that they can be distinguished in greyscale
 * print. Against the surface, marks have a contrast of at least 3:1 and text of at least 4.5:1 (tested).
 */
import type { Mark } from './chart-description.ts'

/** The theme of the desktop or of a report. */
export type Theme = 'light' | 'dark'

/**
 * Hues from Okabe and Ito, "Color Universal Design" (2008). Sky blue and orange are for dark only: they are too pale for a
 * white page.
 */
const hue = {
  skyBlue: '#56B4E9',
  orange: '#E69F00',
  bluishGreen: '#009E73',
  blue: '#0072B2',
  vermillion: '#D55E00',
  yellow: '#F0E442',
  reddishPurple: '#CC79A7',
} as const

/** Colours of one theme. */
export type Palette = {
  readonly surface: string
  readonly text: string
  readonly quietText: string
  readonly gridLine: string
  /** Fill of the steady window. */
  readonly shade: string
  readonly limit: string
  readonly tick: string
  /** Fill of the predicted band and of bars within their target. */
  readonly predictedFill: string
  /** Fill of bars above their target, up to the limit. */
  readonly highFill: string
  /** Fills of stacked bars, in their order. Neighbours differ in lightness, and every part has an edge. */
  readonly parts: readonly string[]
  readonly marks: Readonly<Record<Mark, string>>
}

const parts = [hue.blue, hue.yellow, hue.bluishGreen, hue.skyBlue, hue.reddishPurple, '#8A929C'] as const

/** Maximum number of stacked series with different colours. */
export const maxParts = parts.length

const sharedMarks = {
  'predicted-band': hue.bluishGreen,
  'predicted-likely': hue.bluishGreen,
  'predicted-read': hue.bluishGreen,
  'predicted-median': hue.bluishGreen,
  'predicted-capacity': hue.bluishGreen,
  'working-point': hue.bluishGreen,
  published: hue.reddishPurple,
  utilisation: hue.bluishGreen,
  'over-utilisation': hue.vermillion,
  'latency-response': hue.vermillion,
  'latency-schedule-delay': hue.reddishPurple,
  'line-2': hue.vermillion,
  'line-3': hue.bluishGreen,
  'line-4': hue.reddishPurple,
} as const

/** The colours of both themes. */
export const palettes: Readonly<Record<Theme, Palette>> = {
  light: {
    surface: '#FFFFFF',
    text: '#1B1F24',
    quietText: '#57606A',
    gridLine: '#E3E6EA',
    shade: 'rgba(27, 31, 36, 0.055)',
    limit: '#1B1F24',
    tick: '#57606A',
    predictedFill: 'rgba(0, 158, 115, 0.2)',
    highFill: 'rgba(230, 159, 0, 0.4)',
    parts,
    marks: {
      ...sharedMarks,
      // Orange, darkened: it would be too pale for a white page.
      'high-utilisation': '#A86F00',
      measured: hue.blue,
      'measured-mean': hue.blue,
      'left-out': hue.blue,
      offered: '#6B7280',
      'one-of-many': '#6B7280',
      'latency-service': hue.blue,
      'line-1': hue.blue,
      'line-5': '#6B7280',
      'line-6': '#1B1F24',
      'latency-end-to-end': '#1B1F24',
      crossing: '#1B1F24',
    },
  },
  dark: {
    surface: '#15191E',
    text: '#E8EBEF',
    quietText: '#A3ADB8',
    gridLine: '#2B323A',
    shade: 'rgba(232, 235, 239, 0.07)',
    limit: '#E8EBEF',
    tick: '#A3ADB8',
    predictedFill: 'rgba(0, 158, 115, 0.28)',
    highFill: 'rgba(230, 159, 0, 0.5)',
    parts,
    marks: {
      ...sharedMarks,
      'high-utilisation': hue.orange,
      measured: hue.skyBlue,
      'measured-mean': hue.skyBlue,
      'left-out': hue.skyBlue,
      offered: '#9AA4B0',
      'one-of-many': '#9AA4B0',
      'latency-service': hue.skyBlue,
      'line-1': hue.skyBlue,
      'line-5': '#9AA4B0',
      'line-6': '#E8EBEF',
      'latency-end-to-end': '#E8EBEF',
      crossing: '#E8EBEF',
    },
  },
}

/** The shape of a mark's points; `none` if the mark is only a line. */
export type Shape = 'none' | 'circle' | 'square' | 'triangle' | 'cross' | 'hollow-diamond'

/** The line and shape of a mark. Width and dashes are in pixels. No line is drawn if the width is 0. */
export type MarkStyle = { readonly widthPx: number; readonly dashPx: readonly number[]; readonly shape: Shape }

const solid: readonly number[] = []

/** Line and shape of every mark. */
export const markStyles: Readonly<Record<Mark, MarkStyle>> = {
  'predicted-band': { widthPx: 1, dashPx: solid, shape: 'none' },
  // Wider than the line of a limit, so that its dashes are visible even on a limit.
  'predicted-likely': { widthPx: 3, dashPx: [9, 6], shape: 'none' },
  'predicted-read': { widthPx: 1.5, dashPx: [2, 3], shape: 'none' },
  'predicted-median': { widthPx: 0, dashPx: solid, shape: 'hollow-diamond' },
  'predicted-capacity': { widthPx: 2, dashPx: [9, 4, 2, 4], shape: 'none' },
  measured: { widthPx: 2, dashPx: solid, shape: 'none' },
  'measured-mean': { widthPx: 0, dashPx: solid, shape: 'circle' },
  offered: { widthPx: 1.5, dashPx: [1.5, 4], shape: 'none' },
  'one-of-many': { widthPx: 0.75, dashPx: solid, shape: 'none' },
  'working-point': { widthPx: 0, dashPx: solid, shape: 'square' },
  'left-out': { widthPx: 0, dashPx: solid, shape: 'triangle' },
  published: { widthPx: 0, dashPx: solid, shape: 'hollow-diamond' },
  utilisation: { widthPx: 1.5, dashPx: solid, shape: 'none' },
  'high-utilisation': { widthPx: 1.5, dashPx: solid, shape: 'none' },
  'over-utilisation': { widthPx: 1.5, dashPx: solid, shape: 'none' },
  'latency-service': { widthPx: 2, dashPx: solid, shape: 'circle' },
  'latency-response': { widthPx: 2, dashPx: solid, shape: 'square' },
  'latency-schedule-delay': { widthPx: 2, dashPx: solid, shape: 'triangle' },
  'latency-end-to-end': { widthPx: 2, dashPx: solid, shape: 'cross' },
  'line-1': { widthPx: 2, dashPx: solid, shape: 'none' },
  'line-2': { widthPx: 2, dashPx: [9, 4], shape: 'none' },
  'line-3': { widthPx: 2, dashPx: [2, 3], shape: 'none' },
  'line-4': { widthPx: 2, dashPx: [9, 4, 2, 4], shape: 'none' },
  'line-5': { widthPx: 3.5, dashPx: solid, shape: 'none' },
  'line-6': { widthPx: 1, dashPx: solid, shape: 'none' },
  crossing: { widthPx: 0, dashPx: solid, shape: 'circle' },
}

/** Width of the edge of a part of stacked bars. */
export const partEdgePx = 1
/** Widths of the lines of limits. */
export const limitWidthPx = { binding: 2.5, other: 1.25 } as const
/** Dashes of ticks that are drawn as lines across the plot, such as the target at 80 %. */
export const tickDashPx: readonly number[] = [3, 3]

/** The font family. Painters use tabular figures if they can. */
export const fontFamily = "'Inter Variable', Inter, system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
export const fontSizePx = { title: 15, label: 13, quiet: 12 } as const
