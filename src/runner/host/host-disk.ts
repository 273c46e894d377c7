/**
 * Measures the utilisation of this machine's disks from Linux's /proc/diskstats.
 */
import { readFileSync } from 'node:fs'

/** Position of "time spent doing I/Os", in ms, after the device's name (kernel's iostats.rst, field 10). */
const busyIndexAfterName = 9

/** Names of devices that are not physical disks. */
const virtualDevices = /^(loop|ram|zram|dm-|md|sr|fd)/

/** Measures the time since its construction or the previous call of `take`. */
export class HostDisk {
  private readonly read: () => string | null
  private readonly nowMs: () => number
  private last: ReadonlyMap<string, number> | null
  private lastAtMs: number

  /** @param read reads /proc/diskstats @param nowMs a monotonic clock; tests replace both */
  constructor(read: () => string | null = readDiskstats, nowMs: () => number = () => performance.now()) {
    this.read = read
    this.nowMs = nowMs
    this.last = busyMsOf(read())
    this.lastAtMs = nowMs()
  }

  /** @returns share of time in which the busiest disk was busy, 0 to 1; null if the system does not report it */
  take(): number | null {
    const [now, atMs, before] = [busyMsOf(this.read()), this.nowMs(), this.last]
    const elapsedMs = atMs - this.lastAtMs
    this.last = now
    this.lastAtMs = atMs
    if (now === null || before === null || elapsedMs <= 0) return null
    const shares = [...now].map(([name, busyMs]) => (busyMs - (before.get(name) ?? busyMs)) / elapsedMs)
    return shares.length === 0 ? null : Math.min(1, Math.max(0, ...shares))
  }
}

function busyMsOf(text: string | null): ReadonlyMap<string, number> | null {
  if (text === null) return null
  const lines = text.split('\n').flatMap((line): [string, number][] => {
    const [, , name = '', ...numbers] = line.trim().split(/\s+/)
    const busyMs = Number(numbers[busyIndexAfterName])
    return name === '' || virtualDevices.test(name) || !Number.isFinite(busyMs) ? [] : [[name, busyMs]]
  })
  return new Map(lines)
}

function readDiskstats(): string | null {
  try {
    return readFileSync('/proc/diskstats', 'utf8')
  } catch {
    return null
  }
}
