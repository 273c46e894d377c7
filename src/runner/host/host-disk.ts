/**
 * How busy this machine's disks are, from Linux's /proc/diskstats.
 */
import { readFileSync } from 'node:fs'

/** Position of "time spent doing I/Os", in ms, after the device's name (kernel's iostats.rst, field 10). */
const busyIndexAfterName = 9

/** Devices without a disk of their own behind them. */
const noDisk = /^(loop|ram|zram|dm-|md|sr|fd)/

/** Share of the time since the last call in which the busiest disk worked; null where the system does not tell. */
export class HostDisk {
  private readonly read: () => string | null
  private readonly nowMs: () => number
  private last: ReadonlyMap<string, number> | null
  private lastAtMs: number

  /** `read` and `nowMs` stand in tests for the file and the clock. */
  constructor(read: () => string | null = readDiskstats, nowMs: () => number = () => performance.now()) {
    this.read = read
    this.nowMs = nowMs
    this.last = busyMsOf(read())
    this.lastAtMs = nowMs()
  }

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
    return name === '' || noDisk.test(name) || !Number.isFinite(busyMs) ? [] : [[name, busyMs]]
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
