/**
 * Processor time of a process's threads, from Linux's /proc.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of a hundredth of a second (USER_HZ), as /proc has them on every architecture that Node runs on. */
const ticksPerSecond = 100

/** Processor time since the start of the process, in s. */
export interface ThreadTimes {
  /** The thread that the process began with: the application's in C, Python and JavaScript. */
  readonly mainSec: number
  /** Every other thread by its id. */
  readonly others: ReadonlyMap<string, number>
}

/** The times of all threads; null if the process has ended. */
export function readThreadTimes(pid: number): ThreadTimes | null {
  try {
    const others = new Map<string, number>()
    let mainSec = 0
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const seconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
      if (thread === String(pid)) mainSec = seconds
      else others.set(thread, seconds)
    }
    return { mainSec, others }
  } catch {
    return null
  }
}

/** Time of the main thread and of the busiest other one between two readings, in s. */
export function timeBetween(
  before: ThreadTimes,
  after: ThreadTimes,
): { readonly mainSec: number; readonly otherSec: number } {
  let otherSec = 0
  for (const [thread, seconds] of after.others) {
    otherSec = Math.max(otherSec, seconds - (before.others.get(thread) ?? 0))
  }
  return { mainSec: after.mainSec - before.mainSec, otherSec }
}
