/**
 * Steps without an order: separate platforms instead of a curve, numbered from 1.
 */
import type { Band } from '../contracts/primitives.ts'
import type { Point, Scale, Series } from './chart-description.ts'

/** Half of a platform's width, in steps. */
const halfWidth = 0.3
/** Place of the gap in the line before the next platform. */
const gapAfter = 0.31
/** With more steps, every fifth is numbered. */
const mostNumbered = 20

/** A step with its predicted band. */
export interface PredictedStep {
  readonly x: number
  readonly expected: Band
}

/** An axis of steps, with half a step of padding at both ends. */
export function stepScale(title: string, count: number): Scale {
  const isNumbered = (step: number) => count <= mostNumbered || step % 5 === 0 || step === 1
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

/** A value over the width of its step, and a gap after it. */
export function atStep(x: number, y: number | null): Point[] {
  return [
    { x: x - halfWidth, y },
    { x: x + halfWidth, y },
    { x: x + gapAfter, y: null },
  ]
}

/** The likely line of a step. */
export function stepLikely({ x, expected }: PredictedStep): Point[] {
  return atStep(x, expected.likely)
}

/** One band per step; only the first is in the legend. */
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
