/**
 * The verdict by comparing the measured intervals with the predicted bands.
 */
import { limiterRecords } from '../contracts/limiters.ts'
import { type Comparison, verdictReason } from '../contracts/verdict.ts'
import { formatPercent } from '../units/ratio.ts'
import { isBandTooWide, judgedFigures, payloadFigure, widestBandFraction } from './comparisons.ts'
import { asClause, type BandCase, type Judgement, notProven } from './judgement.ts'
import { isLimitUntouched, throttledOf } from './limit-signs.ts'
import { isClientBound } from './marks.ts'
import { measuredText, predictedText } from './rate-text.ts'

/**
 * Confirmed if every judged figure lies wholly inside its band, no other figure reaches below its band, and the bands are
 * narrow enough to prove anything. Otherwise the first figure outside (the binding one before others) decides: above, or
 * straddling an end of its band. Figures wholly below are judged earlier (shortfall.ts).
 */
export function judgeBand(bandCase: BandCase): Judgement {
  const judged = judgedComparisons(bandCase)
  const outside = judged.find(({ position }) => position !== 'inside') ?? bandCase.comparisons.find(reachesBelow)
  const wide = judged.find(({ predicted }) => isBandTooWide(predicted))
  const first = outside ?? wide ?? judged[0]
  if (first === undefined) return notProven('too-short', 'nothing steady was measured')
  const facts = `${measuredText(first)}, ${predictedText(first)}`
  if (outside?.position === 'above') return above(facts, bandCase)
  if (outside !== undefined) {
    return notProven('straddles-band', `the measured interval reaches across the edge of the band: ${facts}`)
  }
  if (wide !== undefined) {
    return notProven('band-too-wide', `the band is wider than ± ${formatPercent(widestBandFraction)}: ${facts}`)
  }
  return confirmed(facts, bandCase)
}

function reachesBelow({ measured, predicted }: Comparison): boolean {
  return measured.low < predicted.low
}

function judgedComparisons({ comparisons, prediction }: BandCase): Comparison[] {
  return judgedFigures(prediction).flatMap((name) => {
    const payload = payloadFigure(name)
    return (
      comparisons.find(({ figure }) => figure === name) ?? comparisons.find(({ figure }) => figure === payload) ?? []
    )
  })
}

function confirmed(facts: string, { result, target }: BandCase): Judgement {
  const { confirmedBy } = limiterRecords[result.diagnosis.limiter]
  if (confirmedBy !== 'quota') {
    const held = confirmedBy === 'nothing' ? '' : `; ${asClause(result.diagnosis.sentence)}`
    return {
      verdict: 'confirmed',
      reasonCode: 'within-band',
      reason: verdictReason('confirmed', `${facts}${held}.`),
      limitReached: true,
    }
  }
  const quota = (target.brokers ?? 1) > 1 ? "the brokers' quota" : "the broker's quota"
  return {
    verdict: 'confirmed',
    reasonCode: 'broker-quota',
    reason: verdictReason('confirmed', `${facts}, held by ${quota}.`),
    limitReached: true,
  }
}

function above(facts: string, bandCase: BandCase): Judgement {
  const { diagnosis } = bandCase.result
  const isHeldByClient = isClientBound(bandCase.result)
  const held = isHeldByClient ? `; ${asClause(diagnosis.sentence)}` : ''
  const limit = isLimitUntouched(bandCase) ? '; the limit was not reached' : held
  return {
    verdict: 'above',
    reasonCode: 'above-band',
    reason: verdictReason('above', `${facts}${limit}.`),
    limitReached: throttledOf(bandCase) !== null || !limiterRecords[diagnosis.limiter].marks.includes('censored'),
  }
}
