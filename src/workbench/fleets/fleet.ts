/**
 * A fleet: whatever turns a run plan into samples. `prepare → ready → start → samples → stop → ended`.
 *
 * Nothing above this seam knows whether a host on this machine, remote agents or another engine pushes the load.
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

/** What a fleet is asked to run. */
export interface FleetOrder {
  readonly plan: RunPlan
  readonly target: Target
  /** By name; they travel in the protocol only. */
  readonly secrets: Secrets
  /** What one host does of it, where others do the rest. */
  readonly share?: RunShare
}

/** What a fleet tells while it works. Called in the order of events, never after `ended`. */
export interface FleetListener {
  onEnvironment(environment: Environment): void
  onProgress(progress: FleetProgress): void
  onPreflight(preflight: Preflight): void
  onSample(sample: Sample): void
  onNotice(message: string): void
  /** The agents and their shares, as far as they are known; the last call is the one that counts. */
  onAgents?(agents: readonly FleetMember[]): void
  /** What a client of the driver kafka-perf-test printed, once it has ended. */
  onToolOutput?(output: ToolOutput): void
}

export interface FleetProgress {
  readonly step: Extract<HostMessage, { type: 'progress' }>['step']
  readonly message: string
  readonly fraction: number | null
}

/** How a fleet's work ended. */
export interface FleetEnd {
  readonly reason: EndReason
  /** One sentence, where it did not end by its plan. */
  readonly detail: string | null
  /** Null where nobody is left who could tell. */
  readonly cleanUp: CleanUp | null
  /** What went wrong, where something did. */
  readonly error: AppErrorData | null
}

/** One run on a fleet, from prepare to ended. */
export interface FleetRun {
  /** Resolves to true when everything is ready to start, to false when the run ended before. Never rejects. */
  readonly ready: Promise<boolean>
  /** Begins the load at an agreed time, by the clock of this machine. */
  start(atEpochMs: number): void
  /** Ends the load: `drain` waits for what is on its way, `abort` does not. Calling it again insists. */
  stop(mode: 'drain' | 'abort'): void
  /** Resolves once, when the run has ended and the fleet let go of it. Never rejects. */
  readonly ended: Promise<FleetEnd>
  /** Ends it at once, with no clean-up but the fleet's own. */
  kill(): void
}

export interface Fleet {
  /** Makes target, topics and clients ready; nothing is written before the checks have passed. */
  prepare(order: FleetOrder, listener: FleetListener): FleetRun
  /** Runs one after another that share an embedded cluster where they want the same one; nothing is begun yet. */
  openSession(): FleetSession
}

/** A fleet for runs one after another. */
export interface FleetSession extends Pick<Fleet, 'prepare'> {
  /** Ends what was kept between runs. Resolves when it is gone. Never rejects. */
  close(): Promise<void>
}
