/**
 * Ends the seconds of a worker: at the same wall times in all workers, counted from the agreed start.
 */
import { epochMs } from './clock.ts'

/** Timers may fire this much early by the wall clock. */
const earlyMs = 20

/** A second that just ended. */
export type EndedSecond = {
  /** The last second that ended; where the process was held up, it covers several. */
  readonly second: number
  readonly startedAtEpochMs: number
  readonly durationMs: number
  readonly nowMs: number
}

/** Calls back at every full second after the start. */
export class SecondClock {
  private readonly startMs: number
  private readonly onSecond: (ended: EndedSecond) => void
  private lastCutMs: number
  private lastSecond = -1
  private timer: NodeJS.Timeout | undefined

  constructor(startMs: number, onSecond: (ended: EndedSecond) => void) {
    this.startMs = startMs
    this.lastCutMs = startMs
    this.onSecond = onSecond
    this.schedule()
  }

  /** Ends the second that is running, before its time. No more calls after this one. */
  finish(): EndedSecond | null {
    clearTimeout(this.timer)
    const nowMs = epochMs()
    return nowMs <= this.lastCutMs ? null : this.cut(nowMs, Math.max(0, Math.floor((nowMs - this.startMs) / 1000)))
  }

  private schedule(): void {
    const nowMs = epochMs()
    const next = Math.max(this.lastSecond + 2, Math.floor((nowMs + earlyMs - this.startMs) / 1000) + 1)
    this.timer = setTimeout(() => this.fire(), Math.max(0, this.startMs + next * 1000 - nowMs))
  }

  private fire(): void {
    const nowMs = epochMs()
    const second = Math.floor((nowMs + earlyMs - this.startMs) / 1000) - 1
    if (second > this.lastSecond) {
      this.lastSecond = second
      this.onSecond(this.cut(nowMs, second))
    }
    this.schedule()
  }

  private cut(nowMs: number, second: number): EndedSecond {
    const startedAtEpochMs = this.lastCutMs
    this.lastCutMs = nowMs
    return { second, startedAtEpochMs, durationMs: nowMs - startedAtEpochMs, nowMs }
  }
}
