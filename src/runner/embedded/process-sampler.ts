/**
 * Measures the CPU time, memory and I/O of processes from Linux's /proc.
 */
import { readFileSync } from 'node:fs'

/** Linux reports CPU time in ticks of a hundredth of a second on every architecture that Node runs on (USER_HZ). */
const ticksPerSecond = 100
/** Positions of utime and stime (fields 14 and 15 of proc(5)) counted from the field after the command name. */
const userTimeIndexAfterName = 11
const systemTimeIndexAfterName = 12

/** Resources that a process used. */
export type ProcessCost = {
  /** CPU time divided by elapsed time, since the previous reading. 1 is one fully used core. */
  readonly cpuCores: number
  readonly residentBytes: number
  /** I/O since the previous reading; undefined if the system does not report it. */
  readonly io?: ProcessIo
}

/** Bytes that a process read and wrote. */
export type ProcessIo = {
  /** Bytes that system calls read from and wrote to sockets and files. */
  readonly readBytes: number
  readonly writtenBytes: number
  /** Bytes from and to a disk. Reads from the page cache do not count; writes count when they enter the page cache. */
  readonly diskReadBytes: number
  readonly diskWrittenBytes: number
}

/**
 * Creates a sampler of a process. Each call returns what the process used since the previous call; the first call returns what it
 * used since the sampler was created. It returns null if there is no /proc or the process has exited.
 */
export function createProcessSampler(pid: number, nowMs: () => number = () => performance.now()) {
  let lastCpuSeconds = readCpuSeconds(pid)
  let lastIo = readIo(pid)
  let lastAtMs = nowMs()
  return function sample(): ProcessCost | null {
    const cpuSeconds = readCpuSeconds(pid)
    const residentBytes = readResidentBytes(pid)
    const atMs = nowMs()
    const elapsedSeconds = (atMs - lastAtMs) / 1000
    const before = lastCpuSeconds
    if (cpuSeconds === null || residentBytes === null) return null
    lastCpuSeconds = cpuSeconds
    lastAtMs = atMs
    const cpuCores = before === null || elapsedSeconds <= 0 ? 0 : Math.max(0, (cpuSeconds - before) / elapsedSeconds)
    const io = readIo(pid)
    const moved = io === null || lastIo === null ? {} : { io: difference(io, lastIo) }
    lastIo = io
    return { cpuCores, residentBytes, ...moved }
  }
}

/** Reads the user and system CPU time of all threads since the process started; null if /proc does not have it. */
export function readCpuSeconds(pid: number): number | null {
  return cpuSecondsIn(`/proc/${pid}/stat`)
}

/** Like `readCpuSeconds`, but for the main thread only, which in Node runs JavaScript. */
export function readMainThreadCpuSeconds(pid: number): number | null {
  return readThreadCpuSeconds(pid, pid)
}

/** Like `readCpuSeconds`, but for one thread only. */
export function readThreadCpuSeconds(pid: number, thread: number): number | null {
  return cpuSecondsIn(`/proc/${pid}/task/${thread}/stat`)
}

function cpuSecondsIn(path: string): number | null {
  const stat = readProc(path)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[userTimeIndexAfterName]) + Number(fields[systemTimeIndexAfterName])
  return Number.isFinite(ticks) ? ticks / ticksPerSecond : null
}

function readResidentBytes(pid: number): number | null {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(`/proc/${pid}/status`) ?? '')?.[1]
  return kibibytes === undefined ? null : Number(kibibytes) * 1024
}

function readIo(pid: number): ProcessIo | null {
  const text = readProc(`/proc/${pid}/io`)
  if (text === null) return null
  const counters = new Map(
    text.split('\n').map((line): [string, number] => [line.split(':')[0] ?? '', Number(line.split(':')[1])]),
  )
  const counterOf = (name: string) => counters.get(name) ?? Number.NaN
  const io = {
    readBytes: counterOf('rchar'),
    writtenBytes: counterOf('wchar'),
    diskReadBytes: counterOf('read_bytes'),
    diskWrittenBytes: counterOf('write_bytes'),
  }
  return Object.values(io).every(Number.isFinite) ? io : null
}

function difference(now: ProcessIo, before: ProcessIo): ProcessIo {
  const since = (key: keyof ProcessIo) => Math.max(0, now[key] - before[key])
  return {
    readBytes: since('readBytes'),
    writtenBytes: since('writtenBytes'),
    diskReadBytes: since('diskReadBytes'),
    diskWrittenBytes: since('diskWrittenBytes'),
  }
}

function readProc(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
