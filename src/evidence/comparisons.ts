/**
 * Lays measured intervals beside predicted bands, figure by figure.
 */
import { type FigureIntervals, type FigureName, figureNames } from '../contracts/figures.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Band, Interval } from '../contracts/primitives.ts'
import type { Comparison } from '../contracts/verdict.ts'

/** Half width of a band, as a share of its likely value, beyond which being inside proves nothing. */
export const widestBandFraction = 0.25

/** Relative rounding of a figure that still counts as the offered load. */
const roundingFraction = 1e-6

/** Figures that a verdict rests on: what services limit. Those of the binding constraint come first. */
export function judgedFigures(prediction: Prediction): FigureName[] {
  const figures: FigureName[] = ['ingressWireBytesPerSec']
  if (prediction.expected.egressWireBytesPerSec.likely > 0) figures.push('egressWireBytesPerSec')
  const isEgressFirst =
    prediction.binding.length > 0 && prediction.binding.every(({ dimension }) => dimension.endsWith('egress'))
  return isEgressFirst ? figures.reverse() : figures
}

/** The payload figure of the same direction, for measurements that do not tell wire bytes. */
export function payloadFigure(name: FigureName): FigureName {
  if (name === 'ingressWireBytesPerSec') return 'ingressPayloadBytesPerSec'
  return name === 'egressWireBytesPerSec' ? 'egressPayloadBytesPerSec' : name
}

/** Every figure's expected band beside its measured interval: the judged figures first. */
export function compareFigures(prediction: Prediction, steady: FigureIntervals): Comparison[] {
  const judged = judgedFigures(prediction)
  const rest = figureNames.filter((name) => !judged.includes(name))
  return [...judged, ...rest].map((figure) => compareFigure(figure, prediction, steady[figure]))
}

/** One figure's expected band beside its measured interval. */
export function compareFigure(figure: FigureName, prediction: Prediction, measured: Interval): Comparison {
  const predicted = prediction.expected[figure]
  return {
    figure,
    predicted,
    measured,
    relativeError: predicted.likely > 0 ? measured.mean / predicted.likely - 1 : null,
    position: positionOf(predicted, measured, prediction.offered[figure]),
  }
}

/**
 * Where the interval lies.
 *
 * A band that ends at the offered load is open at its upper end: a run cannot acknowledge more than was offered, and what
 * the wire shows beyond it is the framing of requests, which a band of record batches does not hold.
 */
function positionOf(predicted: Band, measured: Interval, offered: number): Comparison['position'] {
  const high = predicted.high >= offered * (1 - roundingFraction) ? Number.POSITIVE_INFINITY : predicted.high
  if (measured.low > high) return 'above'
  if (measured.high < predicted.low) return 'below'
  return measured.low >= predicted.low && measured.high <= high ? 'inside' : 'straddles'
}

/** True where the band is too wide for a match to mean anything: wider than ± 25 % of its likely value. */
export function isBandTooWide(predicted: Band): boolean {
  return predicted.high - predicted.low > 2 * widestBandFraction * predicted.likely
}
