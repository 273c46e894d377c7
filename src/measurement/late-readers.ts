/**
 * Measures how fast groups caught up that start during the load and read from the first record.
 */
import type { CatchUp } from '../contracts/result.ts'
import type { PlannedConsumerGroup, RunPlan } from '../contracts/run-plan.ts'
import type { ConsumerSample, Sample } from '../contracts/sample.ts'
import type { QuotaWindow } from './quota-windows.ts'

/** A view of a run without groups that start late, because these lag on purpose. */
export interface PromptReaders {
  readonly plan: RunPlan
  samples(samples: readonly Sample[]): readonly Sample[]
  windows(windows: readonly QuotaWindow[]): readonly QuotaWindow[]
}

/** Views of the plan, samples and windows of a run from which groups that start late are removed. */
export function withoutLateReaders(plan: RunPlan): PromptReaders {
  const late = new Set(plan.consumerGroups.filter(isLate).map(({ groupId }) => groupId))
  if (late.size === 0) return { plan, samples: (samples) => samples, windows: (windows) => windows }
  const promptOf = (samples: readonly Sample[]) =>
    samples.map((sample) => ({ ...sample, consumers: sample.consumers.filter(({ groupId }) => !late.has(groupId)) }))
  return {
    plan: { ...plan, consumerGroups: plan.consumerGroups.filter((group) => !isLate(group)) },
    samples: promptOf,
    windows: (windows) => windows.map((window) => ({ ...window, samples: promptOf(window.samples) })),
  }
}

/**
 * How each late group caught up, over all seconds of the run including the drain; null if the plan has no such group.
 */
export function catchUpsOver(plan: RunPlan, samples: readonly Sample[]): CatchUp[] | null {
  const late = plan.consumerGroups.filter(isLate)
  return late.length === 0 ? null : late.map((group) => catchUpOf(plan, group, samples))
}

type LateGroup = PlannedConsumerGroup & { readonly startDelayMs: number }

function isLate(group: PlannedConsumerGroup): group is LateGroup {
  return group.startDelayMs !== undefined
}

/**
 * Computes the catch-up from acknowledged and read records, because a group that does not fetch reports no lag. The
 * group has caught up after the first second in which it leaves no more records unread than were written in that
 * second, because that many are always in flight.
 */
function catchUpOf(plan: RunPlan, group: LateGroup, samples: readonly Sample[]): CatchUp {
  const producerIds = new Set(plan.producers.filter(({ topic }) => topic === group.topic).map(({ id }) => id))
  const caughtUp = { records: 0, payloadBytes: 0, ms: 0 }
  let unreadRecords = 0
  let backlogRecords: number | null = null
  let hasCaughtUp = false
  for (const sample of samples) {
    const groupSample = sample.consumers.find(({ groupId }) => groupId === group.groupId)
    const acked = ackedIn(sample, producerIds)
    if (isDue(group, sample) && (groupSample?.records ?? 0) > 0) backlogRecords ??= unreadRecords
    unreadRecords = Math.max(0, unreadRecords + acked - distinctOf(groupSample))
    if (backlogRecords === null || hasCaughtUp) continue
    caughtUp.records += groupSample?.records ?? 0
    caughtUp.payloadBytes += groupSample?.payloadBytes ?? 0
    caughtUp.ms += sample.durationMs
    hasCaughtUp = unreadRecords <= acked
  }
  const perSecond = (amount: number) => (caughtUp.ms === 0 ? null : (amount * 1000) / caughtUp.ms)
  return {
    groupId: group.groupId,
    startDelayMs: group.startDelayMs,
    backlogRecords: backlogRecords ?? unreadRecords,
    tookMs: hasCaughtUp ? caughtUp.ms : null,
    recordsPerSec: perSecond(caughtUp.records),
    payloadBytesPerSec: perSecond(caughtUp.payloadBytes),
  }
}

/** True from the group's start time on. Records that it received earlier were in flight to it when the load began. */
function isDue({ startDelayMs }: LateGroup, { second }: Sample): boolean {
  return (second + 1) * 1000 > startDelayMs
}

function distinctOf(groupSample: ConsumerSample | undefined): number {
  return groupSample === undefined ? 0 : groupSample.records - groupSample.duplicateRecords
}

function ackedIn(sample: Sample, producerIds: ReadonlySet<string>): number {
  return sample.producers.reduce(
    (sum, producer) => sum + (producerIds.has(producer.producerId) ? producer.ackedRecords : 0),
    0,
  )
}
