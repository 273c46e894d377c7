/**
 * Decides when a drain may end: once all sent records have a response and all written records are read. Pure.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { FleetMember } from '../contracts/run-share.ts'
import type { ConsumerSample, Sample } from '../contracts/sample.ts'
import { endOfTime } from './merged-time.ts'

/** After this many seconds without progress nothing more is expected, even if the counts do not agree. */
const quietSeconds = 4

/**
 * Counts must agree for this many consecutive seconds before a drain is over, because byte counters are updated late.
 */
const settledSeconds = 2

/** Adds up samples to find which records groups have not read, and when a drain may end. */
export class DrainWatch {
  private readonly plan: RunPlan
  private readonly topicByProducer: ReadonlyMap<string, string>
  /** Acknowledged records, without those of aborted transactions. */
  private readonly readableByTopic = new Map<string, number>()
  private readonly distinctByGroup = new Map<string, number>()
  private readonly outstandingByProducer = new Map<string, number>()
  private readonly lagByGroup = new Map<string, number | null>()
  private readonly forgottenGroups = new Set<string>()
  /** Consecutive seconds in which all counts agreed. */
  private secondsSettled = 0
  /** Consecutive seconds without progress and without throttling. */
  private secondsQuiet = 0
  /** End of the last throttle of a group. A broker announces the throttle time and then sends nothing. */
  private throttledUntilEpochMs = 0

  constructor(plan: RunPlan) {
    this.plan = plan
    this.topicByProducer = new Map(plan.producers.map(({ id, topic }) => [id, topic]))
  }

  /**
   * Call this for all samples of the run in order. Each sample must contain all clients.
   *
   * @returns the sample, with the lag of each group computed from the counts of all clients. The reported lag may be
   * too small: a group learns the end of a partition from fetch responses with records, and a broker that throttles the
   * group sends none. One group reported a lag of 0 with 99,000 records unread. After `settledSeconds` without progress
   * and without throttling the reported lag is used, so that missing records count as lost.
   */
  observe(sample: Sample): Sample {
    let progressRecords = 0
    for (const producer of sample.producers) {
      const topic = this.topicByProducer.get(producer.producerId) ?? ''
      addCount(this.readableByTopic, topic, producer.ackedRecords - (producer.transactions?.abortedRecords ?? 0))
      this.outstandingByProducer.set(producer.producerId, producer.outstandingRecords)
      progressRecords += producer.ackedRecords + producer.rejectedRecords + producer.unknownRecords
    }
    for (const { groupId, records, duplicateRecords, throttleMs } of sample.consumers) {
      addCount(this.distinctByGroup, groupId, records - duplicateRecords)
      progressRecords += records
      if (throttleMs > 0) {
        this.throttledUntilEpochMs = Math.max(this.throttledUntilEpochMs, endOfTime(sample) + throttleMs)
      }
    }
    const isThrottled = this.throttledUntilEpochMs > sample.startedAtEpochMs
    this.secondsQuiet = progressRecords === 0 && !isThrottled ? this.secondsQuiet + 1 : 0
    this.secondsSettled = this.hasAllResponses() && this.hasReadAll() ? this.secondsSettled + 1 : 0
    const consumers = sample.consumers.map((group) => ({ ...group, lagRecords: this.lagOf(group) }))
    for (const { groupId, lagRecords } of consumers) {
      if (!this.forgottenGroups.has(groupId)) this.lagByGroup.set(groupId, lagRecords)
    }
    return { ...sample, consumers }
  }

  /**
   * Stops waiting for the clients of a lost agent: for responses to its producers, and for its groups. A group of which
   * the agent read only a part is no longer waited for either.
   */
  forget({
    producerIds,
    groupIds,
    groupParts = [],
  }: Pick<FleetMember, 'producerIds' | 'groupIds' | 'groupParts'>): void {
    for (const producerId of producerIds) this.outstandingByProducer.delete(producerId)
    for (const groupId of [...groupIds, ...groupParts.map((part) => part.groupId)]) {
      this.forgottenGroups.add(groupId)
      this.lagByGroup.delete(groupId)
    }
  }

  /**
   * True if there is nothing more to wait for: either the counts agree, or there is no progress, every sent record has
   * a response, and every group reports a lag of 0.
   */
  get isOver(): boolean {
    if (this.secondsSettled >= settledSeconds) return true
    const isQuiet = this.secondsQuiet >= quietSeconds
    return isQuiet && this.hasAllResponses() && [...this.lagByGroup.values()].every((lag) => lag === 0)
  }

  /** Sent records without a response. */
  get outstandingRecords(): number {
    return [...this.outstandingByProducer.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Written records that a group has not read, summed over all groups. */
  get unreadRecords(): number {
    const groups = this.plan.consumerGroups.filter(({ groupId }) => !this.forgottenGroups.has(groupId))
    return groups.reduce((sum, group) => sum + this.unreadOf(group.groupId, group.topic), 0)
  }

  /** Notice for users if the drain ends after its time limit, before it is over. */
  undrainedText(drainMs: number): string {
    return `After ${drainMs / 1000} s, ${this.outstandingRecords} records are still not acknowledged and ${this.unreadRecords} are unread.`
  }

  /** The lag of a group in records; null if unknown. */
  private lagOf({ groupId, lagRecords }: ConsumerSample): number | null {
    const topic = this.plan.consumerGroups.find((planned) => planned.groupId === groupId)?.topic
    if (topic === undefined || this.forgottenGroups.has(groupId)) return lagRecords
    // A group that has received nothing may not have started, so its reported lag may be meaningless.
    const hasBegun = (this.distinctByGroup.get(groupId) ?? 0) > 0
    if (hasBegun && this.secondsQuiet >= settledSeconds) return lagRecords
    return Math.max(this.unreadOf(groupId, topic), lagRecords ?? 0)
  }

  private hasAllResponses(): boolean {
    return this.outstandingRecords === 0
  }

  private hasReadAll(): boolean {
    return this.unreadRecords === 0
  }

  private unreadOf(groupId: string, topic: string): number {
    return Math.max(0, (this.readableByTopic.get(topic) ?? 0) - (this.distinctByGroup.get(groupId) ?? 0))
  }
}

function addCount(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}
