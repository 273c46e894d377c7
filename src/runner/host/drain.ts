/**
 * Waits after the load of a run until all its records are acknowledged and read.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DrainWatch } from '../../measurement/drain-watch.ts'
import { startCountdown } from '../worker/countdown.ts'
import type { AuxiliaryLoad } from './auxiliary-load.ts'
import { unansweredAttemptsText } from './interruption.ts'
import type { RunClients } from './run-clients.ts'
import { drainPollMs } from './run-context.ts'
import type { SampleCollector } from './sample-collector.ts'

/** The parts of a run on one host that show what is still in flight. */
export type DrainedParts = {
  readonly clients: RunClients
  readonly collector: SampleCollector | null
  readonly drainWatch: DrainWatch
  readonly auxiliaryLoad: AuxiliaryLoad
  /** False after an interruption: the wait then ends, and no notice is given. */
  isDraining(): boolean
}

/**
 * Waits until all records are acknowledged and read and all connection attempts are answered, but at most `drainMs`.
 * @returns a sentence about what was left after `drainMs`; null if nothing was left, or if the run was interrupted
 */
export async function waitUntilDrained(parts: DrainedParts, drainMs: number): Promise<string | null> {
  const { clients, collector, drainWatch, auxiliaryLoad } = parts
  const remainingMs = startCountdown(drainMs)
  const isFullyReported = () => !clients.isBusy && collector?.isUpToDate === true
  const isOver = () => isFullyReported() && drainWatch.isOver && auxiliaryLoad.unansweredAttempts === 0
  while (!isOver() && parts.isDraining() && remainingMs() > 0) await sleep(drainPollMs)
  if (isOver() || !parts.isDraining()) return null
  return `${drainWatch.undrainedText(drainMs)}${unansweredAttemptsText(auxiliaryLoad.unansweredAttempts)}`
}
