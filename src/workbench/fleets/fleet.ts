/**
 * A fleet turns a run plan into samples: `prepare → ready → start → samples → stop → ended`.
 *
 * Code that uses a fleet does not depend on whether a host on this machine, remote agents or another engine generates
 * the load.
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

/** What a fleet should run. */
export interface FleetOrder {
  readonly plan: RunPlan
  readonly target: Target
  /** Values of secrets by name. They are sent over the protocol only. */
  readonly secrets: Secrets
  /** The share of one host if several hosts divide the plan. */
  readonly share?: RunShare
}

/** Receives what a fleet reports, in the order of events and never after `ended`. */
export interface FleetListener {
  onEnvironment(environment: Environment): void
  onProgress(progress: FleetProgress): void
  onPreflight(preflight: Preflight): void
  onSample(sample: Sample): void
  onNotice(message: string): void
  /** The agents and their shares, as far as they are known. Each call replaces the one before. */
  onAgents?(agents: readonly FleetMember[]): void
  /** What a client of the driver kafka-perf-test printed, once it has ended. */
  onToolOutput?(output: ToolOutput): void
}

export interface FleetProgress {
  readonly step: Extract<HostMessage, { type: 'progress' }>['step']
  readonly message: string
  readonly fraction: number | null
}

/** How a run on a fleet ended. */
export interface FleetEnd {
  readonly reason: EndReason
  /** One sentence if the run did not end by its plan; else null. */
  readonly detail: string | null
  /** Null if the clean-up is unknown, because the host was lost. */
  readonly cleanUp: CleanUp | null
  /** The error, if there was one. */
  readonly error: AppErrorData | null
}

/** One run on a fleet, from prepare to ended. */
export interface FleetRun {
  /** Resolves to true when everything is ready to start, to false if the run ended before that. Never rejects. */
  readonly ready: Promise<boolean>
  /** Starts the load at an agreed time, by the clock of this machine. */
  start(atEpochMs: number): void
  /** Ends the load: `drain` waits for records in flight, `abort` does not. A second call ends it sooner. */
  stop(mode: 'drain' | 'abort'): void
  /** Resolves when the run has ended and the fleet has released its resources. Never rejects. */
  readonly ended: Promise<FleetEnd>
  /** Ends the run at once; only the hosts themselves clean up. */
  kill(): void
}

export interface Fleet {
  /** Prepares target, topics and clients. Nothing is written before the checks have passed. */
  prepare(order: FleetOrder, listener: FleetListener): FleetRun
  /**
   * Opens a session for consecutive runs, which share an embedded cluster if they need the same one. Starts nothing
   * yet.
   */
  openSession(): FleetSession
}

/** A fleet for consecutive runs. */
export interface FleetSession extends Pick<Fleet, 'prepare'> {
  /** Ends what is kept between runs, and resolves when that is done. Never rejects. */
  close(): Promise<void>
}
