/**
 * Accounts for every record of the whole run, including the drain. The sums agree to the record, or gaps say where not.
 */
import type { Accounting } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import { formatCount } from '../units/count.ts'
import { accountForGroups } from './group-accounting.ts'
import type { LoadSeconds } from './load-seconds.ts'
import { type ProducerTotals, totalsByProducer } from './producer-totals.ts'

/** Up to this many gaps are listed; the rest is counted. */
const longestGapList = 5

/**
 * The accounting of a run.
 *
 * Records without a response at the end of the run are of unknown fate. So are records of a lost client that it had not
 * reported, as many as a group read. `isCutShort` is true if the run did not wait for its consumers: what they had not
 * read by then counts as unread, not as lost.
 */
export function accountForRecords(
  plan: RunPlan,
  seconds: LoadSeconds,
  ended: { readonly isCutShort: boolean; readonly isClientLost: boolean },
): Accounting {
  const totals = totalsByProducer(seconds.all)
  const sum = (read: (producer: ProducerTotals) => number) =>
    totals.reduce((total, producer) => total + read(producer), 0)
  const { groups, gaps: groupGaps, untoldRecords } = accountForGroups({ plan, totals, seconds: seconds.all, ...ended })
  const gaps = [...missingSecondsGap(seconds.missing), ...shorten(totals.flatMap(producerGaps)), ...shorten(groupGaps)]
  return {
    offeredRecords: sum((producer) => producer.offeredRecords) + untoldRecords,
    acceptedRecords: sum((producer) => producer.acceptedRecords) + untoldRecords,
    unsentRecords: sum((producer) => producer.unsentRecords),
    ackedRecords: sum((producer) => producer.ackedRecords),
    unknownRecords: sum((producer) => producer.unknownRecords + producer.outstandingRecords) + untoldRecords,
    rejectedRecords: sum((producer) => producer.rejectedRecords),
    queueFullRetries: sum((producer) => producer.queueFullRetries),
    groups,
    isClosed: gaps.length === 0,
    gaps,
  }
}

function producerGaps(producer: ProducerTotals): string[] {
  const { producerId, offeredRecords, acceptedRecords, unsentRecords, outstandingRecords } = producer
  const unsentGap = offeredRecords - acceptedRecords - unsentRecords
  const unknown = producer.unknownRecords + outstandingRecords
  const answerGap = acceptedRecords - producer.ackedRecords - unknown - producer.rejectedRecords
  const gaps: string[] = []
  if (unsentGap !== 0) {
    gaps.push(
      `Producer ${producerId}: offered ${formatCount(offeredRecords)} is not accepted ${formatCount(acceptedRecords)} + unsent ${formatCount(unsentRecords)}; ${surplus(unsentGap)}.`,
    )
  }
  if (answerGap !== 0) {
    gaps.push(
      `Producer ${producerId}: accepted ${formatCount(acceptedRecords)} is not acknowledged ${formatCount(producer.ackedRecords)} + unknown ${formatCount(unknown)} + rejected ${formatCount(producer.rejectedRecords)}; ${surplus(answerGap)}.`,
    )
  }
  return gaps
}

function missingSecondsGap(missing: readonly number[]): string[] {
  if (missing.length === 0) return []
  const named = missing.slice(0, longestGapList).join(', ')
  const rest = missing.length > longestGapList ? ` and ${missing.length - longestGapList} more` : ''
  return [
    `There is no sample of ${missing.length === 1 ? 'second' : 'seconds'} ${named}${rest}; what happened then is not counted.`,
  ]
}

function surplus(gap: number): string {
  return gap > 0 ? `${formatCount(gap)} are missing` : `${formatCount(-gap)} are too many`
}

function shorten(gaps: readonly string[]): string[] {
  if (gaps.length <= longestGapList) return [...gaps]
  return [...gaps.slice(0, longestGapList), `And ${gaps.length - longestGapList} more gaps like these.`]
}
