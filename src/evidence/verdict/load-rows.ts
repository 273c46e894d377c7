/**
 * Rows on the load: it fell short of the prediction, its records differed from the prediction, or it was met.
 */
import type { Comparison } from '../../contracts/verdict.ts'
import { formatCount } from '../../units/count.ts'
import { isWholeLoad, worstOf } from '../comparisons.ts'
import { discriminatingLoadsText, findingLoadText, isNearLimit } from '../discrimination.ts'
import { isLimitUntouched, throttledOf } from '../limit-signs.ts'
import { measuredText, predictedText, rateText } from '../rate-text.ts'
import { shortfallsOf } from '../shortfall.ts'
import { heavyRecordsSentence, heavyRecordsText, lightRecordsText } from '../wire-profile.ts'
import type { VerdictFacts } from './facts.ts'
import { calibrationOffer, isMet, isOfHosts, metWithinBand, mostlyThrottled } from './load-signs.ts'
import type { SentenceValues, VerdictRow } from './row.ts'

const otherRecords = { verdict: 'not-proven', reasonCode: 'wire-profile-differs' } as const

/** The first row that matches decides. Rows that contradict the prediction come before rows on a load that was met. */
export const loadRows: readonly VerdictRow[] = [
  {
    id: 'fewer-wire-bytes',
    condition: 'The load was met, and only wire bytes lie wholly below their band.',
    ...otherRecords,
    sentence: 'the load was met, but with fewer bytes per record: {measured}, {predicted}.',
    match: (facts) => {
      const short = shortfallsOf(facts)
      return isMet(facts) && short.every(({ figure }) => figure.endsWith('WireBytesPerSec'))
        ? valuesOfWorst(short)
        : null
    },
  },
  {
    id: 'below-band',
    condition: 'The whole interval of any figure lies below its band. The sentence names the worst figure.',
    verdict: 'below',
    reasonCode: 'below-band',
    sentence: '{measured}, {predicted}. {diagnosis}{records}',
    match: (facts) => {
      const worst = valuesOfWorst(shortfallsOf(facts))
      const { sentence } = facts.result.diagnosis
      return worst === null ? null : { ...worst, diagnosis: sentence, records: heavyRecordsSentence(facts) }
    },
    limitReached: (facts) => !isMet(facts),
  },
  {
    id: 'heavier-records',
    condition: 'Wire bytes lie above their band, and payload does not: no more records than predicted passed.',
    ...otherRecords,
    sentence: '{records}: {measured}, {predicted}.',
    match: (facts) => heavyRecordsText(facts),
  },
  {
    id: 'lighter-records',
    condition: 'Records lie more than 5 % above their band, and bytes do not lie above theirs.',
    ...otherRecords,
    sentence: '{records}: {measured}, {predicted}.',
    match: (facts) => lightRecordsText(facts),
  },
  {
    id: 'records-lost',
    condition: 'The load was met, and a group never received some of the acknowledged records.',
    verdict: 'not-proven',
    reasonCode: 'consumer-bound',
    sentence: 'a group never received {lost} of the acknowledged records.',
    match: (facts) => {
      const { accounting } = facts.result
      if (accounting === undefined || metWithinBand(facts) === null) return null
      const lost = Math.max(0, ...accounting.groups.map(({ lostRecords }) => lostRecords))
      return lost > 0 ? { lost: formatCount(lost) } : null
    },
  },
  {
    id: 'throttled-though-met',
    condition:
      'The load was met, the limit was predicted to lie above it, and the brokers throttled the clients in at least half of the seconds.',
    verdict: 'not-proven',
    reasonCode: 'throttled-though-met',
    sentence:
      'the offered {offered} was met, but {throttled}, although the limit was predicted to lie above it.{records}',
    match: (facts) => throttledThoughMet(facts),
    limitReached: () => true,
  },
  {
    id: 'hosts-carried',
    condition: 'The load was met, and the prediction is of hosts.',
    verdict: 'not-proven',
    reasonCode: 'band-too-wide',
    sentence:
      'the offered {offered} was met ({measured}), but on hosts that confirms nothing: what they carry is predicted too roughly. {load}{calibration}',
    match: (facts) => {
      const met = metWithinBand(facts)
      if (met === null || !isOfHosts(facts)) return null
      const load = findingLoadText(facts.prediction)
      return { ...metValues(facts, met), load, calibration: calibrationOffer(facts) }
    },
    limitReached: (facts) => throttledOf(facts) !== null,
  },
  {
    id: 'near-limit',
    condition:
      'The load was met, it lies within 10 % of the predicted limit or above the lower end of its band, and the brokers throttled the clients in less than half of the seconds.',
    verdict: 'not-proven',
    reasonCode: 'does-not-discriminate',
    sentence:
      'the offered {offered} was met ({measured}), but lies too near to the predicted limit: a higher limit gives the same figures. {loads}',
    match: (facts) => {
      const met = metWithinBand(facts)
      if (met === null || !isNearLimit(facts.prediction) || mostlyThrottled(facts) !== null) return null
      return { ...metValues(facts, met), loads: discriminatingLoadsText(facts.prediction) }
    },
    limitReached: (facts) => throttledOf(facts) !== null,
  },
  {
    id: 'load-met',
    condition: 'The load was met, and lies more than 10 % below the predicted limit and below its band.',
    verdict: 'confirmed',
    reasonCode: 'offered-load-met',
    sentence: 'the offered {offered} was met as predicted ({measured}){limit}.{records}',
    match: (facts) => {
      const met = metWithinBand(facts)
      if (met === null || isNearLimit(facts.prediction)) return null
      return { ...metValues(facts, met), limit: limitText(facts), records: heavyRecordsSentence(facts) }
    },
    limitReached: (facts) => throttledOf(facts) !== null,
  },
]

/** Values for a sentence about the worst figure; null if there are no figures. */
function valuesOfWorst(comparisons: readonly Comparison[]): SentenceValues | null {
  const worst = worstOf(comparisons)
  return worst === null ? null : { measured: measuredText(worst), predicted: predictedText(worst) }
}

function throttledThoughMet(facts: VerdictFacts): SentenceValues | null {
  const [met, throttled] = [metWithinBand(facts), mostlyThrottled(facts)]
  if (met === null || throttled === null) return null
  const { expected, offered } = facts.prediction
  if (!isWholeLoad(expected[met.figure].low, offered[met.figure])) return null
  return { ...metValues(facts, met), throttled: throttled.text, records: heavyRecordsSentence(facts) }
}

function metValues({ prediction }: VerdictFacts, met: Comparison): SentenceValues {
  return { offered: rateText(met.figure, prediction.offered[met.figure]), measured: measuredText(met) }
}

function limitText(facts: VerdictFacts): string {
  const throttled = throttledOf(facts)
  if (throttled !== null) return `, although ${throttled.text}`
  return isLimitUntouched(facts) ? '; the limit was not reached' : ''
}
