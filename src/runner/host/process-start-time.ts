/**
 * Reads the start time of a process, which distinguishes it from a later process with the same id.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Position of `starttime` (field 22 of proc(5)) counted from the field after the command name. */
const startTimeIndexAfterName = 19

/**
 * Reads when a process started. The text is only good for comparison, because it holds clock ticks since boot on Linux
 * and a date on other systems.
 *
 * @returns null if there is no such process, or if the system does not report its start time
 */
export function readProcessStartTime(pid: number): string | null {
  if (process.platform === 'linux') return readFromProc(pid)
  const listed = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', timeout: 5_000 })
  const startTime = listed.status === 0 ? listed.stdout.trim() : ''
  return startTime === '' ? null : startTime
}

/**
 * Returns null for a zombie too, because the process has exited and only waits for its parent to read the exit code.
 */
function readFromProc(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return null
  }
  // The command name is in parentheses and may contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' ? null : (fields[startTimeIndexAfterName] ?? null)
}
