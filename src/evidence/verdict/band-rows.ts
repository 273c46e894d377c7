/**
 * Rows that compare measured intervals with predicted bands. The last one applies to any measurement that remains.
 */
import { limiterRecords } from '../../contracts/limiters.ts'
import type { Comparison } from '../../contracts/verdict.ts'
import { formatPercent } from '../../units/ratio.ts'
import {
  isBandTooWide,
  judgedFigures,
  maxBandFraction,
  payloadFigure,
  recordSizeTolerance,
  worstOf,
} from '../comparisons.ts'
import { discriminatingLoadsText } from '../discrimination.ts'
import { isLimitUntouched, throttledOf } from '../limit-signs.ts'
import { isClientBound } from '../marks.ts'
import { measuredText, predictedText } from '../rate-text.ts'
import type { LoadFacts, VerdictFacts } from './facts.ts'
import { calibrationOffer, distanceText, isMet, isOfHosts, isProvableOnHosts, mostlyThrottled } from './load-signs.ts'
import { asClause, type SentenceValues, type VerdictRow } from './row.ts'

/**
 * The first row that matches decides: no measurement, above, across an edge, inside a band that proves nothing, inside.
 */
export const bandRows: readonly VerdictRow[] = [
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
      const above = judgedComparisons(facts).filter(({ position }) => position === 'above')
      return valuesOf(above, { limit: limitText(facts) })
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
      if (!isMet(facts) || mostlyThrottled(facts) !== null) return null
      return valuesOf(judgedComparisons(facts), { loads: discriminatingLoadsText(facts.prediction) })
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
    match: (facts) => valuesOf(outsideOf(facts), {}),
  },
  {
    id: 'band-of-hosts',
    condition:
      'Every direction lies inside its band, the prediction is of hosts, and no runs of the user’s own have narrowed the binding law’s band, or the brokers did not report that they were the limit.',
    verdict: 'not-proven',
    reasonCode: 'band-too-wide',
    sentence:
      '{measured}, {predicted}: {distance}. A run on hosts is confirmed only if runs of yours have narrowed the band and the brokers’ metrics show that they were the limit.{calibration}',
    match: (facts) => {
      if (!isOfHosts(facts) || isProvableOnHosts(facts)) return null
      return valuesOf(judgedComparisons(facts), { calibration: calibrationOffer(facts) })
    },
    limitReached: () => true,
  },
  {
    id: 'wide-band',
    condition: `Every direction lies inside its band, and a band is wider than ± ${formatPercent(maxBandFraction)}.`,
    verdict: 'not-proven',
    reasonCode: 'band-too-wide',
    sentence: `the band is wider than ± ${formatPercent(maxBandFraction)}: {measured}, {predicted}: {distance}.{calibration}`,
    match: (facts) => {
      const wide = judgedComparisons(facts).filter(({ predicted }) => isBandTooWide(predicted))
      return valuesOf(wide, { calibration: calibrationOffer(facts) })
    },
  },
  {
    id: 'held-by-quota',
    condition: 'Every direction lies inside its band, and the brokers throttled the clients.',
    verdict: 'confirmed',
    reasonCode: 'broker-quota',
    sentence: '{measured}, {predicted}, held by the {brokers} quota.',
    match: (facts) => {
      if (limiterRecords[facts.result.diagnosis.limiter].confirmedBy !== 'quota') return null
      const brokers = (facts.target?.brokers ?? 1) > 1 ? "brokers'" : "broker's"
      return valuesOf(agreeing(facts), { brokers })
    },
    limitReached: () => true,
  },
  {
    id: 'within-band',
    condition: 'Every direction lies inside its band.',
    verdict: 'confirmed',
    reasonCode: 'within-band',
    sentence: '{measured}, {predicted}{held}.',
    match: (facts) => valuesOf(agreeing(facts), { held: heldText(facts) }),
    limitReached: () => true,
  },
]

/** Values for a sentence about the worst of these figures, and further values; null if there are no figures. */
function valuesOf(comparisons: readonly Comparison[], furtherValues: SentenceValues): SentenceValues | null {
  const worst = worstOf(comparisons)
  if (worst === null) return null
  const distance = distanceText(worst.relativeError)
  return { measured: measuredText(worst), predicted: predictedText(worst), distance, ...furtherValues }
}

/** The comparison of each predicted direction, in wire bytes, or in payload if wire bytes are unknown. */
function judgedComparisons({ comparisons, prediction }: LoadFacts): Comparison[] {
  return judgedFigures(prediction).flatMap((name) => {
    const payload = payloadFigure(name)
    return (
      comparisons.find(({ figure }) => figure === name) ?? comparisons.find(({ figure }) => figure === payload) ?? []
    )
  })
}

/** The comparisons that have to agree for a confirmation: the judged directions, and records. */
function agreeing(facts: LoadFacts): Comparison[] {
  return [...judgedComparisons(facts), ...facts.comparisons.filter(({ figure }) => figure === 'recordsPerSec')]
}

/**
 * The figures that are outside their band. Every figure that reaches below its band counts, because others cannot make
 * up for it. Above the band only judged figures count, and records if they exceed it by more than the tolerance on
 * their size.
 */
function outsideOf(facts: LoadFacts): Comparison[] {
  const judged = judgedComparisons(facts)
  return facts.comparisons.filter((comparison) => {
    if (reachesBelow(comparison)) return true
    if (comparison.figure === 'recordsPerSec') return exceedsByRecords(comparison)
    return judged.includes(comparison) && comparison.position !== 'inside'
  })
}

function reachesBelow({ position, measured, predicted }: Comparison): boolean {
  return position === 'below' || (position === 'straddles' && measured.low < predicted.low)
}

function exceedsByRecords({ position, measured, predicted }: Comparison): boolean {
  return position !== 'inside' && measured.high > predicted.high * (1 + recordSizeTolerance)
}

function limitText(facts: VerdictFacts): string {
  if (isLimitUntouched(facts)) return '; the limit was not reached'
  return isClientBound(facts.result.diagnosis) ? `; ${asClause(facts.result.diagnosis.sentence)}` : ''
}

function heldText(facts: VerdictFacts): string {
  const { diagnosis } = facts.result
  if (limiterRecords[diagnosis.limiter].confirmedBy === 'nothing') return ''
  const throttled = isMet(facts) ? throttledOf(facts) : null
  return `; ${throttled === null ? asClause(diagnosis.sentence) : `the load was met, and ${throttled.text}`}`
}
