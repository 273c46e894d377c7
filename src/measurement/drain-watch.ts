/**
 * Whether everything that was sent is answered, and everything that was written is read. Pure.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { FleetMember } from '../contracts/run-share.ts'
import type { Sample } from '../contracts/sample.ts'

/** Seconds without any movement after which nothing more is expected, though counts do not meet. */
const quietSeconds = 4

/** Seconds in a row that must agree before a drain is over: the client's byte counters come after its records. */
const settledSeconds = 2

/** Adds up samples and says when a drain may end. */
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

  constructor(plan: RunPlan) {
    this.plan = plan
    this.topicByProducer = new Map(plan.producers.map(({ id, topic }) => [id, topic]))
  }

  /** Takes every sample of the run, in order. */
  observe(sample: Sample): void {
    let moved = 0
    for (const producer of sample.producers) {
      const topic = this.topicByProducer.get(producer.producerId) ?? ''
      add(this.ackedByTopic, topic, producer.ackedRecords)
      this.outstandingByProducer.set(producer.producerId, producer.outstandingRecords)
      moved += producer.ackedRecords + producer.rejectedRecords + producer.unknownRecords
    }
    for (const group of sample.consumers) {
      add(this.distinctByGroup, group.groupId, group.records - group.duplicateRecords)
      if (!this.forgottenGroups.has(group.groupId)) this.lagByGroup.set(group.groupId, group.lagRecords)
      moved += group.records
    }
    this.quiet = moved === 0 ? this.quiet + 1 : 0
    this.settled = this.isAnswered() && this.isRead() ? this.settled + 1 : 0
  }

  /**
   * Nothing is heard of these clients any more: neither answers nor reads are waited for, of a group of which it had a
   * part neither.
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

  /** True once there is nothing to wait for: counts have met, or nothing has moved for a while and no lag is known. */
  get isOver(): boolean {
    if (this.settled >= settledSeconds) return true
    return this.quiet >= quietSeconds && this.isAnswered() && [...this.lagByGroup.values()].every((lag) => lag === 0)
  }

  /** Records that wait for an answer, for people. */
  get outstandingRecords(): number {
    return [...this.outstandingByProducer.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Records that the groups have not read yet, all groups together. */
  get unreadRecords(): number {
    const groups = this.plan.consumerGroups.filter(({ groupId }) => !this.forgottenGroups.has(groupId))
    return groups.reduce((sum, group) => sum + this.unreadOf(group.groupId, group.topic), 0)
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
