/**
 * What processes cost: CPU, memory, and what they read and wrote, from Linux's /proc.
 */
import { readFileSync } from 'node:fs'

/** Linux reports CPU time in ticks of a hundredth of a second on every architecture that Node runs on (USER_HZ). */
const ticksPerSecond = 100
/** Positions of utime and stime (fields 14 and 15 of proc(5)) counted from the field after the command name. */
const userTimeIndexAfterName = 11
const systemTimeIndexAfterName = 12

/** A process's cost. */
export type ProcessCost = {
  /** CPU time over wall time since the last reading: 1 is one core. */
  readonly cpuCores: number
  readonly residentBytes: number
  /** Since the last reading; left out where the system does not tell. */
  readonly io?: ProcessIo
}

/** Bytes that a process moved. */
export type ProcessIo = {
  /** By system calls: sockets and files together. */
  readonly readBytes: number
  readonly writtenBytes: number
  /** Of these, from and to a disk; what the page cache holds is not read, and counts as written when it is made. */
  readonly diskReadBytes: number
  readonly diskWrittenBytes: number
}

/**
 * Reads what one process cost since the reading before, or since its sampler was made.
 *
 * @returns a function that answers null where it cannot be had: no /proc, or the process is gone
 */
export function createProcessSampler(pid: number, nowMs: () => number = () => performance.now()) {
  let last = readCpuSeconds(pid)
  let lastIo = readIo(pid)
  let lastAtMs = nowMs()
  return function sample(): ProcessCost | null {
    const cpuSeconds = readCpuSeconds(pid)
    const residentBytes = readResidentBytes(pid)
    const atMs = nowMs()
    const elapsedSeconds = (atMs - lastAtMs) / 1000
    const before = last
    if (cpuSeconds === null || residentBytes === null) return null
    last = cpuSeconds
    lastAtMs = atMs
    const cpuCores = before === null || elapsedSeconds <= 0 ? 0 : Math.max(0, (cpuSeconds - before) / elapsedSeconds)
    const io = readIo(pid)
    const moved = io === null || lastIo === null ? {} : { io: difference(io, lastIo) }
    lastIo = io
    return { cpuCores, residentBytes, ...moved }
  }
}

/** CPU time that a process has taken since its start, user and system, all its threads; null where it cannot be had. */
export function readCpuSeconds(pid: number): number | null {
  return cpuSecondsIn(`/proc/${pid}/stat`)
}

/** The same of its main thread alone: in Node the one that runs JavaScript. */
export function readMainThreadCpuSeconds(pid: number): number | null {
  return cpuSecondsIn(`/proc/${pid}/task/${pid}/stat`)
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
  const of = (name: string) => counters.get(name) ?? Number.NaN
  const io = {
    readBytes: of('rchar'),
    writtenBytes: of('wchar'),
    diskReadBytes: of('read_bytes'),
    diskWrittenBytes: of('write_bytes'),
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
