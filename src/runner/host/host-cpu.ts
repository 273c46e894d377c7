/**
 * Measures the CPU utilisation of this machine, all processes together.
 */
import { cpus } from 'node:os'

/** Measures the time since its construction or the previous call of `take`. */
export class HostCpu {
  private last = readTimes()

  /** @returns utilisation of all cores, 0 to 1; null if the system does not report CPU times */
  take(): number | null {
    const now = readTimes()
    const total = now.total - this.last.total
    const idle = now.idle - this.last.idle
    this.last = now
    return total <= 0 ? null : Math.min(1, Math.max(0, 1 - idle / total))
  }
}

function readTimes(): { readonly idle: number; readonly total: number } {
  let idle = 0
  let total = 0
  for (const { times } of cpus()) {
    idle += times.idle
    total += times.user + times.nice + times.sys + times.idle + times.irq
  }
  return { idle, total }
}
