/**
 * Accounts for every record of the whole run, including the drain. Either the sums agree to the record, or a list of
 * gaps names those that do not.
 */
import type { Accounting } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import { formatCount } from '../units/count.ts'
import { accountForGroups } from './group-accounting.ts'
import type { LoadSeconds } from './load-seconds.ts'
import { type ProducerTotals, totalsByProducer } from './producer-totals.ts'

/** At most this many gaps of a kind are listed. The others are only counted. */
const maxListedGaps = 5

/**
 * The accounting of a run.
 *
 * Records without a response at the end of the run are of unknown fate. So are records that a lost client sent without
 * reporting them; their number is known only from what groups read. `isCutShort` is true if the run did not wait for
 * its consumers. What they had not read then counts as unread, not as lost.
 */
export function accountForRecords(
  plan: RunPlan,
  seconds: LoadSeconds,
  ended: { readonly isCutShort: boolean; readonly isClientLost: boolean },
): Accounting {
  const totals = totalsByProducer(seconds.all)
  const sum = (read: (producer: ProducerTotals) => number) =>
    totals.reduce((total, producer) => total + read(producer), 0)
  const {
    groups,
    gaps: groupGaps,
    unreportedRecords,
  } = accountForGroups({ plan, totals, seconds: seconds.all, ...ended })
  const abortedRecords = sum((producer) => producer.abortedRecords)
  const gaps = [...missingSecondsGap(seconds.missing), ...shorten(totals.flatMap(producerGaps)), ...shorten(groupGaps)]
  return {
    offeredRecords: sum((producer) => producer.offeredRecords) + unreportedRecords,
    acceptedRecords: sum((producer) => producer.acceptedRecords) + unreportedRecords,
    unsentRecords: sum((producer) => producer.unsentRecords),
    ackedRecords: sum((producer) => producer.ackedRecords),
    ...(abortedRecords === 0 ? {} : { abortedRecords }),
    unknownRecords: sum((producer) => producer.unknownRecords + producer.outstandingRecords) + unreportedRecords,
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
  const responseGap = acceptedRecords - producer.ackedRecords - unknown - producer.rejectedRecords
  const gaps: string[] = []
  if (unsentGap !== 0) {
    gaps.push(
      `Producer ${producerId}: offered ${formatCount(offeredRecords)} is not accepted ${formatCount(acceptedRecords)} + unsent ${formatCount(unsentRecords)}; ${surplus(unsentGap)}.`,
    )
  }
  if (responseGap !== 0) {
    gaps.push(
      `Producer ${producerId}: accepted ${formatCount(acceptedRecords)} is not acknowledged ${formatCount(producer.ackedRecords)} + unknown ${formatCount(unknown)} + rejected ${formatCount(producer.rejectedRecords)}; ${surplus(responseGap)}.`,
    )
  }
  return gaps
}

function missingSecondsGap(missing: readonly number[]): string[] {
  if (missing.length === 0) return []
  const named = missing.slice(0, maxListedGaps).join(', ')
  const rest = missing.length > maxListedGaps ? ` and ${missing.length - maxListedGaps} more` : ''
  return [
    `There is no sample of ${missing.length === 1 ? 'second' : 'seconds'} ${named}${rest}; what happened then is not counted.`,
  ]
}

function surplus(gap: number): string {
  return gap > 0 ? `${formatCount(gap)} are missing` : `${formatCount(-gap)} are too many`
}

function shorten(gaps: readonly string[]): string[] {
  if (gaps.length <= maxListedGaps) return [...gaps]
  return [...gaps.slice(0, maxListedGaps), `And ${gaps.length - maxListedGaps} more gaps like these.`]
}
