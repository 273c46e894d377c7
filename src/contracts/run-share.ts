/**
 * The share of one agent in a run, and what is known of the agents of a run afterwards.
 */
import { z } from 'zod'
import { agentAddress, clockOffset } from './agent.ts'
import { clientProbe } from './client-ceiling.ts'
import { environment } from './environment.ts'
import { count, fraction, positive } from './primitives.ts'

/** What one host does of a plan that several carry out. Every host has the whole plan: its numbers stand in the records. */
export const runShare = z.strictObject({
  /** `id` of its producers. */
  producerIds: z.array(z.string().min(1)),
  /** Groups that it reads as; a group is never split, so that its counts stay exact. */
  groupIds: z.array(z.string().min(1)),
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
  /** Records a second that it can offer or read, or its cores where it was not probed: the shares follow it. */
  capacity: positive,
  producerIds: z.array(z.string().min(1)),
  groupIds: z.array(z.string().min(1)),
  /** Its part of all records that are sent and read. */
  loadFraction: fraction,
  clockBefore: clockOffset,
  /** Null where it was lost, or the run ended before it could be asked. */
  clockAfter: clockOffset.nullable(),
  /** Why it was lost, and the last second that it told of; null where it stayed. */
  lost: z.strictObject({ lastSecond: count.nullable(), why: z.string().min(1) }).nullable(),
})
export type FleetMember = z.output<typeof fleetMember>
