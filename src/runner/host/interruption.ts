/**
 * What cuts a run short: the first one counts.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { EndReason } from '../../contracts/run-record.ts'

/** Why a run is cut short. */
export type Interruption = {
  readonly reason: EndReason
  /** One sentence. */
  readonly detail: string
  /** Told before the end, where something went wrong. */
  readonly error: AppError | null
  /** True where seconds count: nobody listens any more. */
  readonly isHasty: boolean
}

/** The first report that came late. */
export function lateReportText(workerId: string, second: number): string {
  return `Worker ${workerId} was too busy to report second ${second} in time; its figures stand in a later second.`
}

/** All of them, at the end of the load. */
export function lateReportsText(reports: number, workers: number): string {
  const of = workers === 1 ? 'one worker' : `${workers} workers`
  return `${reports} reports of ${of} came late in all, each in a later second: this machine was busy, and nothing was lost.`
}

/** Thrown inside a run where it was interrupted. */
export class Interrupted extends Error {
  readonly interruption: Interruption

  constructor(interruption: Interruption) {
    super(interruption.detail)
    this.name = 'Interrupted'
    this.interruption = interruption
  }
}

/** A switch that is thrown once. */
export class Interrupter {
  /** Aborts with the interruption. */
  readonly signal: AbortSignal
  private readonly controller = new AbortController()
  private readonly thrown: Promise<never>
  private reject: (error: Interrupted) => void = () => undefined
  private current: Interruption | null = null

  constructor() {
    this.signal = this.controller.signal
    this.thrown = new Promise((_, reject) => {
      this.reject = reject
    })
    // Nobody may be waiting when it is thrown.
    this.thrown.catch(() => undefined)
  }

  get interruption(): Interruption | null {
    return this.current
  }

  /** Only the first call counts, but haste is always taken over. */
  interrupt(interruption: Interruption): void {
    if (this.current !== null) {
      if (interruption.isHasty) this.current = { ...this.current, isHasty: true }
      return
    }
    this.current = interruption
    this.reject(new Interrupted(interruption))
    this.controller.abort(new Interrupted(interruption))
  }

  /** The work's outcome, unless an interruption comes first. @throws Interrupted */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.thrown, work])
  }
}

/** A worker went away, or failed. */
export function workerCrashed(workerId: string, how: string): Interruption {
  const detail = `Worker ${workerId} ${how}.`
  return {
    reason: 'worker-crashed',
    detail,
    error: new AppError('RUN_FAILED', detail, {
      remedy: 'What was measured until then is kept. Run it again; where it comes back, report it.',
    }),
    isHasty: false,
  }
}

/** A broker of the embedded cluster went away. */
export function brokerLost(brokerId: number, detail: string): Interruption {
  return {
    reason: 'broker-lost',
    detail,
    error: new AppError('RUN_FAILED', `Broker ${brokerId} of the embedded cluster was lost: ${detail}`, {
      remedy:
        'What was measured until then is kept. Run it again, with less load where the machine was short of memory.',
    }),
    isHasty: false,
  }
}
