/**
 * Sentences on the median latency at low load: predicted, and measured beside it.
 */

import type { ProduceLatency } from '../../contracts/latency-prediction.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { LatencySummary } from '../../contracts/result.ts'
import { formatMicroseconds } from '../../units/duration.ts'
import { facts, paragraph, type Section, span } from '../document.ts'

/** The predicted median latency, or why there is none. No section for predictions of earlier versions. */
export function latencySections({ latency }: Pick<Prediction, 'latency'>): Section[] {
  if (latency === undefined) return []
  const reason = paragraph(span('quiet', latency.reason))
  const content =
    latency.produce === null
      ? [reason]
      : [facts([['From the send of a record to its acknowledgement', bandText(latency.produce.medianMs)]]), reason]
  return [{ id: 'median-latency', title: 'Median latency at low load', marks: [], blocks: content }]
}

/** The measured median beside the predicted one; null if either is missing. */
export function measuredLatencySentence(
  { latency }: Pick<Prediction, 'latency'>,
  response: LatencySummary | null,
): string | null {
  const produce = latency?.produce ?? null
  if (produce === null || response === null) return null
  const { medianMs } = produce
  const measuredMs = response.p50Us / 1000
  const place =
    measuredMs < medianMs.low ? 'below this band' : measuredMs > medianMs.high ? 'above this band' : 'inside this band'
  return `Predicted median of the response time: ${bandText(medianMs)}. Measured: ${formatMs(measuredMs)}, ${place}.`
}

function bandText({ low, likely, high }: ProduceLatency['medianMs']): string {
  return `${formatMs(likely)} (${formatMs(low)} to ${formatMs(high)})`
}

function formatMs(ms: number): string {
  return formatMicroseconds(ms * 1000)
}
