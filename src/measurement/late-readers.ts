/**
 * Groups that begin to read while the load goes on, from the first record: how fast they caught up.
 */
import type { CatchUp } from '../contracts/result.ts'
import type { PlannedConsumerGroup, RunPlan } from '../contracts/run-plan.ts'
import type { ConsumerSample, Sample } from '../contracts/sample.ts'
import type { QuotaWindow } from './quota-windows.ts'

/** A run as far as its other groups go: late readers are behind on purpose. */
export interface PromptReaders {
  readonly plan: RunPlan
  samples(samples: readonly Sample[]): readonly Sample[]
  windows(windows: readonly QuotaWindow[]): readonly QuotaWindow[]
}

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

/** How each late group caught up, from all seconds of the run, drain included; null where the plan has none. */
export function catchUpsOver(plan: RunPlan, samples: readonly Sample[]): CatchUp[] | null {
  const late = plan.consumerGroups.filter(isLate)
  return late.length === 0 ? null : late.map((group) => catchUpOf(plan, group, samples))
}

type LateGroup = PlannedConsumerGroup & { readonly startDelayMs: number }

function isLate(group: PlannedConsumerGroup): group is LateGroup {
  return group.startDelayMs !== undefined
}

/**
 * By what was acknowledged and what was read: a group that does not fetch knows of no lag. It has caught up with the first
 * second after which no more is unread than was written in that second: what always is on its way.
 */
function catchUpOf(plan: RunPlan, group: LateGroup, samples: readonly Sample[]): CatchUp {
  const writers = new Set(plan.producers.filter(({ topic }) => topic === group.topic).map(({ id }) => id))
  const read = { records: 0, payloadBytes: 0, ms: 0 }
  let unreadRecords = 0
  let backlogRecords: number | null = null
  let hasCaughtUp = false
  for (const sample of samples) {
    const own = sample.consumers.find(({ groupId }) => groupId === group.groupId)
    const acked = ackedIn(sample, writers)
    if (isDue(group, sample) && (own?.records ?? 0) > 0) backlogRecords ??= unreadRecords
    unreadRecords = Math.max(0, unreadRecords + acked - distinctOf(own))
    if (backlogRecords === null || hasCaughtUp) continue
    read.records += own?.records ?? 0
    read.payloadBytes += own?.payloadBytes ?? 0
    read.ms += sample.durationMs
    hasCaughtUp = unreadRecords <= acked
  }
  const perSecond = (amount: number) => (read.ms === 0 ? null : (amount * 1000) / read.ms)
  return {
    groupId: group.groupId,
    startDelayMs: group.startDelayMs,
    backlogRecords: backlogRecords ?? unreadRecords,
    tookMs: hasCaughtUp ? read.ms : null,
    recordsPerSec: perSecond(read.records),
    payloadBytesPerSec: perSecond(read.payloadBytes),
  }
}

/** What comes before its time was on its way to it when the load began. */
function isDue({ startDelayMs }: LateGroup, { second }: Sample): boolean {
  return (second + 1) * 1000 > startDelayMs
}

function distinctOf(own: ConsumerSample | undefined): number {
  return own === undefined ? 0 : own.records - own.duplicateRecords
}

function ackedIn(sample: Sample, writers: ReadonlySet<string>): number {
  return sample.producers.reduce((sum, each) => sum + (writers.has(each.producerId) ? each.ackedRecords : 0), 0)
}
