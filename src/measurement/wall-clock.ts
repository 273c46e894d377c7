/**
 * Where a clock that never jumps stands on the wall clock. Pure: the clocks are handed in.
 */

/** The two clocks of a process. */
export interface ProcessClocks {
  /** Ms since some moment, in fractions; never jumps, as `performance.now()`. */
  readonly monotonicMs: () => number
  /** Whole ms since 1970, as `Date.now()`. */
  readonly wallMs: () => number
}

/** A tick that is seen as sharply as this needs no better one. */
const sharpMs = 0.02
const mostTicks = 25
/** A wall clock that stands still, as tests have it, is read this often for a tick, and no more. */
const mostReadings = 200_000

/**
 * The wall clock's time, in ms since 1970, at which the clock that never jumps showed zero.
 *
 * Node's `performance.timeOrigin` is not it: Node reads its two clocks one after the other when a process starts, and a
 * process that has to wait for a processor between the two is wrong by that wait for as long as it lives (40 ms were
 * seen on two busy processors). Here a tick of the wall clock lies between two readings of the other one; of some ticks
 * the one with the least between its readings counts, so that a wait widens a tick and moves no clock.
 */
export function wallClockOriginMs(clocks: ProcessClocks): number {
  let best = seeTick(clocks)
  for (let seen = 1; seen < mostTicks && best.widthMs > sharpMs; seen += 1) {
    const tick = seeTick(clocks)
    if (tick.widthMs < best.widthMs) best = tick
  }
  return best.originMs
}

/** Reads the clocks in turn until the wall clock has moved: it did so between its last two readings. */
function seeTick({ monotonicMs, wallMs }: ProcessClocks): { originMs: number; widthMs: number } {
  let beforeMs = monotonicMs()
  const firstMs = wallMs()
  let betweenMs = monotonicMs()
  for (let reading = 1; ; reading += 1) {
    const tickMs = wallMs()
    const afterMs = monotonicMs()
    if (tickMs !== firstMs || reading === mostReadings)
      return { originMs: tickMs - (beforeMs + afterMs) / 2, widthMs: afterMs - beforeMs }
    beforeMs = betweenMs
    betweenMs = afterMs
  }
}
