/**
 * Accounts for every record of each consumer group.
 */
import type { Accounting } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { ConsumerSample, Sample } from '../contracts/sample.ts'
import { formatCount } from '../units/count.ts'
import type { ProducerTotals } from './producer-totals.ts'

type GroupAccounting = Accounting['groups'][number]

/** Inputs of the accounting of groups. */
export interface GroupAccountingInput {
  readonly plan: RunPlan
  readonly totals: readonly ProducerTotals[]
  readonly seconds: readonly Sample[]
  /** True if the run did not wait for its consumers. */
  readonly isCutShort: boolean
  /** True if a client was lost. It may have written records that it did not report. */
  readonly isClientLost: boolean
}

interface GroupTotals {
  readonly groupId: string
  consumedRecords: number
  duplicateRecords: number
  /** The last lag that the group reported; null if it reported none. */
  lagRecords: number | null
}

/** The records that could be read from the topics of a group. */
interface Written {
  /** Acknowledged records, without those of aborted transactions, which no reader gets. */
  readonly readableRecords: number
  /** Records of unknown fate, which may have been written. */
  readonly unknownRecords: number
}

/**
 * Accounts for each group: consumed = acked - aborted - lost - unread + duplicates + written though unknown.
 *
 * Records that were acked and not received count as unread if the group still lags or the run was cut short; once the
 * group has caught up they count as lost. If a group received more distinct records than were acked, the surplus is
 * first explained by records of unknown fate. If a client was lost, the rest of the surplus came from that client,
 * which had not reported it. `unreportedRecords` is the sum of this rest over all topics, for each topic the largest of
 * its groups. It is a lower bound, because records that no group read are not seen.
 */
export function accountForGroups(input: GroupAccountingInput): {
  readonly groups: GroupAccounting[]
  readonly gaps: string[]
  readonly unreportedRecords: number
} {
  const groups: GroupAccounting[] = []
  const gaps: string[] = []
  const unreportedByTopic = new Map<string, number>()
  for (const group of totalsByGroup(input)) {
    const { entry, gap, unreportedRecords } = accountForGroup(group, writtenFor(group.groupId, input), input)
    groups.push(entry)
    if (gap !== null) gaps.push(gap)
    const topic = input.plan.consumerGroups.find(({ groupId }) => groupId === group.groupId)?.topic ?? ''
    unreportedByTopic.set(topic, Math.max(unreportedRecords, unreportedByTopic.get(topic) ?? 0))
  }
  return { groups, gaps, unreportedRecords: [...unreportedByTopic.values()].reduce((sum, records) => sum + records, 0) }
}

function accountForGroup(
  group: GroupTotals,
  written: Written,
  { isCutShort, isClientLost }: Pick<GroupAccountingInput, 'isCutShort' | 'isClientLost'>,
): { readonly entry: GroupAccounting; readonly gap: string | null; readonly unreportedRecords: number } {
  const distinctRecords = group.consumedRecords - group.duplicateRecords
  const missingRecords = Math.max(0, written.readableRecords - distinctRecords)
  const surplusRecords = Math.max(0, distinctRecords - written.readableRecords)
  const unreadRecords = unreadOf(missingRecords, group, isCutShort)
  const explainedRecords = Math.min(surplusRecords, written.unknownRecords)
  const unreportedRecords = isClientLost ? surplusRecords - explainedRecords : 0
  const writtenThoughUnknownRecords = explainedRecords + unreportedRecords
  const entry = {
    groupId: group.groupId,
    consumedRecords: group.consumedRecords,
    lostRecords: missingRecords - unreadRecords,
    duplicateRecords: group.duplicateRecords,
    writtenThoughUnknownRecords,
    unreadRecords,
  }
  return { entry, gap: gapOf(group, surplusRecords - writtenThoughUnknownRecords), unreportedRecords }
}

function gapOf(group: GroupTotals, unexplainedRecords: number): string | null {
  if (group.duplicateRecords > group.consumedRecords) {
    return `Group ${group.groupId}: ${formatCount(group.duplicateRecords)} duplicates of ${formatCount(group.consumedRecords)} records received.`
  }
  if (unexplainedRecords === 0) return null
  return `Group ${group.groupId} received ${formatCount(unexplainedRecords)} records more than can have been written.`
}

function unreadOf(missingRecords: number, group: GroupTotals, isCutShort: boolean): number {
  // Without a lag it is not known whether the group had reached the end of the log, so nothing counts as lost.
  if (isCutShort || group.lagRecords === null) return missingRecords
  return Math.min(missingRecords, Math.round(group.lagRecords))
}

/** All groups of the plan and of the samples, including groups that received nothing. */
function totalsByGroup({ plan, seconds }: GroupAccountingInput): GroupTotals[] {
  const totals = new Map<string, GroupTotals>()
  for (const { groupId } of plan.consumerGroups) totals.set(groupId, emptyTotals(groupId))
  for (const sample of seconds) {
    for (const consumer of sample.consumers) {
      const total = totals.get(consumer.groupId) ?? emptyTotals(consumer.groupId)
      addSecond(total, consumer)
      totals.set(consumer.groupId, total)
    }
  }
  return [...totals.values()]
}

function addSecond(total: GroupTotals, consumer: ConsumerSample): void {
  total.consumedRecords += consumer.records
  total.duplicateRecords += consumer.duplicateRecords
  total.lagRecords = consumer.lagRecords ?? total.lagRecords
}

function emptyTotals(groupId: string): GroupTotals {
  return { groupId, consumedRecords: 0, duplicateRecords: 0, lagRecords: null }
}

function writtenFor(groupId: string, { plan, totals }: GroupAccountingInput): Written {
  const topic = plan.consumerGroups.find((group) => group.groupId === groupId)?.topic
  const isForOthers = (producerId: string) => {
    const writesTo = plan.producers.find((producer) => producer.id === producerId)?.topic
    return topic !== undefined && writesTo !== undefined && writesTo !== topic
  }
  let readableRecords = 0
  let unknownRecords = 0
  for (const producer of totals) {
    if (isForOthers(producer.producerId)) continue
    readableRecords += producer.ackedRecords - producer.abortedRecords
    unknownRecords += producer.unknownRecords + producer.outstandingRecords
  }
  return { readableRecords, unknownRecords }
}
