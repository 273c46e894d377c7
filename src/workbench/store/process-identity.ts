/**
 * Which process is which: a process id comes again, together with its start time it does not.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process and when it started, as a word that only this process has. */
export interface ProcessIdentity {
  readonly pid: number
  /** Opaque; empty where the platform does not tell. */
  readonly startedAt: string
}

/** The process that this code runs in. */
export function currentProcess(): ProcessIdentity {
  return { pid: process.pid, startedAt: startOf(process.pid) ?? '' }
}

/** True where that very process still runs; a zombie and a later process with the same id do not count. */
export function isAlive(identity: ProcessIdentity): boolean {
  const startedAt = startOf(identity.pid)
  if (startedAt === null) return false
  return identity.startedAt === '' || startedAt === '' || startedAt === identity.startedAt
}

function startOf(pid: number): string | null {
  if (!doesExist(pid)) return null
  if (process.platform === 'linux') return startOnLinux(pid)
  if (process.platform === 'win32') {
    return startBy('powershell', ['-NoProfile', '-Command', `(Get-Process -Id ${pid}).StartTime.Ticks`])
  }
  return startBy('ps', ['-p', String(pid), '-o', 'lstart='])
}

function doesExist(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it is there and belongs to somebody else.
    return error instanceof Error && Reflect.get(error, 'code') === 'EPERM'
  }
}

/** Start time in ticks since boot with the boot's id, from proc(5); null for a zombie. */
function startOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The command's name stands in parentheses and may hold blanks: count fields from behind it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19] ?? ''}`
  } catch {
    return null
  }
}

function startBy(command: string, parameters: readonly string[]): string {
  try {
    return execFileSync(command, parameters, { encoding: 'utf8', timeout: 5_000, windowsHide: true }).trim()
  } catch {
    return ''
  }
}
