/**
 * The share of one agent in a run, and what is recorded about the agents of a run.
 */
import { z } from 'zod'
import { agentAddress, clockOffset } from './agent.ts'
import { clientProbe } from './client-ceiling.ts'
import { environment } from './environment.ts'
import { count, fraction, positive } from './primitives.ts'

/**
 * The members of a shared group that one host runs. `partitionsOfMember` determines their partitions.
 */
export const groupPart = z.strictObject({
  groupId: z.string().min(1),
  /** Numbers of the members, from 0. Each member belongs to one host only. */
  members: z.array(count).min(1),
})
export type GroupPart = z.output<typeof groupPart>

/**
 * Returns the partitions that a member of a group reads, as Kafka's range assignor assigns them: contiguous ranges of
 * equal size, or the first ones with one partition more. Members beyond the number of partitions get none.
 */
export function partitionsOfMember(partitions: number, members: number, member: number): number[] {
  const [each, more] = [Math.floor(partitions / members), partitions % members]
  const first = member * each + Math.min(member, more)
  return Array.from({ length: each + (member < more ? 1 : 0) }, (_, index) => first + index)
}

/**
 * The part of a plan that one host carries out. Every host has the whole plan, because record headers contain the
 * plan's numbers of producers.
 */
export const runShare = z.strictObject({
  /** `id` of each of its producers. */
  producerIds: z.array(z.string().min(1)),
  /** Groups of which this host runs all members. They join the group, and Kafka assigns their partitions. */
  groupIds: z.array(z.string().min(1)),
  /**
   * Groups that other hosts read too. Their members have fixed partitions and do not join the group, so that only one
   * host counts each record. Left out: none.
   */
  groupParts: z.array(groupPart).optional(),
  /** True for the one host that creates the topics, and deletes topics and groups at the end. */
  makesTopics: z.boolean(),
  /** The host's clock minus the controller's. Records and samples have the controller's time. */
  clockOffsetMs: z.number().finite(),
})
export type RunShare = z.output<typeof runShare>

/** What a run does if it loses an agent. */
export const onLostAgent = z.enum(['stop', 'go-on'])
export type OnLostAgent = z.output<typeof onLostAgent>

/** The agents that should carry out a run. */
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
  /** Probe of its client; null if shares are based on cores. */
  probe: clientProbe.nullable(),
  /**
   * The weight on which shares are based: records/s that the agent can offer or read, or its cores if it was not
   * probed. If several agents are on one machine, each has its part of the machine's weight.
   */
  capacity: positive,
  producerIds: z.array(z.string().min(1)),
  groupIds: z.array(z.string().min(1)),
  /** Groups that it read together with other agents. Left out: none. */
  groupParts: z.array(groupPart).optional(),
  /** Its share of all records that are sent and read. */
  loadFraction: fraction,
  clockBefore: clockOffset,
  /** Null if it was lost, or the run ended before its clock could be compared. */
  clockAfter: clockOffset.nullable(),
  /** Reason of the agent's loss, and the last second that it reported; null if it was not lost. */
  lost: z.strictObject({ lastSecond: count.nullable(), why: z.string().min(1) }).nullable(),
})
export type FleetMember = z.output<typeof fleetMember>
