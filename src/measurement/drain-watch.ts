/**
 * Watches whether all sent records got a response, and all written records were read. Pure.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { FleetMember } from '../contracts/run-share.ts'
import type { ConsumerSample, Sample } from '../contracts/sample.ts'
import { endOfTime } from './merged-time.ts'

/** Seconds without progress after which nothing more is expected, also if counts do not agree. */
const quietSeconds = 4

/** Consecutive seconds in which counts must agree before a drain is over, because byte counters are updated late. */
const settledSeconds = 2

/** Adds up samples to find what the groups have not read, and when a drain may end. */
export class DrainWatch {
  private readonly plan: RunPlan
  private readonly topicByProducer: ReadonlyMap<string, string>
  private readonly ackedByTopic = new Map<string, number>()
  private readonly distinctByGroup = new Map<string, number>()
  private readonly outstandingByProducer = new Map<string, number>()
  private readonly lagByGroup = new Map<string, number | null>()
  private readonly forgottenGroups = new Set<string>()
  private settled = 0
  private quiet = 0
  /** Until when a broker throttles a group. It announces the time and then sends nothing. */
  private heldUntilEpochMs = 0

  constructor(plan: RunPlan) {
    this.plan = plan
    this.topicByProducer = new Map(plan.producers.map(({ id, topic }) => [id, topic]))
  }

  /**
   * Takes all samples of the run in order. Each must contain all clients.
   *
   * @returns the sample with the lag of each group computed from the counts of all clients. A group learns the end of a
   * partition from fetch responses with records, and a broker that throttles it sends none: a group reported a lag of 0
   * with
   * 99,000 records unread. After some seconds without progress and without throttling, the reported lag counts, so that
   * missing records count as lost.
   */
  observe(sample: Sample): Sample {
    let moved = 0
    for (const producer of sample.producers) {
      const topic = this.topicByProducer.get(producer.producerId) ?? ''
      add(this.ackedByTopic, topic, producer.ackedRecords)
      this.outstandingByProducer.set(producer.producerId, producer.outstandingRecords)
      moved += producer.ackedRecords + producer.rejectedRecords + producer.unknownRecords
    }
    for (const { groupId, records, duplicateRecords, throttleMs } of sample.consumers) {
      add(this.distinctByGroup, groupId, records - duplicateRecords)
      moved += records
      if (throttleMs > 0) this.heldUntilEpochMs = Math.max(this.heldUntilEpochMs, endOfTime(sample) + throttleMs)
    }
    const isHeld = this.heldUntilEpochMs > sample.startedAtEpochMs
    this.quiet = moved === 0 && !isHeld ? this.quiet + 1 : 0
    this.settled = this.isAnswered() && this.isRead() ? this.settled + 1 : 0
    const consumers = sample.consumers.map((group) => ({ ...group, lagRecords: this.lagOf(group) }))
    for (const { groupId, lagRecords } of consumers) {
      if (!this.forgottenGroups.has(groupId)) this.lagByGroup.set(groupId, lagRecords)
    }
    return { ...sample, consumers }
  }

  /**
   * Stops waiting for the clients of a lost agent: for the responses to its producers, and for its groups and parts of
   * groups.
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

  /** True if there is nothing to wait for: counts agree, or there is no progress for some seconds and no lag is known. */
  get isOver(): boolean {
    if (this.settled >= settledSeconds) return true
    return this.quiet >= quietSeconds && this.isAnswered() && [...this.lagByGroup.values()].every((lag) => lag === 0)
  }

  /** Records that wait for a response. */
  get outstandingRecords(): number {
    return [...this.outstandingByProducer.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Records that have not been read yet, over all groups. */
  get unreadRecords(): number {
    const groups = this.plan.consumerGroups.filter(({ groupId }) => !this.forgottenGroups.has(groupId))
    return groups.reduce((sum, group) => sum + this.unreadOf(group.groupId, group.topic), 0)
  }

  /** The lag of a group: records that were written and not received. */
  private lagOf({ groupId, lagRecords }: ConsumerSample): number | null {
    const topic = this.plan.consumerGroups.find((planned) => planned.groupId === groupId)?.topic
    if (topic === undefined || this.forgottenGroups.has(groupId)) return lagRecords
    // A group that has received nothing may not have started yet, and then its reported lag means nothing.
    const hasBegun = (this.distinctByGroup.get(groupId) ?? 0) > 0
    if (hasBegun && this.quiet >= settledSeconds) return lagRecords
    return Math.max(this.unreadOf(groupId, topic), lagRecords ?? 0)
  }

  private isAnswered(): boolean {
    return this.outstandingRecords === 0
  }

  private isRead(): boolean {
    return this.unreadRecords === 0
  }

  private unreadOf(groupId: string, topic: string): number {
    return Math.max(0, (this.ackedByTopic.get(topic) ?? 0) - (this.distinctByGroup.get(groupId) ?? 0))
  }
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count)
}
