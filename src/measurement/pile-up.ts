/**
 * Detects what piles up during a run: records that were due but are not acknowledged, or records that a consumer group has
 * not read (its lag).
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { meanOf, trendOf } from './batch-means.ts'
import type { QuotaWindow } from './quota-windows.ts'
import { sumConsumers, sumProducers } from './rates.ts'

/** Growth up to this fraction of the offered records counts as noise. A rule of thumb, not derived. */
const unacknowledgedGrowthFraction = 0.002

/** Growth of a group's lag up to this fraction of the records that it read counts as noise. Also a rule of thumb. */
const lagGrowthFraction = 0.005

/**
 * True if the number of unacknowledged records rises over the windows: the trend is significant and exceeds the noise.
 */
export function isUnacknowledgedGrowing(windows: readonly QuotaWindow[]): boolean {
  const unacknowledged = windows.map((window) => meanOf(window.samples.map(unacknowledgedRecords)))
  const offered = sumProducers(samplesOf(windows), (producer) => producer.offeredRecords)
  return significantGrowth(unacknowledged) > unacknowledgedGrowthFraction * offered
}

/**
 * True if the lag of at least one group grows over the windows by more than noise. False if no sample reports a lag.
 * Each group is tested separately, because a total over all groups would hide one that falls behind.
 */
export function isLagGrowing(windows: readonly QuotaWindow[]): boolean {
  const samples = samplesOf(windows)
  const groupIds = new Set(samples.flatMap(({ consumers }) => consumers.map(({ groupId }) => groupId)))
  return [...groupIds].some((groupId) => {
    const lags = windows.flatMap((window) => meanLag(window.samples, groupId) ?? [])
    const consumed = sumConsumers(samples, (consumer) => (consumer.groupId === groupId ? consumer.records : 0))
    return significantGrowth(lags) > lagGrowthFraction * consumed
  })
}

/** True if any sample reports a lag. */
export function isLagKnown(samples: readonly Sample[]): boolean {
  return samples.some((sample) => sample.consumers.some((consumer) => consumer.lagRecords !== null))
}

/**
 * The lowest ratio, over all groups, of unique records read to records acknowledged on the group's topic. The ratio
 * exceeds 1 while a group catches up. Groups whose topic has no acknowledged records are skipped; null if no group is
 * left.
 */
export function lowestReadRatio(plan: RunPlan, samples: readonly Sample[]): number | null {
  const ratios = plan.consumerGroups.flatMap((group) => {
    const producerIds = new Set(plan.producers.filter(({ topic }) => topic === group.topic).map(({ id }) => id))
    const acked = sumProducers(samples, (producer) =>
      producerIds.has(producer.producerId) ? producer.ackedRecords : 0,
    )
    const read = sumConsumers(samples, (consumer) =>
      consumer.groupId === group.groupId ? consumer.records - consumer.duplicateRecords : 0,
    )
    return acked === 0 ? [] : [Math.max(0, read / acked)]
  })
  return ratios.length === 0 ? null : Math.min(...ratios)
}

/** The samples of all windows, in order. */
export function samplesOf(windows: readonly QuotaWindow[]): Sample[] {
  return windows.flatMap((window) => window.samples)
}

/** Records that wait in the runner (backlog) or in the client and the brokers (outstanding). */
function unacknowledgedRecords(sample: Sample): number {
  return sample.producers.reduce((sum, producer) => sum + producer.backlogRecords + producer.outstandingRecords, 0)
}

function meanLag(samples: readonly Sample[], groupId: string): number | null {
  const groupConsumers = samples.flatMap(({ consumers }) =>
    consumers.filter((consumer) => consumer.groupId === groupId),
  )
  const lags = groupConsumers.flatMap(({ lagRecords }) => lagRecords ?? [])
  return lags.length === 0 ? null : meanOf(lags)
}

/** Growth of the trend line from its first to its last value; 0 if the trend is not significant. */
function significantGrowth(values: readonly number[]): number {
  const trend = trendOf(values)
  return trend.isSignificant ? trend.last - trend.first : 0
}
