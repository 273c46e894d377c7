/**
 * How far another machine's clock is from this one's, from round trips (as NTP does it). Pure.
 */
import type { ClockOffset } from '../contracts/agent.ts'

/** One question and its answer, in ms since 1970 by the clock named. */
export interface RoundTrip {
  /** When the question left, by this clock. */
  readonly sentAtMs: number
  /** When it was answered, by the other clock. */
  readonly answeredAtMs: number
  /** When the answer came, by this clock. */
  readonly receivedAtMs: number
}

/**
 * The other clock minus this one, and how far that can be wrong whatever the ways there and back took.
 *
 * Takes the shortest round trip: its answer lies somewhere between question and receipt, so half of it is the bound.
 * @throws RangeError without round trips
 */
export function clockOffsetOf(trips: readonly RoundTrip[]): ClockOffset {
  const lengthOf = ({ sentAtMs, receivedAtMs }: RoundTrip) => Math.max(0, receivedAtMs - sentAtMs)
  const [first, ...others] = trips
  if (first === undefined) throw new RangeError('a clock offset needs a round trip')
  const shortest = others.reduce((best, trip) => (lengthOf(trip) < lengthOf(best) ? trip : best), first)
  const boundMs = lengthOf(shortest) / 2
  return { offsetMs: shortest.answeredAtMs - (shortest.sentAtMs + boundMs), boundMs }
}
