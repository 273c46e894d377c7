/**
 * Rows on the measured intervals beside the predicted bands; the last of them always applies.
 */
import { limiterRecords } from '../../contracts/limiters.ts'
import type { Comparison } from '../../contracts/verdict.ts'
import { formatPercent } from '../../units/ratio.ts'
import {
  isBandTooWide,
  judgedFigures,
  payloadFigure,
  recordSizeTolerance,
  widestBandFraction,
  worstOf,
} from '../comparisons.ts'
import { discriminatingLoadsText } from '../discrimination.ts'
import { isLimitUntouched, throttledOf } from '../limit-signs.ts'
import { isClientBound } from '../marks.ts'
import { measuredText, predictedText } from '../rate-text.ts'
import type { LoadFacts, VerdictFacts } from './facts.ts'
import { calibrationOffer, distanceText, isMet, isMostlyThrottled, isOfHosts } from './load-signs.ts'
import { asClause, type SentenceValues, type VerdictRow } from './row.ts'

/** In order: no measurement, above, across an edge, in a band that proves nothing, inside. */
export const rowsOnBand: readonly VerdictRow[] = [
  {
    id: 'nothing-steady',
    condition: 'There is no steady measurement.',
    verdict: 'not-proven',
    reasonCode: 'too-short',
    sentence: 'nothing steady was measured.',
    match: (facts) => (agreeing(facts).length === 0 ? {} : null),
  },
  {
    id: 'above-band',
    condition: 'The whole interval of a judged direction lies above its band, and no figure reaches below its own.',
    verdict: 'above',
    reasonCode: 'above-band',
    sentence: '{measured}, {predicted}{limit}.',
    match: (facts) => {
      if (facts.comparisons.some(reachesBelow)) return null
      const worst = figuresOf(judgedComparisons(facts).filter(({ position }) => position === 'above'))
      return worst === null ? null : { ...worst, limit: limitText(facts) }
    },
    limitReached: (facts) =>
      throttledOf(facts) !== null || !limiterRecords[facts.result.diagnosis.limiter].marks.includes('censored'),
  },
  {
    id: 'met-at-edge',
    condition:
      'The load was met, nothing is wholly above its band, and the brokers throttled the clients in less than half of the seconds.',
    verdict: 'not-proven',
    reasonCode: 'does-not-discriminate',
    sentence:
      'the load was met at the edge of the band ({measured}, {predicted}): a higher limit gives the same figures. {loads}',
    match: (facts) => {
      if (!isMet(facts) || isMostlyThrottled(facts)) return null
      const loads = discriminatingLoadsText(facts.prediction)
      const worst = figuresOf(judgedComparisons(facts))
      return worst === null ? null : { ...worst, loads }
    },
    limitReached: (facts) => throttledOf(facts) !== null,
  },
  {
    id: 'too-noisy',
    condition: 'The windows differ too much from each other for a sound interval.',
    verdict: 'not-proven',
    reasonCode: 'too-noisy',
    sentence: 'the measurement is too noisy: its interval is ± {width} wide.',
    match: ({ run, comparisons }) => {
      if (run?.result.steadyWindow.doubt !== 'too-noisy') return null
      const widths = comparisons.map(({ measured: { mean, high } }) => (mean > 0 ? (high - mean) / mean : 0))
      return { width: formatPercent(Math.max(0, ...widths)) }
    },
  },
  {
    id: 'across-edge',
    condition: 'The interval of a predicted direction lies across an edge of its band.',
    verdict: 'not-proven',
    reasonCode: 'straddles-band',
    sentence: 'the measured interval reaches across the edge of the band: {measured}, {predicted}.',
    match: (facts) => figuresOf(outsideOf(facts)),
  },
  {
    id: 'band-of-hosts',
    condition: 'Every direction lies inside its band, and the prediction is of hosts.',
    verdict: 'not-proven',
    reasonCode: 'band-too-wide',
    sentence:
      '{measured}, {predicted}: {distance}. No run on hosts is confirmed yet, because what they carry is predicted too roughly.{calibration}',
    match: (facts) => (isOfHosts(facts) ? wideValues(facts, judgedComparisons(facts)) : null),
    limitReached: () => true,
  },
  {
    id: 'wide-band',
    condition: `Every direction lies inside its band, and a band is wider than ± ${formatPercent(widestBandFraction)}.`,
    verdict: 'not-proven',
    reasonCode: 'band-too-wide',
    sentence: `the band is wider than ± ${formatPercent(widestBandFraction)}: {measured}, {predicted}: {distance}.{calibration}`,
    match: (facts) =>
      wideValues(
        facts,
        judgedComparisons(facts).filter(({ predicted }) => isBandTooWide(predicted)),
      ),
  },
  {
    id: 'held-by-quota',
    condition: 'Every direction lies inside its band, and the brokers throttled the clients.',
    verdict: 'confirmed',
    reasonCode: 'broker-quota',
    sentence: '{measured}, {predicted}, held by the {brokers} quota.',
    match: (facts) => {
      if (limiterRecords[facts.result.diagnosis.limiter].confirmedBy !== 'quota') return null
      const worst = figuresOf(agreeing(facts))
      return worst === null ? null : { ...worst, brokers: (facts.target?.brokers ?? 1) > 1 ? "brokers'" : "broker's" }
    },
    limitReached: () => true,
  },
  {
    id: 'within-band',
    condition: 'Every direction lies inside its band.',
    verdict: 'confirmed',
    reasonCode: 'within-band',
    sentence: '{measured}, {predicted}{held}.',
    match: (facts) => {
      const worst = figuresOf(agreeing(facts))
      return worst === null ? null : { ...worst, held: heldText(facts) }
    },
    limitReached: () => true,
  },
]

