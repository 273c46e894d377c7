/**
 * Merges the samples of several hosts into one per second, when all hosts have reported or a time limit has passed.
 */
import type { Sample } from '../../contracts/sample.ts'
import { type HostSample, mergeHosts } from '../../measurement/merge-hosts.ts'
import { endOfTime } from '../../measurement/merged-time.ts'

/** How long after its end a second waits for slow hosts. */
const stragglerMs = 2_000

export interface AlignerOptions {
  readonly hosts: readonly string[]
  /** How many hosts read each divided group; a group that is not listed is read by one host. */
  readonly readers: ReadonlyMap<string, number>
  /** When second 0 began, by the clock of this machine. */
  readonly startMs: number
  onSample(sample: Sample): void
  /** Called if a host is late with a second. Its late figures are added to a later sample, so nothing is lost. */
  onMissing(host: string, second: number): void
}

/** Merges the samples of several hosts by second, from the agreed start on. */
export class SampleAligner {
  private readonly options: AlignerOptions
  /** Newest second that each host has reported; lost hosts are removed. */
  private readonly told: Map<string, number>
  private readonly late = new Set<string>()
  private pending: HostSample[] = []
  private next = 0
  private previousEndMs: number
  private timer: NodeJS.Timeout | undefined
  /** Anchors wall time to the monotonic clock, so that a clock step makes no host late. */
  private readonly originMs = Date.now() - performance.now()

  constructor(options: AlignerOptions) {
    this.options = options
    this.previousEndMs = options.startMs
    this.told = new Map(options.hosts.map((host) => [host, -1]))
    this.wait()
  }

  add(host: string, sample: Sample): void {
    this.pending.push({ host, sample })
    this.late.delete(host)
    if (this.told.has(host)) this.told.set(host, Math.max(sample.second, this.told.get(host) ?? -1))
    this.handOn()
  }

  /** Stops waiting for a host. @returns the last second that it reported; null if none */
  drop(host: string): number | null {
    const last = this.told.get(host) ?? -1
    this.told.delete(host)
    this.handOn()
    return last < 0 ? null : last
  }

  /** Emits all samples that are left. */
  finish(): void {
    clearTimeout(this.timer)
    while (this.pending.length > 0) this.flush()
    clearTimeout(this.timer)
  }

  private handOn(): void {
    while (this.pending.length > 0 && this.isComplete()) this.flush()
  }

  private isComplete(): boolean {
    for (const second of this.told.values()) if (second < this.next) return false
    return true
  }

  private wait(): void {
    clearTimeout(this.timer)
    const atMs = this.options.startMs + (this.next + 1) * 1000 + stragglerMs
    this.timer = setTimeout(() => this.giveUpWaiting(), Math.max(0, atMs - this.originMs - performance.now()))
    this.timer.unref()
  }

  private giveUpWaiting(): void {
    for (const [host, second] of this.told) {
      if (second >= this.next || this.late.has(host)) continue
      this.late.add(host)
      this.options.onMissing(host, this.next)
    }
    this.flush()
  }

  private flush(): void {
    const second = this.next
    const due = this.pending.filter(({ sample }) => sample.second <= second)
    this.pending = this.pending.filter(({ sample }) => sample.second > second)
    this.next += 1
    this.wait()
    const { readers } = this.options
    const merged = mergeHosts(due, { second, previousEndMs: this.previousEndMs, readers })
    if (merged === null) return
    this.previousEndMs = endOfTime(merged)
    this.options.onSample(merged)
  }
}
