/**
 * What tells a process from another one that later got the same id: its start time.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Position of `starttime` (field 22 of proc(5)) counted from the field after the command name. */
const startTimeIndexAfterName = 19

/**
 * When a process started, as text to be compared and nothing else: clock ticks since boot on Linux, a date elsewhere.
 *
 * @returns null where no such process lives, or where this system cannot say
 */
export function readProcessStartTime(pid: number): string | null {
  if (process.platform === 'linux') return readFromProc(pid)
  const listed = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 5_000 })
  const startTime = listed.status === 0 ? listed.stdout.trim() : ''
  return startTime === '' ? null : startTime
}

/** A zombie is no living process: its parent has only not asked for its exit code yet. */
function readFromProc(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The name stands in parentheses and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? null : (fields[startTimeIndexAfterName] ?? null)
}
