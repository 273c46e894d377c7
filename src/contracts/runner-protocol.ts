/**
 * The protocol between a controller (workbench) and a runner host: one JSON object per line, over stdio or WebSocket.
 *
 * docs/protocol.md describes the order of messages. stdout is only for the protocol; logs go to stderr.
 */
import { z } from 'zod'
import { appErrorData } from './app-error.ts'
import { clientProbe } from './client-ceiling.ts'
import { connection, secrets } from './connection.ts'
import { environment } from './environment.ts'
import { preflight } from './preflight.ts'
import { count, epochMs, fraction, positiveCount } from './primitives.ts'
import { readAlready, readingBounds, readingPart } from './reading-part.ts'
import { runPlan } from './run-plan.ts'
import { cleanUp, endReason } from './run-record.ts'
import { runShare } from './run-share.ts'
import { sample } from './sample.ts'
import { target } from './target.ts'

/**
 * Incremented with every change of the messages, because each side refuses fields that it does not know. Both sides must
 * have the same version. tests/contract/protocol-version.test.ts fails if the messages change and the version does not.
 */
export const runnerProtocolVersion = 7

/** Interval between a controller's heartbeats. A host that receives none for `controllerLostMs` stops. */
export const heartbeatIntervalMs = 1_000
/**
 * Silence after which a controller counts as lost. 5 s were too short: a controller that shared two cores and one disk with
 * five clusters was silent for longer, and its run was lost.
 */
export const controllerLostMs = 8_000

/** Messages from the controller to the host. */
export const controllerMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), protocolVersion: z.int() }),
  z.strictObject({ type: z.literal('heartbeat') }),
  /**
   * Requests the host's time. The host answers at once, so that the round trip bounds the error of the clock offset.
   */
  z.strictObject({ type: z.literal('clock'), id: count }),
  /**
   * Requests the rate that the host's clients can offer with the records of a plan. Only between runs; a probe takes
   * some seconds.
   */
  z.strictObject({ type: z.literal('measure-capacity'), plan: runPlan }),
  /**
   * Reads a running cluster without changing it. Only between runs. The host answers with `reading` messages, of which
   * the last is the part `end`; `stop` ends it early.
   */
  z.strictObject({ type: z.literal('observe'), connection, secrets, bounds: readingBounds, already: readAlready }),
  /** Prepares the target and the run's topics, and checks everything. Nothing is written before the checks pass. */
  z.strictObject({
    type: z.literal('prepare'),
    plan: runPlan,
    target,
    secrets,
    /** True if the embedded cluster is kept for the session's next run, which uses it if it needs the same target. */
    keepsCluster: z.boolean().default(false),
    /** The host's share, if several hosts carry out the plan. Left out: the whole plan. */
    share: runShare.optional(),
  }),
  /** Begins the load at the agreed time. */
  z.strictObject({ type: z.literal('start'), atEpochMs: epochMs }),
  /**
   * Ends a share, because all records of the whole run are acknowledged and read. `deletesMade`: the host also deletes
   * the topics and groups, although another host created them.
   */
  z.strictObject({ type: z.literal('finish'), deletesMade: z.boolean() }),
  /** Stops the load, drains and cleans up. `abort` does not drain. */
  z.strictObject({ type: z.literal('stop'), mode: z.enum(['drain', 'abort']) }),
])
export type ControllerMessage = z.output<typeof controllerMessage>

/** Steps that a host reports while it prepares and cleans up. */
export const hostStep = z.enum([
  'starting-cluster',
  'preflight',
  'creating-topics',
  'starting-workers',
  'waiting-for-assignment',
  'draining',
  'cleaning-up',
])

/** Maximum number of lines that are kept per client. A client prints one line per second, and a few at its start and end. */
export const maxToolLines = 20_000

/** Longest load of the driver kafka-perf-test. Lines beyond `maxToolLines` are dropped, and the last one has the totals. */
export const maxToolLoadMs = 18_000_000

/** Output of a benchmark tool that a host started. */
export const toolOutput = z.strictObject({
  role: z.enum(['producer', 'consumer']),
  /** The producer's id, or the group's id with the member's number. */
  name: z.string().min(1),
  /** Version of the tool and its Java, for example "Apache Kafka 4.3.1 on Java 17.0.15". */
  version: z.string().min(1),
  /**
   * Its lines from stdout and stderr in the order in which they arrived. Times are relative to the agreed start, and
   * negative before it.
   */
  lines: z.array(z.strictObject({ atMs: z.number(), text: z.string() })).max(maxToolLines),
  /** How it ended: "exited with code 0"; null if it had not ended yet. */
  end: z.string().nullable(),
})
export type ToolOutput = z.output<typeof toolOutput>

/** Messages from the host to the controller. */
export const hostMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), protocolVersion: z.int(), environment }),
  /** `id` of the request, and the time by the clock that is used for samples and records. */
  z.strictObject({ type: z.literal('clock'), id: count, atEpochMs: epochMs }),
  z.strictObject({
    type: z.literal('capacity'),
    /** Null if nothing was probed, because the plan wants little, or a probe was not possible. */
    probe: clientProbe.nullable(),
    cpuCores: positiveCount,
    /** Why nothing was probed, as a sentence; null if a probe exists. */
    detail: z.string().nullable(),
  }),
  z.strictObject({
    type: z.literal('progress'),
    step: hostStep,
    message: z.string(),
    fraction: fraction.nullable(),
  }),
  z.strictObject({ type: z.literal('preflight'), preflight, environment }),
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({ type: z.literal('sample'), sample }),
  /** One part of the reading that `observe` asked for. */
  z.strictObject({ type: z.literal('reading'), part: readingPart }),
  /** Complete output of one client of the drivers kafka-perf-test and trogdor: sent once per client, before `ended`. */
  z.strictObject({ type: z.literal('tool-output'), output: toolOutput }),
  /** Something that the user should know during the run. */
  z.strictObject({ type: z.literal('notice'), message: z.string() }),
  /** The run cannot continue; `ended` follows. */
  z.strictObject({ type: z.literal('error'), error: appErrorData }),
  z.strictObject({ type: z.literal('ended'), reason: endReason, detail: z.string().nullable(), cleanUp }),
])
export type HostMessage = z.output<typeof hostMessage>
