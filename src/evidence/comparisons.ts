/**
 * Lays measured intervals beside predicted bands, figure by figure.
 */
import { type FigureIntervals, type FigureName, figureNames } from '../contracts/figures.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Band, Interval } from '../contracts/primitives.ts'
import type { Comparison } from '../contracts/verdict.ts'
import type { Framing } from './framing.ts'

/** Half width of a band, as a share of its likely value, beyond which being inside proves nothing. */
export const widestBandFraction = 0.25

/**
 * Records of a run take the bytes that the workload states for them within this share: values are drawn, and codecs make
 * of them what they make (tests/integration/load-shape.test.ts holds both to it).
 */
export const likeRecordFraction = 0.05

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
export function compareFigures(prediction: Prediction, steady: FigureIntervals, framing: Framing): Comparison[] {
  const judged = judgedFigures(prediction)
  const rest = figureNames.filter((name) => !judged.includes(name))
  return [...judged, ...rest].map((figure) => {
    const most = mostOf(figure, prediction, { steady, framing })
    return compareFigure(figure, prediction, { measured: steady[figure], most })
  })
}

/**
 * One figure's expected band beside its measured interval.
 *
 * @param most upper end of a band that ends at the offered load; left out: open, as where it is not known what was offered
 */
export function compareFigure(
  figure: FigureName,
  prediction: Prediction,
  { measured, most = Number.POSITIVE_INFINITY }: { readonly measured: Interval; readonly most?: number },
): Comparison {
  const predicted = prediction.expected[figure]
  const high = isWholeLoad(predicted.high, prediction.offered[figure]) ? most : predicted.high
  return {
    figure,
    predicted,
    measured,
    relativeError: predicted.likely > 0 ? measured.mean / predicted.likely - 1 : null,
    position: positionOf({ low: predicted.low, high }, measured),
  }
}

/** True where an end of a band is the offered load itself. */
export function isWholeLoad(end: number, offered: number): boolean {
  return end >= offered * (1 - roundingFraction)
}

/**
 * The most that the offered load explains: the acknowledged records, should windows hold more of them than were due in them,
 * each with the bytes that were predicted for it, and what requests and answers add on the wire.
 */
function mostOf(
  figure: FigureName,
  { offered }: Prediction,
  { steady, framing }: { readonly steady: FigureIntervals; readonly framing: Framing },
): number {
  const caughtUp = offered.recordsPerSec > 0 ? Math.max(1, steady.recordsPerSec.mean / offered.recordsPerSec) : 1
  return offered[figure] * caughtUp * (1 + likeRecordFraction) + (framing[figure] ?? 0)
}

/** Where the interval lies. */
function positionOf(predicted: Pick<Band, 'low' | 'high'>, measured: Interval): Comparison['position'] {
  const { high } = predicted
  if (measured.low > high) return 'above'
  if (measured.high < predicted.low) return 'below'
  return measured.low >= predicted.low && measured.high <= high ? 'inside' : 'straddles'
}

/** True where the band is too wide for a match to mean anything: wider than ± 25 % of its likely value. */
export function isBandTooWide(predicted: Band): boolean {
  return predicted.high - predicted.low > 2 * widestBandFraction * predicted.likely
}
