/**
 * Collects the reports of all workers and merges them into one sample per second.
 */
import type { Sample } from '../../contracts/sample.ts'
import { endOfTime } from '../../measurement/merged-time.ts'
import { type HostSecond, mergeReports } from './merge-samples.ts'
import type { WorkerReport } from './worker-messages.ts'

/** A sample waits this long after the end of its second for missing reports. */
const lateReportMs = 700

/** A worker that has not reported for this long is considered hung. Busy workers are late by a few seconds at most. */
const hungAfterSeconds = 15

/** The workers that report, and the callbacks of the collector. */
export type SampleCollectorOptions = {
  readonly workerIds: readonly string[]
  /** The agreed start of the load (epoch ms, this machine's clock). Reports are awaited by this clock. */
  readonly startMs: number
  /** The same moment by the clock of the reports, which is the controller's. */
  readonly reportedStartMs: number
  /** Returns what the host itself measured since the previous call; called once for each sample. */
  sampleHost(): Pick<HostSecond, 'brokers' | 'hostCpu' | 'hostDisk'>
  onSample(sample: Sample): void
  /** Called for the first late report of the run only. The report itself is counted in a later sample. */
  onFirstLate(workerId: string, second: number): void
  /** Called at the end if more than one report was late. @param workers number of workers with a late report */
  onLateTotal(reports: number, workers: number): void
  /** Called once for a worker that seems hung. @param seconds time since its last report */
  onHung(workerId: string, seconds: number): void
}

/** Collects reports from its construction until `finish`. */
export class SampleCollector {
  private readonly options: SampleCollectorOptions
  /** Workers whose report is late now. */
  private readonly lateWorkers = new Set<string>()
  /** Workers that had at least one late report. */
  private readonly everLateWorkers = new Set<string>()
  private lateReports = 0
  /** Last reported second by worker. */
  private readonly lastReportedSecond = new Map<string, number>()
  private pending: WorkerReport[] = []
  /** The second of the next sample. */
  private nextSecond = 0
  /** End of the previous sample (epoch ms, clock of the reports); before the first one, the agreed start. */
  private previousEndMs: number
  private timer: NodeJS.Timeout | undefined
  /** When the reports of `nextSecond` are due, epoch ms. */
  private deadlineMs = 0
  /** False after `stopWaiting`: samples then have no deadline. */
  private isWaiting = true
  private isFinished = false
  /** The epoch time at which `performance.now()` is 0. With it, no report is late only because this machine's clock was set. */
  private readonly originMs = Date.now() - performance.now()

  constructor(options: SampleCollectorOptions) {
    this.options = options
    this.previousEndMs = options.reportedStartMs
    this.waitForReports()
  }

  /** Adds a report and emits every sample that it completes. */
  add(report: WorkerReport): void {
    if (this.isFinished) return
    this.lateWorkers.delete(report.worker.workerId)
    this.lastReportedSecond.set(report.worker.workerId, report.second)
    this.pending.push(report)
    while (this.isComplete()) this.emitSample()
  }

  /** True if every report that has arrived is in a sample. */
  get isUpToDate(): boolean {
    return this.pending.length === 0
  }

  /** Stops the deadlines, because the workers are about to exit. Their last reports are still counted. */
  stopWaiting(): void {
    this.isWaiting = false
    clearTimeout(this.timer)
  }

  /** Emits the samples of all pending reports. Later reports are ignored. */
  finish(): void {
    this.stopWaiting()
    if (this.isFinished) return
    while (this.pending.length > 0) this.emitSample()
    this.isFinished = true
    if (this.lateReports > 1) this.options.onLateTotal(this.lateReports, this.everLateWorkers.size)
  }

  private isComplete(): boolean {
    const reported = new Set(
      this.pending.filter(({ second }) => second >= this.nextSecond).map(({ worker }) => worker.workerId),
    )
    return this.options.workerIds.every((workerId) => reported.has(workerId))
  }

  private waitForReports(): void {
    clearTimeout(this.timer)
    if (!this.isWaiting) return
    const deadlineMs = this.options.startMs + (this.nextSecond + 1) * 1000 + lateReportMs
    this.deadlineMs = deadlineMs
    const inMs = Math.max(0, deadlineMs - this.originMs - performance.now())
    // If this process was too busy, reports may wait in its pipes. setImmediate lets the event loop read them first.
    this.timer = setTimeout(() => setImmediate(() => this.onDeadline(deadlineMs)), inMs)
  }

  private onDeadline(deadlineMs: number): void {
    // In the meantime the missing reports may have arrived, which set the deadline of the next second.
    if (!this.isWaiting || deadlineMs !== this.deadlineMs) return
    const reported = new Set(
      this.pending.filter(({ second }) => second >= this.nextSecond).map(({ worker }) => worker.workerId),
    )
    for (const workerId of this.options.workerIds) {
      if (reported.has(workerId)) continue
      const silentSeconds = this.nextSecond - (this.lastReportedSecond.get(workerId) ?? -1)
      if (silentSeconds === hungAfterSeconds) this.options.onHung(workerId, silentSeconds)
      if (this.lateWorkers.has(workerId)) continue
      this.lateWorkers.add(workerId)
      this.everLateWorkers.add(workerId)
      this.lateReports += 1
      // Only the first late report has a notice of its own, because on a busy machine many may be late for minutes.
      if (this.lateReports === 1) this.options.onFirstLate(workerId, this.nextSecond)
    }
    // A second without any report has no sample, because a sample of zeros would be wrong.
    if (this.pending.some(({ second }) => second <= this.nextSecond)) this.emitSample()
    else {
      this.nextSecond += 1
      this.waitForReports()
    }
  }

  private emitSample(): void {
    const second = this.nextSecond
    const due = this.pending.filter((report) => report.second <= second)
    this.pending = this.pending.filter((report) => report.second > second)
    this.nextSecond += 1
    this.waitForReports()
    if (due.length === 0) return
    const sample = mergeReports({ second, previousEndMs: this.previousEndMs, ...this.options.sampleHost() }, due)
    this.previousEndMs = endOfTime(sample)
    this.options.onSample(sample)
  }
}
