/**
 * Identifies processes. A process id may be reused, but not with the same start time.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process id and the start time of the process, which together are unique. */
export interface ProcessIdentity {
  readonly pid: number
  /** Start time as the platform reports it, for comparison only; empty if the platform reports none. */
  readonly startedAt: string
}

/** Returns the identity of the current process. */
export function currentProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid) ?? '' }
}

/**
 * True if the process still runs, also if its start time is unknown. False for a zombie (on Linux), and for a later
 * process with the same id.
 */
export function isAlive(identity: ProcessIdentity): boolean {
  const startedAt = startOf(identity.pid)
  if (startedAt === null) return false
  return identity.startedAt === '' || startedAt === '' || startedAt === identity.startedAt
}

/** Returns the start time of a process: null if no such process runs, an empty text if its start time is unknown. */
function startOf(pid: number): string | null {
  if (!processExists(pid)) return null
  if (process.platform === 'linux') return startOnLinux(pid)
  if (process.platform === 'win32') {
    return startFromCommand('powershell', ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`])
  }
  return startFromCommand('ps', ['-p', String(pid), '-o', 'lstart='])
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM'
  }
}

/** Returns boot id and start time in ticks since boot, as in proc(5); null for a zombie. */
function startOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command name is in parentheses and may contain blanks, so fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19] ?? ''}`
  } catch {
    return null
  }
}

function startFromCommand(command: string, parameters: readonly string[]): string {
  try {
    return execFileSync(command, parameters, { encoding: 'utf8', timeout: 5_000, windowsHide: true }).trim()
  } catch {
    return ''
  }
}
