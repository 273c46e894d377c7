/**
 * CPU time of the thread that runs a client's loop, and memory of its process, by Linux's /proc.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { readMainThreadCpuSeconds, readThreadCpuSeconds } from '../../../src/runner/embedded/process-sampler.ts'

/** Names that the load engine gives its threads (producer-thread.c, member-thread.c). */
const engineThreads = ['headroom-sender', 'headroom-reader']

/** CPU time of the load engine's threads; of the main thread if the process has none of them. Null: it has exited. */
export function readLoopCpuSeconds(pid: number): number | null {
  const own = threadsOf(pid).filter((thread) => engineThreads.includes(nameOf(pid, thread)))
  if (own.length === 0) return readMainThreadCpuSeconds(pid)
  return own.reduce((sum, thread) => sum + (readThreadCpuSeconds(pid, thread) ?? 0), 0)
}

/** The most memory that a process had so far; null if it has exited. */
export function readMostResidentBytes(pid: number): number | null {
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1]
  return kibibytes === undefined ? null : Number(kibibytes) * 1024
}

function threadsOf(pid: number): readonly number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number)
  } catch {
    // The process has exited.
    return []
  }
}

function nameOf(pid: number, thread: number): string {
  return read(`/proc/${pid}/task/${thread}/comm`).trim()
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // The process or the thread has exited.
    return ''
  }
}
