/**
 * Gathers the reports of all workers by second and hands on one sample for each.
 */
import type { Sample } from '../../contracts/sample.ts'
import { endOfTime } from '../../measurement/merged-time.ts'
import { type HostSecond, mergeReports } from './merge-samples.ts'
import type { WorkerReport } from './worker-messages.ts'

/** How long after its end a second waits for the report of a worker that is held up. */
const stragglerMs = 700

/** A worker that has reported no second for so long hangs: one that is merely busy reports within a few. */
const silentSeconds = 15

export type SampleCollectorOptions = {
  readonly workerIds: readonly string[]
  /** The agreed start. */
  readonly startMs: number
  /** What the host adds; asked once a second, when it is handed on. */
  hostSecond(): Pick<HostSecond, 'brokers' | 'hostCpu' | 'hostDisk'>
  onSample(sample: Sample): void
  /** The first worker that did not report a second in time. What it reports later is in a later sample. */
  onMissing(workerId: string, second: number): void
  /** At the end, where more reports than that one came late: how many, and of how many workers. */
  onLate(reports: number, workers: number): void
  /** A worker has reported nothing for so many seconds that no more is to be expected. Told once. */
  onSilent(workerId: string, seconds: number): void
}

/** Collects from the agreed start on. */
export class SampleCollector {
  private readonly options: SampleCollectorOptions
  private readonly late = new Set<string>()
  private readonly everLate = new Set<string>()
  private lateReports = 0
  private readonly newestSecond = new Map<string, number>()
  private pending: WorkerReport[] = []
  private next = 0
  private previousEndMs: number
  private timer: NodeJS.Timeout | undefined
  private expectedUntilMs = 0
  private isWaiting = true
  private isFinished = false
  /** What this clock told at the beginning less what has passed since: one that is set meanwhile makes nobody late. */
  private readonly originMs = Date.now() - performance.now()

  constructor(options: SampleCollectorOptions) {
    this.options = options
    this.previousEndMs = options.startMs
    this.expect()
  }

  /** Takes a report; hands on every second that it completes. */
  add(report: WorkerReport): void {
    if (this.isFinished) return
    this.late.delete(report.worker.workerId)
    this.newestSecond.set(report.worker.workerId, report.second)
    this.pending.push(report)
    while (this.isComplete()) this.flush()
  }

  /** Workers are told to end: nobody is late any more. What they still report is taken. */
  stopWaiting(): void {
    this.isWaiting = false
    clearTimeout(this.timer)
  }

  /** Hands on all that is left. */
  finish(): void {
    this.stopWaiting()
    if (this.isFinished) return
    while (this.pending.length > 0) this.flush()
    this.isFinished = true
    if (this.lateReports > 1) this.options.onLate(this.lateReports, this.everLate.size)
  }

  private isComplete(): boolean {
    const reported = new Set(
      this.pending.filter(({ second }) => second >= this.next).map(({ worker }) => worker.workerId),
    )
    return this.options.workerIds.every((workerId) => reported.has(workerId))
  }

  private expect(): void {
    clearTimeout(this.timer)
    if (!this.isWaiting) return
    const atMs = this.options.startMs + (this.next + 1) * 1000 + stragglerMs
    this.expectedUntilMs = atMs
    const inMs = Math.max(0, atMs - this.originMs - performance.now())
    // Where this process was held up, the reports lie there unread: they are read before it gives up.
    this.timer = setTimeout(() => setImmediate(() => this.giveUpWaiting(atMs)), inMs)
  }

  private giveUpWaiting(expectedUntilMs: number): void {
    // They came, and were handed on.
    if (!this.isWaiting || expectedUntilMs !== this.expectedUntilMs) return
    const reported = new Set(
      this.pending.filter(({ second }) => second >= this.next).map(({ worker }) => worker.workerId),
    )
    for (const workerId of this.options.workerIds) {
      if (reported.has(workerId)) continue
      const silentFor = this.next - (this.newestSecond.get(workerId) ?? -1)
      if (silentFor === silentSeconds) this.options.onSilent(workerId, silentFor)
      if (this.late.has(workerId)) continue
      this.late.add(workerId)
      this.everLate.add(workerId)
      this.lateReports += 1
      // A busy machine makes many of them late for minutes: each would be a line that says the same.
      if (this.lateReports === 1) this.options.onMissing(workerId, this.next)
    }
    // A second of which nobody reported anything is left out: a hole says so better than zeros.
    if (this.pending.some(({ second }) => second <= this.next)) this.flush()
    else {
      this.next += 1
      this.expect()
    }
  }

  private flush(): void {
    const second = this.next
    const due = this.pending.filter((report) => report.second <= second)
    this.pending = this.pending.filter((report) => report.second > second)
    this.next += 1
    this.expect()
    if (due.length === 0) return
    const sample = mergeReports({ second, previousEndMs: this.previousEndMs, ...this.options.hostSecond() }, due)
    this.previousEndMs = endOfTime(sample)
    this.options.onSample(sample)
  }
}
