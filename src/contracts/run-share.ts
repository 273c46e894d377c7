/**
 * The share of one agent in a run, and what is known of the agents of a run afterwards.
 */
import { z } from 'zod'
import { agentAddress, clockOffset } from './agent.ts'
import { clientProbe } from './client-ceiling.ts'
import { environment } from './environment.ts'
import { count, fraction, positive } from './primitives.ts'

/** Members of a group that several hosts read as; `partitionsOfMember` says which partitions are theirs. */
export const groupPart = z.strictObject({
  groupId: z.string().min(1),
  /** Numbers of the members, 0 being the group's first; each stands in the part of one host only. */
  members: z.array(count).min(1),
})
export type GroupPart = z.output<typeof groupPart>

/**
 * The partitions that a member of a group reads, as Kafka's range assignor gives them: one after another, the first
 * members one more where they do not come out even, and none to a member too many.
 */
export function partitionsOfMember(partitions: number, members: number, member: number): number[] {
  const [each, more] = [Math.floor(partitions / members), partitions % members]
  const first = member * each + Math.min(member, more)
  return Array.from({ length: each + (member < more ? 1 : 0) }, (_, index) => first + index)
}

/** What one host does of a plan that several carry out. Every host has the whole plan: its numbers stand in the records. */
export const runShare = z.strictObject({
  /** `id` of its producers. */
  producerIds: z.array(z.string().min(1)),
  /** Groups whose members are all its own: they join, and Kafka gives them their partitions. */
  groupIds: z.array(z.string().min(1)),
  /**
   * Groups that other hosts read too. Their members do not join: each has partitions of its own, so that every record is
   * counted in one place. Left out: none.
   */
  groupParts: z.array(groupPart).optional(),
  /** One host makes the topics, and deletes topics and groups at the end. */
  makesTopics: z.boolean(),
  /** The host's clock minus the controller's: records and samples carry the controller's time. */
  clockOffsetMs: z.number().finite(),
})
export type RunShare = z.output<typeof runShare>

/** What happens to a run that loses an agent. */
export const onLostAgent = z.enum(['stop', 'go-on'])
export type OnLostAgent = z.output<typeof onLostAgent>

/** The agents that a run is asked of. */
export const agentFleet = z.strictObject({
  addresses: z.array(agentAddress).min(1).max(1_000),
  onLostAgent: onLostAgent.default('stop'),
})
export type AgentFleet = z.output<typeof agentFleet>

/** One agent of a run. */
export const fleetMember = z.strictObject({
  /** Its host and port. */
  name: z.string().min(1),
  environment,
  /** What its client was probed to offer; null where the shares follow the cores. */
  probe: clientProbe.nullable(),
  /**
   * Records a second that it can offer or read, or its cores where it was not probed; its part of that where others are
   * on its machine. The shares follow it.
   */
  capacity: positive,
  producerIds: z.array(z.string().min(1)),
  groupIds: z.array(z.string().min(1)),
  /** Groups that it read with others. Left out: none. */
  groupParts: z.array(groupPart).optional(),
  /** Its part of all records that are sent and read. */
  loadFraction: fraction,
  clockBefore: clockOffset,
  /** Null where it was lost, or the run ended before it could be asked. */
  clockAfter: clockOffset.nullable(),
  /** Why it was lost, and the last second that it told of; null where it stayed. */
  lost: z.strictObject({ lastSecond: count.nullable(), why: z.string().min(1) }).nullable(),
})
export type FleetMember = z.output<typeof fleetMember>
