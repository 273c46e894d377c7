/**
 * Reads the start time of a process, which distinguishes it from a later process with the same id, even after a reboot.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Position of `starttime` (field 22 of proc(5)) counted from the field after the command name. */
const startTimeIndexAfterName = 19

/**
 * Reads when a process started, as a text that is only good for comparison. On Linux it is the id of the boot and the number of
 * clock ticks since the boot; on other systems it is a date. The id is needed because a workspace may outlive a boot or be copied
 * to another machine, where another process may have the same number of ticks.
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
  const ticks = fields[startTimeIndexAfterName]
  return fields[0] === 'Z' || ticks === undefined ? null : `${readBootId()}:${ticks}`
}

/** Id that Linux generates at each boot. Empty if it cannot be read. */
function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
