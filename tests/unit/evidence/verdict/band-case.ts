import type { FigureName } from '../../../../src/contracts/figures.ts'
import type { Limiter } from '../../../../src/contracts/limiters.ts'
import type { Interval } from '../../../../src/contracts/primitives.ts'
import { compareFigure } from '../../../../src/evidence/comparisons.ts'
import type { LoadFacts } from '../../../../src/evidence/verdict/facts.ts'
import { type PredictionShape, predictionOf } from '../overlay-case.ts'

const figures: readonly FigureName[] = ['ingressPayloadBytesPerSec', 'egressPayloadBytesPerSec', 'recordsPerSec']

/** Intervals as shares of what is likely; left out: ± 1 % around it. */
export type Shares = Partial<Record<FigureName, readonly [low: number, high: number]>>

/** A run whose figures were measured at shares of what was predicted. */
export function caseOf(shares: Shares = {}, limiter: Limiter = 'unknown', shape: PredictionShape = {}): LoadFacts {
  const prediction = predictionOf(shape)
  const comparisons = figures.map((figure) => {
    const [low, high] = shares[figure] ?? [0.99, 1.01]
    const { likely } = prediction.expected[figure]
    const measured: Interval = { low: low * likely, mean: ((low + high) / 2) * likely, high: high * likely }
    return compareFigure(figure, prediction, { measured })
  })
  const diagnosis = { limiter, sentence: 'It was held.', evidence: [] }
  return { prediction, comparisons, result: { diagnosis } }
}
