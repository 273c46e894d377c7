/**
 * Compares measured intervals with predicted bands, figure by figure.
 */
import { type FigureIntervals, type FigureName, figureNames } from '../contracts/figures.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Band, Interval } from '../contracts/primitives.ts'
import type { Comparison } from '../contracts/verdict.ts'

/** Largest half width of a band, as a share of its likely value. Lying inside a wider band proves nothing. */
export const widestBandFraction = 0.25

/**
 * Tolerance on bytes per record: values have random sizes, and codecs do not reach the stated ratio exactly. A run's
 * records stay within it (checked by tests/integration/load-shape.test.ts).
 */
export const recordSizeTolerance = 0.05

/** Relative tolerance within which a figure equals the offered load. */
const roundingFraction = 1e-6

/** Share of the offered load from which it counts as met. */
export const metLoadRatio = 0.995

/** The figures that decide a verdict: wire bytes, which services limit. That of the binding constraint comes first. */
export function judgedFigures({ expected, binding }: Prediction): [FigureName, ...FigureName[]] {
  if (expected.egressWireBytesPerSec.likely === 0) return ['ingressWireBytesPerSec']
  const isEgressFirst = binding.length > 0 && binding.every(({ dimension }) => dimension.endsWith('egress'))
  if (isEgressFirst) return ['egressWireBytesPerSec', 'ingressWireBytesPerSec']
  return ['ingressWireBytesPerSec', 'egressWireBytesPerSec']
}

/** The payload figure of the same direction, for measurements without wire bytes; other figures stay as they are. */
export function payloadFigure(name: FigureName): FigureName {
  if (name === 'ingressWireBytesPerSec') return 'ingressPayloadBytesPerSec'
  return name === 'egressWireBytesPerSec' ? 'egressPayloadBytesPerSec' : name
}

/** Compares every figure's measured interval with its expected band; the judged figures come first. */
export function compareFigures(prediction: Prediction, steady: FigureIntervals): Comparison[] {
  const judged = judgedFigures(prediction)
  const rest = figureNames.filter((name) => !judged.includes(name))
  return [...judged, ...rest].map((figure) => {
    const maxOffered = maxByOfferedLoad(figure, prediction, steady)
    return compareFigure(figure, prediction, { measured: steady[figure], maxOffered })
  })
}

/**
 * Compares one figure's measured interval with its expected band. `maxOffered` is the upper end of a band that ends at
 * the offered load; left out, such a band has no upper end, because it is not known what was really offered. A band that
 * begins at the offered load, while a limit holds the other direction, begins where the load counts as met.
 */
export function compareFigure(
  figure: FigureName,
  prediction: Prediction,
  { measured, maxOffered = Number.POSITIVE_INFINITY }: { readonly measured: Interval; readonly maxOffered?: number },
): Comparison {
  const predicted = prediction.expected[figure]
  const offered = prediction.offered[figure]
  const high = isWholeLoad(predicted.high, offered) ? maxOffered : predicted.high
  const isMet =
    isWholeLoad(predicted.low, offered) &&
    isSomeDirectionHeld(prediction) &&
    measured.mean >= predicted.low * metLoadRatio
  const low = isMet ? Math.min(predicted.low, measured.low) : predicted.low
  return {
    figure,
    predicted,
    measured,
    relativeError: predicted.likely > 0 ? measured.mean / predicted.likely - 1 : null,
    position: positionOf({ low, high }, measured),
  }
}

/** True if a limit is predicted that may hold a direction, so that the load as a whole is not met. */
function isSomeDirectionHeld(prediction: Prediction): boolean {
  const { expected, offered } = prediction
  return judgedFigures(prediction).some((name) => !isWholeLoad(expected[name].low, offered[name]))
}

/** True if an end of a band is the offered load itself. */
export function isWholeLoad(end: number, offered: number): boolean {
  return end >= offered * (1 - roundingFraction)
}

/**
 * The highest measured value that the offered load explains: its records with the predicted bytes each, more of them if
 * the window also acknowledged records that were due earlier, plus the tolerance on record sizes.
 */
function maxByOfferedLoad(figure: FigureName, { offered }: Prediction, steady: FigureIntervals): number {
  const caughtUp = offered.recordsPerSec > 0 ? Math.max(1, steady.recordsPerSec.mean / offered.recordsPerSec) : 1
  return offered[figure] * caughtUp * (1 + recordSizeTolerance)
}

function positionOf(predicted: Pick<Band, 'low' | 'high'>, measured: Interval): Comparison['position'] {
  const { high } = predicted
  if (measured.low > high) return 'above'
  if (measured.high < predicted.low) return 'below'
  return measured.low >= predicted.low && measured.high <= high ? 'inside' : 'straddles'
}

/** True if the band is wider than ± 25 % of its likely value, so that a match proves nothing. */
export function isBandTooWide(predicted: Band): boolean {
  return predicted.high - predicted.low > 2 * widestBandFraction * predicted.likely
}

/**
 * The figure furthest from its likely value. Of those about as far the first, because the binding figure comes before
 * others; null of none.
 */
export function worstOf([first, ...rest]: readonly Comparison[]): Comparison | null {
  if (first === undefined) return null
  return rest.reduce((worst, next) => (errorOf(next) > errorOf(worst) + recordSizeTolerance ? next : worst), first)
}

function errorOf({ relativeError }: Comparison): number {
  return Math.abs(relativeError ?? 0)
}
