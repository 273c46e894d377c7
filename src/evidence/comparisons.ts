/**
 * Compares measured intervals with predicted bands, figure by figure.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import { type FigureIntervals, type FigureName, figureNames } from '../contracts/figures.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Band, Interval } from '../contracts/primitives.ts'
import type { Comparison } from '../contracts/verdict.ts'

/** A band is too wide if its half width is more than this share of its likely value. A match with it proves nothing. */
export const maxBandFraction = 0.25

/**
 * Tolerance on bytes per record, because values have random sizes, and codecs do not reach the stated ratio exactly.
 * The records of a run stay within it (checked by tests/integration/load-shape.test.ts).
 */
export const recordSizeTolerance = 0.05

/** A figure equals the offered load if their relative difference is at most this, which allows for rounding. */
const roundingFraction = 1e-6

/** The offered load counts as met if at least this share of it is reached. */
export const metLoadRatio = 0.995

/** The figures that decide a verdict: wire bytes, which services limit. The figure of the binding limit comes first. */
export function judgedFigures({ expected, binding }: Prediction): [FigureName, ...FigureName[]] {
  if (expected.egressWireBytesPerSec.likely === 0) return ['ingressWireBytesPerSec']
  const isEgressFirst =
    binding.length > 0 && binding.every(({ dimension }) => dimensionRecords[dimension].slows === 'consumers')
  if (isEgressFirst) return ['egressWireBytesPerSec', 'ingressWireBytesPerSec']
  return ['ingressWireBytesPerSec', 'egressWireBytesPerSec']
}

/** The payload figure of the same direction, for measurements without wire bytes; other figures stay as they are. */
export function payloadFigure(name: FigureName): FigureName {
  if (name === 'ingressWireBytesPerSec') return 'ingressPayloadBytesPerSec'
  return name === 'egressWireBytesPerSec' ? 'egressPayloadBytesPerSec' : name
}

/** Compares every figure's measured interval with its expected band. The judged figures come first. */
export function compareFigures(prediction: Prediction, steady: FigureIntervals): Comparison[] {
  const judged = judgedFigures(prediction)
  const rest = figureNames.filter((name) => !judged.includes(name))
  return [...judged, ...rest].map((figure) => {
    const maxOffered = maxByOfferedLoad(figure, prediction, steady)
    return compareFigure(figure, prediction, { measured: steady[figure], maxOffered })
  })
}

/**
 * Compares one figure's measured interval with its expected band.
 *
 * A band that begins at the offered load is extended down to the measured interval if a limit holds the other direction
 * and the measured mean reaches `metLoadRatio` of the load.
 *
 * @param maxOffered the upper end of a band that ends at the offered load. By default such a band has no upper end,
 * because the load that was really offered is not known.
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

/** True if a predicted limit may hold the rate of at least one direction below the offered load. */
function isSomeDirectionHeld(prediction: Prediction): boolean {
  const { expected, offered } = prediction
  return judgedFigures(prediction).some((name) => !isWholeLoad(expected[name].low, offered[name]))
}

/** True if an end of a band is at least the offered load, except for rounding. */
export function isWholeLoad(end: number, offered: number): boolean {
  return end >= offered * (1 - roundingFraction)
}

/**
 * The highest measured value that the offered load explains. It is the predicted bytes of all offered records, times
 * the tolerance on record sizes. If the window also acknowledged records that were due earlier, it is higher in
 * proportion.
 */
function maxByOfferedLoad(figure: FigureName, { offered }: Prediction, steady: FigureIntervals): number {
  const catchUpFactor = offered.recordsPerSec > 0 ? Math.max(1, steady.recordsPerSec.mean / offered.recordsPerSec) : 1
  return offered[figure] * catchUpFactor * (1 + recordSizeTolerance)
}

function positionOf(predicted: Pick<Band, 'low' | 'high'>, measured: Interval): Comparison['position'] {
  const { high } = predicted
  if (measured.low > high) return 'above'
  if (measured.high < predicted.low) return 'below'
  return measured.low >= predicted.low && measured.high <= high ? 'inside' : 'straddles'
}

/** True if the band is wider than ± 25 % of its likely value, so that a match proves nothing. */
export function isBandTooWide(predicted: Band): boolean {
  return predicted.high - predicted.low > 2 * maxBandFraction * predicted.likely
}

/**
 * The figure with the largest error against its likely value; null if there are no figures. Among figures with about
 * the same error the first is chosen, because the figure of the binding limit comes first.
 */
export function worstOf([first, ...rest]: readonly Comparison[]): Comparison | null {
  if (first === undefined) return null
  return rest.reduce((worst, next) => (errorOf(next) > errorOf(worst) + recordSizeTolerance ? next : worst), first)
}

function errorOf({ relativeError }: Comparison): number {
  return Math.abs(relativeError ?? 0)
}
