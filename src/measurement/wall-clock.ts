/**
 * Relates a monotonic clock to the wall clock. Pure: the clocks are parameters.
 */

/** The two clocks of a process. */
export interface ProcessClocks {
  /** Monotonic time in ms, with fractions, such as `performance.now()`. */
  readonly monotonicMs: () => number
  /** Wall clock in whole ms since 1970, such as `Date.now()`. */
  readonly wallMs: () => number
}

/** If a tick is observed at least this precisely, the search ends. */
const sharpMs = 0.02
const mostTicks = 25
/** Limit of readings per tick, because the wall clock of a test may not move. */
const mostReadings = 200_000

/**
 * The time of the wall clock, in ms since 1970, at which the monotonic clock was zero.
 *
 * Node's `performance.timeOrigin` is not precise enough: Node reads both clocks one after the other when a process
 * starts, and if the process has to wait for a CPU in between, it is wrong by that wait during its whole life (up to 40
 * ms were measured on two busy CPUs). Here a tick of the wall clock is enclosed by two readings of the monotonic clock.
 * Of several ticks the one with the closest readings is used, so that a wait makes one tick less precise but does not
 * shift the result.
 */
export function wallClockOriginMs(clocks: ProcessClocks): number {
  let best = seeTick(clocks)
  for (let seen = 1; seen < mostTicks && best.widthMs > sharpMs; seen += 1) {
    const tick = seeTick(clocks)
    if (tick.widthMs < best.widthMs) best = tick
  }
  return best.originMs
}

/** Reads the clocks in turn until the wall clock has ticked, which was between the last two readings. */
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
