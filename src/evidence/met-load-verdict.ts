/**
 * The verdict on a run that met its offered load.
 */
import { type Comparison, verdictReason } from '../contracts/verdict.ts'
import { formatCount } from '../units/count.ts'
import { isWholeLoad } from './comparisons.ts'
import { type BandCase, type Judgement, notProven } from './judgement.ts'
import { isLimitUntouched, throttledOf } from './limit-signs.ts'
import { measuredText, rateText } from './rate-text.ts'
import { heavyRecordsSentence } from './wire-profile.ts'

/** A load whose clients were throttled in at least this share of the seconds was at the limit, although it was met. */
const mostlyThrottledFraction = 0.5

/**
 * Confirmed if the deployment was predicted to carry the load, or if the load lies within the band of what it carries.
 * Null if the load was not met, or was met although it lies above the band: then the bands decide.
 *
 * The reason adds that the limit was not reached if no client was throttled and every acknowledged record was read.
 */
export function judgeMetLoad(bandCase: BandCase): Judgement | null {
  const { result, prediction, comparisons } = bandCase
  if (result.diagnosis.limiter !== 'nothing') return null
  const first = comparisons[0]
  if (first === undefined) return null
  const isWithinBand = isWholeLoad(prediction.expected[first.figure].high, prediction.offered[first.figure])
  if (prediction.headroom < 1 && !isWithinBand) return null
  return lostDoubt(bandCase) ?? throttledDoubt(bandCase, first) ?? met(bandCase, first)
}

/** A cluster that loses acknowledged records does not carry the load. */
function lostDoubt({ result }: BandCase): Judgement | null {
  const lost = Math.max(0, ...(result.accounting?.groups ?? []).map(({ lostRecords }) => lostRecords))
  if (lost === 0) return null
  return notProven('consumer-bound', `a group never received ${formatCount(lost)} of the acknowledged records`)
}

/** Not proven if the clients were throttled most of the time although the limit was predicted to be above the load. */
function throttledDoubt(bandCase: BandCase, first: Comparison): Judgement | null {
  const { prediction } = bandCase
  const offered = prediction.offered[first.figure]
  const throttled = throttledOf(bandCase)
  if (throttled === null || throttled.fraction < mostlyThrottledFraction) return null
  if (!isWholeLoad(prediction.expected[first.figure].low, offered)) return null
  const judgement = notProven(
    'throttled-though-met',
    `the offered ${rateText(first.figure, offered)} was met, but ${throttled.text}, although the limit was predicted to lie above it`,
  )
  return { ...judgement, reason: `${judgement.reason}${heavyRecordsSentence(bandCase)}`, limitReached: true }
}

function met(bandCase: BandCase, first: Comparison): Judgement {
  const throttled = throttledOf(bandCase)
  const offered = rateText(first.figure, bandCase.prediction.offered[first.figure])
  const untouched = isLimitUntouched(bandCase) ? '; the limit was not reached' : ''
  const limit = throttled === null ? untouched : `, although ${throttled.text}`
  return {
    verdict: 'confirmed',
    reasonCode: 'offered-load-met',
    reason: verdictReason(
      'confirmed',
      `the offered ${offered} was met as predicted (${measuredText(first)})${limit}.${heavyRecordsSentence(bandCase)}`,
    ),
    limitReached: throttled !== null,
  }
}
