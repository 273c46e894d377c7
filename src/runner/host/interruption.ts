/**
 * Events that end a run early, and sentences that users read about the end of a run.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { EndReason } from '../../contracts/run-record.ts'

/** Why a run ends early. */
export type Interruption = {
  readonly reason: EndReason
  /** One sentence for users. */
  readonly detail: string
  /** Sent to the controller before `ended`; null if nothing failed, for example when the user stopped the run. */
  readonly error: AppError | null
  /** True to apply the urgent time limits of run-context.ts, because the controller is lost. */
  readonly isUrgent: boolean
}

/** Notice about the first late report of a run. */
export function firstLateReportText(workerId: string, second: number): string {
  return `Worker ${workerId} was too busy to report second ${second} in time; its counts are included in a later second.`
}

/** Notice at the end of the load about all late reports. */
export function lateReportsSummary(reports: number, workers: number): string {
  const from = workers === 1 ? 'one worker' : `${workers} workers`
  return `${reports} reports from ${from} were late because this machine was busy. Nothing was lost: each was counted in a later second.`
}

/** Added to the notice of a drain that ended too early; empty if brokers answered every connection attempt. */
export function unansweredAttemptsText(attempts: number): string {
  return attempts === 0 ? '' : ` Connection attempts that no broker has answered: ${attempts}.`
}

/** Notice of a distributed run: the controller did not end the drain in time. */
export function unfinishedDrainText(limitMs: number): string {
  return `The controller did not end the drain within ${Math.round(limitMs / 1000)} s. Records may be missing from the counts of this host.`
}

/** Notice about a step of the clean-up that failed. */
export function failedCleanUpText({ message }: AppError): string {
  return `A step of the clean-up failed; the others were still done. ${message}`
}

/**
 * Passed to the interrupter when the clean-up begins. It aborts a preparation that is still running. Later interruptions can then
 * only make the clean-up urgent. It is never sent, because the end of the run is decided before.
 */
export const endOfRun: Interruption = {
  reason: 'plan-complete',
  detail: 'The run is over.',
  error: null,
  isUrgent: false,
}

/** Rejects the promise that the run waits for when it is interrupted. */
export class Interrupted extends Error {
  readonly interruption: Interruption

  constructor(interruption: Interruption) {
    super(interruption.detail)
    this.name = 'Interrupted'
    this.interruption = interruption
  }
}

/** Interrupts a run at most once. The first cause wins. */
export class Interrupter {
  /** Aborted on interruption. Its reason is an `Interrupted`. */
  readonly signal: AbortSignal
  private readonly controller = new AbortController()
  private readonly interrupted: Promise<never>
  private reject: (error: Interrupted) => void = () => undefined
  private current: Interruption | null = null

  constructor() {
    this.signal = this.controller.signal
    this.interrupted = new Promise((_, reject) => {
      this.reject = reject
    })
    // An interruption while no `race` is pending must not count as an unhandled rejection.
    this.interrupted.catch(() => undefined)
  }

  /** Null unless the run was interrupted. */
  get interruption(): Interruption | null {
    return this.current
  }

  /** Only the first call takes effect, except that a later one can still make the interruption urgent. */
  interrupt(interruption: Interruption): void {
    if (this.current !== null) {
      if (interruption.isUrgent) this.current = { ...this.current, isUrgent: true }
      return
    }
    this.current = interruption
    this.reject(new Interrupted(interruption))
    this.controller.abort(new Interrupted(interruption))
  }

  /** Waits for `work`. @throws Interrupted if the run is interrupted before `work` settles */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.interrupted, work])
  }
}

/**
 * The interruption by a worker that exited or hung.
 * @param how predicate of a sentence about the worker, without full stop
 */
export function workerInterruption(workerId: string, how: string): Interruption {
  const detail = `Worker ${workerId} ${how}.`
  return {
    reason: 'worker-crashed',
    detail,
    error: new AppError('RUN_FAILED', detail, {
      remedy: 'What was measured until then is kept. Run it again; if it happens again, report it.',
    }),
    isUrgent: false,
  }
}

/** The interruption by an error that a worker reported; the worker is not known here. */
export function workerFailure(error: AppError): Interruption {
  return { reason: 'worker-crashed', detail: `A worker failed: ${error.message}`, error, isUrgent: false }
}

/** The interruption by a broker of the embedded cluster that exited. */
export function brokerInterruption(brokerId: number, detail: string): Interruption {
  return {
    reason: 'broker-lost',
    detail,
    error: new AppError('RUN_FAILED', `Broker ${brokerId} of the embedded cluster was lost: ${detail}`, {
      remedy: 'What was measured until then is kept. Run it again; if the machine was short of memory, with less load.',
    }),
    isUrgent: false,
  }
}
