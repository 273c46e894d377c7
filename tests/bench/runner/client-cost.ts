/**
 * The cost of a client process: CPU and time between two counts of records that it reported.
 */
import { readCpuSeconds } from '../../../src/runner/embedded/process-sampler.ts'
import { readLoopCpuSeconds, readMostResidentBytes } from './loop-thread.ts'

/** What one client cost. */
export interface ClientCost {
  readonly name: string
  readonly records: number
  readonly cpuSecondsPerMillion: number
  /** Of it by the thread of the loop, with its calls of the library. The rest are the library's own threads. */
  readonly loopSecondsPerMillion: number
  readonly recordsPerSec: number
  /** The most memory that the process had, in bytes. */
  readonly residentBytes: number
  /** What must be known to read the figures. */
  readonly note: string
}

/** Which part of a client's work counts. */
export interface MeasuredPart {
  /** Records that are not counted at the start: the start of a process, a compiler that warms up. */
  readonly skippedRecords: number
  /** Records after those, at least. */
  readonly countedRecords: number
}

interface Point {
  readonly atMs: number
  readonly cpuSeconds: number
  readonly loopSeconds: number
  readonly residentBytes: number
  readonly records: number
}

/** Follows one process; `hasAll` says when enough is counted. */
export class CostMeter {
  private readonly part: MeasuredPart
  private first: Point | null = null
  private last: Point | null = null

  constructor(part: MeasuredPart) {
    this.part = part
  }

  /** The process has done so many records since its start. */
  note(pid: number, records: number): void {
    const cpuSeconds = readCpuSeconds(pid)
    if (cpuSeconds === null || this.hasAll) return
    const loopSeconds = readLoopCpuSeconds(pid) ?? 0
    const residentBytes = readMostResidentBytes(pid) ?? 0
    const point = { atMs: performance.now(), cpuSeconds, loopSeconds, residentBytes, records }
    if (records >= this.part.skippedRecords) this.first ??= point
    this.last = point
  }

  get hasAll(): boolean {
    return this.counted >= this.part.countedRecords
  }

  /** What the client cost; null if it ended before enough was counted. */
  cost(name: string, note: string): ClientCost | null {
    const { first, last, counted } = this
    // The last line of a tool comes after its last count: a few records may be missing.
    if (first === null || last === null || counted < 0.8 * this.part.countedRecords) return null
    return {
      name,
      records: counted,
      cpuSecondsPerMillion: ((last.cpuSeconds - first.cpuSeconds) / counted) * 1e6,
      loopSecondsPerMillion: ((last.loopSeconds - first.loopSeconds) / counted) * 1e6,
      recordsPerSec: (counted / (last.atMs - first.atMs)) * 1000,
      residentBytes: last.residentBytes,
      note,
    }
  }

  private get counted(): number {
    return this.first === null || this.last === null ? 0 : this.last.records - this.first.records
  }
}
