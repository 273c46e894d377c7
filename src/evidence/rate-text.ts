/**
 * Measured and predicted rates as parts of a sentence.
 */
import type { Band, Interval } from '../contracts/primitives.ts'
import type { Comparison } from '../contracts/verdict.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { joinBounds } from '../units/number-text.ts'
import { formatRecordRate } from '../units/record-rate.ts'

/** A clause such as "measured 99.1 MB/s in (98.4–99.8)". */
export function measuredText({ figure, measured }: Comparison): string {
  return `measured ${rateText(figure, measured.mean)} ${directionText(figure)}${rangeText(figure, measured)}`
}

/** A clause such as "predicted 100 (95–106)". The unit is left out if the preceding measured rate has the same unit. */
export function predictedText({ figure, measured, predicted }: Comparison): string {
  const likely = withoutUnit(rateText(figure, predicted.likely), rateText(figure, measured.mean))
  return `predicted ${likely}${rangeText(figure, { ...predicted, mean: predicted.likely })}`
}

/** A rate with its unit. */
export function rateText(figure: Comparison['figure'], value: number): string {
  return figure === 'recordsPerSec' ? formatRecordRate(value) : formatByteRate(value)
}

/**
 * The bounds in brackets, such as " (98.4–99.8)", or " (978 kB/s–1.03 MB/s)" if a bound has another unit than the mean.
 * Empty if both bounds are rounded to the mean.
 */
function rangeText(figure: Comparison['figure'], range: Interval | (Band & Interval)): string {
  const mean = rateText(figure, range.mean)
  const [low, high] = [rateText(figure, range.low), rateText(figure, range.high)]
  if (low === mean && high === mean) return ''
  const isInUnitOfMean = [low, high].every((bound) => withoutUnit(bound, mean) !== bound)
  return isInUnitOfMean ? ` (${withoutUnit(low, mean)}–${withoutUnit(high, mean)})` : ` (${joinBounds(low, high)})`
}

/** The number without its unit if the other text has the same unit; otherwise with its unit. */
function withoutUnit(text: string, other: string): string {
  const [number = text, unit] = text.split(' ')
  return unit === other.split(' ')[1] ? number : text
}

function directionText(figure: Comparison['figure']): string {
  // Limits count wire bytes, so only payload needs to be named.
  if (figure === 'ingressPayloadBytesPerSec') return 'of payload in'
  if (figure === 'egressPayloadBytesPerSec') return 'of payload out'
  if (figure.startsWith('ingress')) return 'in'
  return figure.startsWith('egress') ? 'out' : 'written'
}
