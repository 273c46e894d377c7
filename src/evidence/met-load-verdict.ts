/**
 * The verdict where the offered load was met.
 */
import type { BandCase, Judgement } from './judgement.ts'
import { measuredText, rateText } from './rate-text.ts'

/**
 * Confirmed where the prediction said that the deployment carries the load, or could not tell it from what it carries.
 * Null where the load was not met, or was met although it lies beyond the band: then the band is judged.
 */
export function judgeMetLoad({ result, prediction, comparisons }: BandCase): Judgement | null {
  if (result.diagnosis.limiter !== 'nothing') return null
  const first = comparisons[0]
  if (first === undefined) return null
  const isWithinBand = prediction.expected[first.figure].high >= prediction.offered[first.figure] * (1 - 1e-6)
  if (prediction.headroom < 1 && !isWithinBand) return null
  const offered = rateText(first.figure, prediction.offered[first.figure])
  return {
    verdict: 'confirmed',
    reasonCode: 'offered-load-met',
    reason: `Confirmed: the offered ${offered} was met as predicted (${measuredText(first)}); the limit was not reached.`,
    limitReached: false,
  }
}