function figuresOf(comparisons: readonly Comparison[]): SentenceValues | null {
  const worst = worstOf(comparisons)
  return worst === null ? null : { measured: measuredText(worst), predicted: predictedText(worst) }
}

/** Wire bytes of each predicted direction; payload where wire bytes are not known. */
function judgedComparisons({ comparisons, prediction }: LoadFacts): Comparison[] {
  return judgedFigures(prediction).flatMap((name) => {
    const payload = payloadFigure(name)
    return (
      comparisons.find(({ figure }) => figure === name) ?? comparisons.find(({ figure }) => figure === payload) ?? []
    )
  })
}

/** The judged directions and records: what has to agree. */
function agreeing(facts: LoadFacts): Comparison[] {
  return [...judgedComparisons(facts), ...facts.comparisons.filter(({ figure }) => figure === 'recordsPerSec')]
}

/**
 * The figures that do not lie inside their band. Any figure may reach below it: others cannot make up for it. Only judged
 * ones may reach above it, and records by more than the tolerance for their size.
 */
function outsideOf(facts: LoadFacts): Comparison[] {
  const judged = judgedComparisons(facts)
  return facts.comparisons.filter((each) => {
    if (reachesBelow(each)) return true
    if (each.figure === 'recordsPerSec') return exceedsByRecords(each)
    return judged.includes(each) && each.position !== 'inside'
  })
}

function reachesBelow({ position, measured, predicted }: Comparison): boolean {
  return position === 'below' || (position === 'straddles' && measured.low < predicted.low)
}

function exceedsByRecords({ position, measured, predicted }: Comparison): boolean {
  return position !== 'inside' && measured.high > predicted.high * (1 + recordSizeTolerance)
}

function wideValues(facts: VerdictFacts, comparisons: readonly Comparison[]): SentenceValues | null {
  const worst = worstOf(comparisons)
  if (worst === null) return null
  const distance = distanceText(worst.relativeError)
  const figures = { measured: measuredText(worst), predicted: predictedText(worst) }
  return { ...figures, distance, calibration: calibrationOffer(facts) }
}

function limitText(facts: VerdictFacts): string {
  if (isLimitUntouched(facts)) return '; the limit was not reached'
  return isClientBound(facts.result) ? `; ${asClause(facts.result.diagnosis.sentence)}` : ''
}

function heldText(facts: VerdictFacts): string {
  const { diagnosis } = facts.result
  if (limiterRecords[diagnosis.limiter].confirmedBy === 'nothing') return ''
  const throttled = isMet(facts) ? throttledOf(facts) : null
  return `; ${throttled === null ? asClause(diagnosis.sentence) : `the load was met, and ${throttled.text}`}`
}
