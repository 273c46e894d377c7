/**
 * Divides a worker's time into seconds since the agreed start. They end at the same wall times in all workers.
 */
import { epochMs } from './clock.ts'

/** A timer may fire slightly early. If it is early by no more than this, it still ends the second. */
const earlyMs = 20

/** A second that just ended. */
export type EndedSecond = {
  /** Number of the second that ended; the last one if the process was too busy and several seconds ended together. */
  readonly second: number
  readonly startedAtEpochMs: number
  readonly durationMs: number
  readonly nowMs: number
}

/** Calls `onSecond` at every full second after the start. */
export class SecondClock {
  private readonly startMs: number
  private readonly onSecond: (ended: EndedSecond) => void
  /** End of the last second that was reported, epoch ms. */
  private lastEndMs: number
  /** Number of that second. */
  private lastSecond = -1
  private timer: NodeJS.Timeout | undefined

  constructor(startMs: number, onSecond: (ended: EndedSecond) => void) {
    this.startMs = startMs
    this.lastEndMs = startMs
    this.onSecond = onSecond
    this.schedule()
  }

  /** Ends the present second early and stops the clock. @returns null if no time has passed since the last second */
  finish(): EndedSecond | null {
    clearTimeout(this.timer)
    const nowMs = epochMs()
    return nowMs <= this.lastEndMs ? null : this.endAt(nowMs, Math.max(0, Math.floor((nowMs - this.startMs) / 1000)))
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
      this.onSecond(this.endAt(nowMs, second))
    }
    this.schedule()
  }

  private endAt(nowMs: number, second: number): EndedSecond {
    const startedAtEpochMs = this.lastEndMs
    this.lastEndMs = nowMs
    return { second, startedAtEpochMs, durationMs: nowMs - startedAtEpochMs, nowMs }
  }
}
