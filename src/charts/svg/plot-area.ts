/**
 * Computes the positions of values in a drawing of a given size.
 */
import type { ChartDescription, Scale } from '../chart-description.ts'

/** A rectangle in pixels. y grows downwards. */
export type PlotArea = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }

/** A plot, and functions that give the pixel position of a value, or of a row if the y axis has rows. */
export type Plot = {
  readonly area: PlotArea
  readonly scaleX: Scale
  readonly x: (value: number) => number
  readonly y: (value: number) => number
}

/** Position of a value as a share of the axis, limited to 0 to 1. */
function shareOf(scale: Scale, value: number): number {
  const clamped = Math.min(scale.max, Math.max(scale.min, value))
  if (scale.kind !== 'logarithmic') return (clamped - scale.min) / (scale.max - scale.min)
  return Math.log(clamped / scale.min) / Math.log(scale.max / scale.min)
}

/** The plot of a description inside an area. */
export function plotIn(area: PlotArea, description: ChartDescription): Plot {
  const { x, y } = description
  const height = area.bottom - area.top
  const rows = y.ticks.length
  return {
    area,
    scaleX: x,
    x: (value) => area.left + shareOf(x, value) * (area.right - area.left),
    y:
      y.kind === 'category'
        ? (row) => area.top + ((row + 0.5) / Math.max(1, rows)) * height
        : (value) => area.bottom - shareOf(y, value) * height,
  }
}
