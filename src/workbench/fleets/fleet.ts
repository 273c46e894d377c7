/**
 * The interface of a fleet, which runs a plan and reports samples: `prepare → ready → start → samples → stop → ended`.
 *
 * Code that uses a fleet does not depend on what generates the load: a host on this machine, remote agents or another
 * engine.
 */
import type { AppErrorData } from '../../contracts/app-error.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { Environment } from '../../contracts/environment.ts'
import type { Preflight } from '../../contracts/preflight.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { CleanUp, EndReason } from '../../contracts/run-record.ts'
import type { FleetMember, RunShare } from '../../contracts/run-share.ts'
import type { HostMessage, ToolOutput } from '../../contracts/runner-protocol.ts'
import type { Sample } from '../../contracts/sample.ts'
import type { Target } from '../../contracts/target.ts'

/** The plan that a fleet should run, and its target. */
export interface FleetOrder {
  readonly plan: RunPlan
  readonly target: Target
  /** Values of secrets by name. They are sent over the protocol only. */
  readonly secrets: Secrets
  /** The part of the plan that this host runs. Undefined if it runs the whole plan. */
  readonly share?: RunShare
}

/** Receives a fleet's reports in the order of events. None is called after `ended` has resolved. */
export interface FleetListener {
  onEnvironment(environment: Environment): void
  onProgress(progress: FleetProgress): void
  onPreflight(preflight: Preflight): void
  onSample(sample: Sample): void
  onNotice(message: string): void
  /** Reports the agents and the shares that are known so far. Each report replaces the one before. */
  onAgents?(agents: readonly FleetMember[]): void
  /** Reports the output of one of Kafka's own tools after it has ended. */
  onToolOutput?(output: ToolOutput): void
}

/** One step of the preparation or the end of a run, as a host reports it. */
export interface FleetProgress {
  readonly step: Extract<HostMessage, { type: 'progress' }>['step']
  readonly message: string
  /** The completed part of the step, 0 to 1; null if unknown. */
  readonly fraction: number | null
}

/** How a run on a fleet ended. */
export interface FleetEnd {
  readonly reason: EndReason
  /** One sentence if the run did not end as planned; null otherwise. */
  readonly detail: string | null
  /** Null if the clean-up is unknown, because the host was lost. */
  readonly cleanUp: CleanUp | null
  /** The error that ended the run; null if there was none. */
  readonly error: AppErrorData | null
  /** True if the error is about the connection to an agent. Its message then has the agent's name. Default: false. */
  readonly isConnectionError?: boolean
}

/** One run on a fleet, from `prepare` to `ended`. */
export interface FleetRun {
  /** Resolves to true when the load can start, or to false if the run ended before that. Never rejects. */
  readonly ready: Promise<boolean>
  /** Starts the load at an agreed time (epoch ms, clock of this machine). */
  start(atEpochMs: number): void
  /** Ends the load. `drain` waits for records in flight, `abort` does not. A second call ends the run sooner. */
  stop(mode: 'drain' | 'abort'): void
  /** Resolves when the run has ended and the fleet has released its resources. Never rejects. */
  readonly ended: Promise<FleetEnd>
  /** Ends the run at once and does not clean up. Topics remain until their host, or the next one, deletes them. */
  kill(): void
}

/** The runner hosts that generate the load of a run: one on this machine, or one on each agent. */
export interface Fleet {
  /** Prepares the run: checks the target, then creates topics and clients. Nothing is written if a check fails. */
  prepare(order: FleetOrder, listener: FleetListener): FleetRun
  /**
   * Opens a session for consecutive runs. Runs that need the same embedded cluster share it. Nothing is started before
   * the first run.
   */
  openSession(): FleetSession
}

/** A fleet for consecutive runs that can share an embedded cluster. */
export interface FleetSession extends Pick<Fleet, 'prepare'> {
  /** Ends the host and the cluster that are kept between runs, and resolves when both are gone. Never rejects. */
  close(): Promise<void>
}
