/**
 * How busy this machine is, all processes together.
 */
import { cpus } from 'node:os'

/** Share of all cores in use since the last call; null where the system does not count. */
export class HostCpu {
  private last = readTimes()

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
