/**
 * Merges the samples of several hosts into one per second, once all hosts have reported it or a time limit has passed.
 */
import type { Sample } from '../../contracts/sample.ts'
import { type HostSample, mergeHosts } from '../../measurement/merge-hosts.ts'
import { endOfTime } from '../../measurement/merged-time.ts'

/** Time after the end of a second in which slow hosts may still report it. */
const stragglerMs = 2_000

/** The hosts whose samples are merged, and the callbacks of the merge. */
export interface AlignerOptions {
  readonly hosts: readonly string[]
  /** Number of hosts that read each divided group, by group id. One host reads a group that is not listed. */
  readonly hostsByGroup: ReadonlyMap<string, number>
  /** Start of second 0 (epoch ms, clock of this machine). */
  readonly startMs: number
  onSample(sample: Sample): void
  /** Called when a host becomes late. Its figures are added to a later sample when they arrive, so nothing is lost. */
  onMissing(host: string, second: number): void
}

/** Merges the samples of several hosts by second, from the agreed start on. */
export class SampleAligner {
  private readonly options: AlignerOptions
  /** Newest second that each host has reported, -1 before the first. Lost hosts are removed. */
  private readonly newestSeconds: Map<string, number>
  private readonly late = new Set<string>()
  private pending: HostSample[] = []
  private nextSecond = 0
  private previousEndMs: number
  private timer: NodeJS.Timeout | undefined
  /**
   * Wall time at zero of the monotonic clock. Deadlines use that clock, so a step of the wall clock makes no host late.
   */
  private readonly originMs = Date.now() - performance.now()

  constructor(options: AlignerOptions) {
    this.options = options
    this.previousEndMs = options.startMs
    this.newestSeconds = new Map(options.hosts.map((host) => [host, -1]))
    this.restartTimer()
  }

  add(host: string, sample: Sample): void {
    this.pending.push({ host, sample })
    this.late.delete(host)
    if (this.newestSeconds.has(host))
      this.newestSeconds.set(host, Math.max(sample.second, this.newestSeconds.get(host) ?? -1))
    this.flushComplete()
  }

  /** Stops waiting for a host. @returns the last second that it reported; null if it reported none */
  drop(host: string): number | null {
    const last = this.newestSeconds.get(host) ?? -1
    this.newestSeconds.delete(host)
    this.flushComplete()
    return last < 0 ? null : last
  }

  /** Emits all samples that are pending, without waiting for slow hosts. */
  finish(): void {
    clearTimeout(this.timer)
    while (this.pending.length > 0) this.flush()
    clearTimeout(this.timer)
  }

  private flushComplete(): void {
    while (this.pending.length > 0 && this.isComplete()) this.flush()
  }

  private isComplete(): boolean {
    for (const second of this.newestSeconds.values()) if (second < this.nextSecond) return false
    return true
  }

  private restartTimer(): void {
    clearTimeout(this.timer)
    const atMs = this.options.startMs + (this.nextSecond + 1) * 1000 + stragglerMs
    this.timer = setTimeout(() => this.giveUpWaiting(), Math.max(0, atMs - this.originMs - performance.now()))
    this.timer.unref()
  }

  private giveUpWaiting(): void {
    for (const [host, second] of this.newestSeconds) {
      if (second >= this.nextSecond || this.late.has(host)) continue
      this.late.add(host)
      this.options.onMissing(host, this.nextSecond)
    }
    this.flush()
  }

  /** Emits the sample of the next second, with figures of earlier seconds that arrived late. */
  private flush(): void {
    const second = this.nextSecond
    const due = this.pending.filter(({ sample }) => sample.second <= second)
    this.pending = this.pending.filter(({ sample }) => sample.second > second)
    this.nextSecond += 1
    this.restartTimer()
    const { hostsByGroup } = this.options
    const merged = mergeHosts(due, { second, previousEndMs: this.previousEndMs, hostsByGroup })
    if (merged === null) return
    this.previousEndMs = endOfTime(merged)
    this.options.onSample(merged)
  }
}
