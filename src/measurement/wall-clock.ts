/**
 * Relates a monotonic clock to the wall clock. Pure: the clocks are parameters.
 */

/** The two clocks of a process. */
export interface ProcessClocks {
  /** Monotonic time in ms with fractions, such as `performance.now()`. */
  readonly monotonicMs: () => number
  /** Wall clock in whole epoch ms, such as `Date.now()`. */
  readonly wallMs: () => number
}

/** The search for a precise tick ends once a tick is observed within this time, or after this many ticks. */
const preciseEnoughMs = 0.02
const maxTicks = 25
/** At most this many readings are made per tick, because the wall clock of a test may stand still. */
const maxReadingsPerTick = 200_000

/**
 * The wall-clock time, in epoch ms, at which the monotonic clock was zero.
 *
 * Node's `performance.timeOrigin` is not precise enough. Node reads both clocks one after the other when a process
 * starts. If the process has to wait for a CPU in between, `timeOrigin` is wrong by that wait as long as the process
 * lives (up to 40 ms were measured on two busy CPUs). Here a tick of the wall clock is enclosed by two readings of the
 * monotonic clock. Of several ticks the one with the closest readings is used, so a wait makes one tick less precise
 * but does not shift the result.
 */
export function wallClockOriginMs(clocks: ProcessClocks): number {
  let best = observeTick(clocks)
  for (let observed = 1; observed < maxTicks && best.widthMs > preciseEnoughMs; observed += 1) {
    const tick = observeTick(clocks)
    if (tick.widthMs < best.widthMs) best = tick
  }
  return best.originMs
}

/** Reads the clocks in turn until the wall clock ticks. The tick was within `widthMs` of monotonic time. */
function observeTick({ monotonicMs, wallMs }: ProcessClocks): { originMs: number; widthMs: number } {
  let beforeMs = monotonicMs()
  const firstMs = wallMs()
  let betweenMs = monotonicMs()
  for (let reading = 1; ; reading += 1) {
    const tickMs = wallMs()
    const afterMs = monotonicMs()
    if (tickMs !== firstMs || reading === maxReadingsPerTick)
      return { originMs: tickMs - (beforeMs + afterMs) / 2, widthMs: afterMs - beforeMs }
    beforeMs = betweenMs
    betweenMs = afterMs
  }
}
