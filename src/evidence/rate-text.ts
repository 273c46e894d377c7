/**
 * Measured and predicted rates as parts of a sentence.
 */
import type { Band, Interval } from '../contracts/primitives.ts'
import type { Comparison } from '../contracts/verdict.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { joinBounds } from '../units/number-text.ts'
import { formatRecordRate } from '../units/record-rate.ts'

/** "measured 99.1 MB/s in (98.4–99.8)". */
export function measuredText({ figure, measured }: Comparison): string {
  return `measured ${rateText(figure, measured.mean)} ${directionText(figure)}${rangeText(figure, measured)}`
}

/** "predicted 100 (95–106)". The unit is left out if the measured rate, which comes before it, has the same one. */
export function predictedText({ figure, measured, predicted }: Comparison): string {
  const likely = withoutUnit(rateText(figure, predicted.likely), rateText(figure, measured.mean))
  return `predicted ${likely}${rangeText(figure, { ...predicted, mean: predicted.likely })}`
}

/** A rate with its unit. */
export function rateText(figure: Comparison['figure'], value: number): string {
  return figure === 'recordsPerSec' ? formatRecordRate(value) : formatByteRate(value)
}

/** " (98.4–99.8)" in the unit of the mean, " (978 kB/s–1.03 MB/s)" if a bound has another; empty if both read like the mean. */
function rangeText(figure: Comparison['figure'], range: Interval | (Band & Interval)): string {
  const mean = rateText(figure, range.mean)
  const [low, high] = [rateText(figure, range.low), rateText(figure, range.high)]
  if (low === mean && high === mean) return ''
  const isInUnitOfMean = [low, high].every((bound) => withoutUnit(bound, mean) !== bound)
  return isInUnitOfMean ? ` (${withoutUnit(low, mean)}–${withoutUnit(high, mean)})` : ` (${joinBounds(low, high)})`
}

/** The number alone if its unit is that of the other text; otherwise the number with its unit. */
function withoutUnit(text: string, other: string): string {
  const [number = text, unit] = text.split(' ')
  return unit === other.split(' ')[1] ? number : text
}

function directionText(figure: Comparison['figure']): string {
  // Limits are about wire bytes, so only payload is named.
  if (figure === 'ingressPayloadBytesPerSec') return 'of payload in'
  if (figure === 'egressPayloadBytesPerSec') return 'of payload out'
  if (figure.startsWith('ingress')) return 'in'
  return figure.startsWith('egress') ? 'out' : 'written'
}
