/**
 * Events that end a run early, and the sentences that users read about them.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { EndReason } from '../../contracts/run-record.ts'

/** Why a run ends early. */
export type Interruption = {
  readonly reason: EndReason
  /** One sentence. */
  readonly detail: string
  /** Sent before `ended`; null if nothing failed, as after a user's stop. */
  readonly error: AppError | null
  /** True if the controller is lost: the short time limits of `run-context.ts` apply. */
  readonly isUrgent: boolean
}

/** Notice about the first late report of a run. */
export function lateReportText(workerId: string, second: number): string {
  return `Worker ${workerId} was too busy to report second ${second} in time; its counts are included in a later second.`
}

/** Notice at the end of the load about all late reports. */
export function lateReportsText(reports: number, workers: number): string {
  const from = workers === 1 ? 'one worker' : `${workers} workers`
  return `${reports} reports from ${from} were late because this machine was busy. Nothing was lost: each was counted in a later second.`
}

/** Rejects what a run waits for when the run is interrupted. */
export class Interrupted extends Error {
  readonly interruption: Interruption

  constructor(interruption: Interruption) {
    super(interruption.detail)
    this.name = 'Interrupted'
    this.interruption = interruption
  }
}

/** Interrupts a run once, whoever asks first. */
export class Interrupter {
  /** Aborted on interruption; its reason is the `Interrupted`. */
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

/** A worker exited, hung or reported a failure. @param how predicate of a sentence about the worker, without full stop */
export function workerCrashed(workerId: string, how: string): Interruption {
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

/** A broker of the embedded cluster exited. */
export function brokerLost(brokerId: number, detail: string): Interruption {
  return {
    reason: 'broker-lost',
    detail,
    error: new AppError('RUN_FAILED', `Broker ${brokerId} of the embedded cluster was lost: ${detail}`, {
      remedy: 'What was measured until then is kept. Run it again; if the machine was short of memory, with less load.',
    }),
    isUrgent: false,
  }
}
