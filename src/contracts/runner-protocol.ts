/**
 * The protocol between a controller (workbench) and a runner host: one JSON object a line, over stdio or WebSocket.
 *
 * docs/protocol.md tells the order of messages. stdout carries protocol only; logs go to stderr.
 */
import { z } from 'zod'
import { appErrorData } from './app-error.ts'
import { clientProbe } from './client-ceiling.ts'
import { secrets } from './connection.ts'
import { environment } from './environment.ts'
import { preflight } from './preflight.ts'
import { count, epochMs, fraction, positiveCount } from './primitives.ts'
import { runPlan } from './run-plan.ts'
import { cleanUp, endReason } from './run-record.ts'
import { runShare } from './run-share.ts'
import { sample } from './sample.ts'
import { target } from './target.ts'

/** Raised with every message that an older side would not understand; both sides must have the same. */
export const runnerProtocolVersion = 3

/**
 * A controller sends a heartbeat at least this often; a host that misses them for `controllerLostMs` stops. It was 5 s: a
 * controller beside five clusters on two cores and one disk was silent for longer, and its run was lost.
 */
export const heartbeatIntervalMs = 1_000
/** Silence after which a controller counts as lost. */
export const controllerLostMs = 8_000

/** Messages from the controller to the host. */
export const controllerMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), protocolVersion: z.int() }),
  z.strictObject({ type: z.literal('heartbeat') }),
  /** What time is it there? Answered at once, so that the round trip bounds what is not known of the clocks. */
  z.strictObject({ type: z.literal('clock'), id: count }),
  /** What can this machine's client offer of such a plan? Between runs only; a probe takes some seconds. */
  z.strictObject({ type: z.literal('measure-capacity'), plan: runPlan }),
  /** Make the target and the run's topics ready and check everything; nothing is written before the checks pass. */
  z.strictObject({
    type: z.literal('prepare'),
    plan: runPlan,
    target,
    secrets,
    /** The embedded cluster stays for the session's next run, which takes it where it wants the same target. */
    keepsCluster: z.boolean().default(false),
    /** Where several hosts carry out the plan: what this one does of it. Left out: all. */
    share: runShare.optional(),
  }),
  /** Begin the load at an agreed time. */
  z.strictObject({ type: z.literal('start'), atEpochMs: epochMs }),
  /** Of a share: the whole run is answered and read. `deletesMade`: topics and groups too, which this host did not make. */
  z.strictObject({ type: z.literal('finish'), deletesMade: z.boolean() }),
  /** Stop the load, drain, clean up. `abort` does not drain. */
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

/** Most lines that are kept of one client: a line a second for five hours. */
export const mostToolLines = 20_000

/** What a benchmark tool printed that a host started. */
export const toolOutput = z.strictObject({
  role: z.enum(['producer', 'consumer']),
  /** The producer's id; a group's id with the member's number. */
  name: z.string().min(1),
  /** Of the tool and its Java, as "Apache Kafka 4.3.1 on Java 17.0.15". */
  version: z.string().min(1),
  /** Its lines, stdout and stderr as they came, with the time since the agreed start, before it negative. */
  lines: z.array(z.strictObject({ atMs: z.number(), text: z.string() })).max(mostToolLines),
  /** How it ended: "exited with code 0"; null where it had not. */
  end: z.string().nullable(),
})
export type ToolOutput = z.output<typeof toolOutput>

/** Messages from the host to the controller. */
export const hostMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), protocolVersion: z.int(), environment }),
  /** `id` as asked; the time by the clock that stands in samples and records. */
  z.strictObject({ type: z.literal('clock'), id: count, atEpochMs: epochMs }),
  z.strictObject({
    type: z.literal('capacity'),
    /** Null where it was not probed: the plan wants little, or it could not be. */
    probe: clientProbe.nullable(),
    cpuCores: positiveCount,
    /** Why it was not probed, as a sentence; null where it was. */
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
  /** What one client of the drivers kafka-perf-test and trogdor told, whole: sent once a client, before `ended`. */
  z.strictObject({ type: z.literal('tool-output'), output: toolOutput }),
  /** Something the user should know while the run goes on. */
  z.strictObject({ type: z.literal('notice'), message: z.string() }),
  /** The run cannot go on; `ended` follows. */
  z.strictObject({ type: z.literal('error'), error: appErrorData }),
  z.strictObject({ type: z.literal('ended'), reason: endReason, detail: z.string().nullable(), cleanUp }),
])
export type HostMessage = z.output<typeof hostMessage>
