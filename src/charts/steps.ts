/**
 * Scales and series for steps without an order. They are drawn as separate platforms instead of a curve, numbered from
 * 1.
 */
import type { Band } from '../contracts/primitives.ts'
import type { Point, Scale, Series } from './chart-description.ts'

/** Half of a platform's width, in steps. */
const halfWidth = 0.3
/** Distance from the middle of a platform to the gap after it, in steps. */
const gapOffset = 0.31
/** If there are more steps than this, only every fifth is numbered. */
const maxNumberedSteps = 20

/** A step with its predicted band. */
export interface PredictedStep {
  readonly x: number
  readonly expected: Band
}

/** An axis of numbered steps, with half a step of free space at both ends. */
export function stepScale(title: string, count: number): Scale {
  const isNumbered = (step: number) => count <= maxNumberedSteps || step % 5 === 0 || step === 1
  const ticks = Array.from({ length: count }, (_, index) => ({ value: index + 1, label: String(index + 1) }))
  return {
    kind: 'linear',
    title,
    format: 'count',
    min: 0.5,
    max: count + 0.5,
    ticks: ticks.filter(({ value }) => isNumbered(value)),
  }
}

/** Points that draw a value over the width of its step, and a gap after it. */
export function atStep(x: number, y: number | null): Point[] {
  return [
    { x: x - halfWidth, y },
    { x: x + halfWidth, y },
    { x: x + gapOffset, y: null },
  ]
}

/** The points of a step's likely value. */
export function stepLikely({ x, expected }: PredictedStep): Point[] {
  return atStep(x, expected.likely)
}

/** One band per step. Only the first band is in the legend. */
export function stepBands(steps: readonly PredictedStep[]): Series[] {
  return steps.map(({ x, expected: { low, high } }, index) => ({
    kind: 'band',
    id: `predicted-band-${index + 1}`,
    label: index === 0 ? 'predicted, band' : '',
    points: [
      { x: x - halfWidth, low, high },
      { x: x + halfWidth, low, high },
    ],
  }))
}
