/**
 * Measured and predicted rates as parts of a sentence.
 */
import type { FigureName } from '../contracts/figures.ts'
import type { Band, Interval } from '../contracts/primitives.ts'
import type { Comparison } from '../contracts/verdict.ts'
import { byteRateQuantity } from '../units/byte-rate.ts'
import { joinBounds, type Quantity, quantityText } from '../units/quantity.ts'
import { recordRateQuantity } from '../units/record-rate.ts'

/** A clause such as "measured 99.1 MB/s in (98.4–99.8)". */
export function measuredText({ figure, measured }: Comparison): string {
  return `measured ${rateText(figure, measured.mean)} ${directionText(figure)}${rangeText(figure, measured)}`
}

/** A clause such as "predicted 100 (95–106)". The unit is left out if the preceding measured rate has the same unit. */
export function predictedText({ figure, measured, predicted }: Comparison): string {
  const likely = figureQuantity(figure, predicted.likely)
  const isInUnitOfMeasured = likely.unit === figureQuantity(figure, measured.mean).unit
  const text = isInUnitOfMeasured ? likely.digits : quantityText(likely)
  return `predicted ${text}${rangeText(figure, { ...predicted, mean: predicted.likely })}`
}

/** A rate with its unit. */
export function rateText(figure: Comparison['figure'], value: number): string {
  return quantityText(figureQuantity(figure, value))
}

/** A value of a figure as number and unit. */
export function figureQuantity(figure: FigureName, value: number): Quantity {
  return figure === 'recordsPerSec' ? recordRateQuantity(value) : byteRateQuantity(value)
}

/**
 * The bounds in brackets, such as " (98.4–99.8)", or " (978 kB/s–1.03 MB/s)" if a bound has another unit than the mean.
 * Empty if both bounds are rounded to the mean.
 */
function rangeText(figure: Comparison['figure'], range: Interval | (Band & Interval)): string {
  const [mean, low, high] = [
    figureQuantity(figure, range.mean),
    figureQuantity(figure, range.low),
    figureQuantity(figure, range.high),
  ]
  const bounds = [low, high]
  if (bounds.every((bound) => quantityText(bound) === quantityText(mean))) return ''
  return bounds.every(({ unit }) => unit === mean.unit)
    ? ` (${low.digits}–${high.digits})`
    : ` (${joinBounds(low, high)})`
}

function directionText(figure: Comparison['figure']): string {
  // Limits count wire bytes, so only payload needs to be named.
  if (figure === 'ingressPayloadBytesPerSec') return 'of payload in'
  if (figure === 'egressPayloadBytesPerSec') return 'of payload out'
  if (figure.startsWith('ingress')) return 'in'
  return figure.startsWith('egress') ? 'out' : 'written'
}
