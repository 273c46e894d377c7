/**
 * Measures CPU time, memory and event loop lag of this process.
 */
import { performance } from 'node:perf_hooks'
import type { WorkerSample } from '../../contracts/sample.ts'

/** Interval of a timer whose delay is the event loop lag. */
const lagProbeMs = 20

/** Measures the time since its construction or the previous call of `take`. */
export class ProcessCost {
  private readonly timer: NodeJS.Timeout
  private cpu = process.cpuUsage()
  private cpuAtMs = performance.now()
  /** When the timer should fire next. */
  private expectedMs = performance.now() + lagProbeMs
  private lagMaxMs = 0

  constructor() {
    this.timer = setInterval(() => this.probe(), lagProbeMs)
    this.timer.unref()
  }

  /** Returns what the process used since the previous call. */
  take(): Pick<WorkerSample, 'cpuCores' | 'eventLoopLagMaxMs' | 'residentBytes'> {
    const nowMs = performance.now()
    const spent = process.cpuUsage(this.cpu)
    const elapsedMs = Math.max(1, nowMs - this.cpuAtMs)
    const cost = {
      cpuCores: (spent.user + spent.system) / 1000 / elapsedMs,
      eventLoopLagMaxMs: this.lagMaxMs,
      residentBytes: process.memoryUsage.rss(),
    }
    this.cpu = process.cpuUsage()
    this.cpuAtMs = nowMs
    this.lagMaxMs = 0
    return cost
  }

  private probe(): void {
    const nowMs = performance.now()
    this.lagMaxMs = Math.max(this.lagMaxMs, nowMs - this.expectedMs)
    this.expectedMs = nowMs + lagProbeMs
  }
}
