/**
 * Estimates the offset of another machine's clock from round trips, as NTP does. Pure.
 */
import type { ClockOffset } from '../contracts/agent.ts'

/** The times of one request and its response, in epoch ms. */
export interface RoundTrip {
  /** When the request was sent, by this clock. */
  readonly sentAtMs: number
  /** When the response was sent, by the other clock. */
  readonly answeredAtMs: number
  /** When the response arrived, by this clock. */
  readonly receivedAtMs: number
}

/**
 * The other machine's clock minus this one, and the maximum error of that difference.
 *
 * Uses the shortest round trip. The response was sent at some time between request and receipt, so the error is at most
 * half of the round trip.
 * @throws RangeError if there are no round trips
 */
export function clockOffsetOf(trips: readonly RoundTrip[]): ClockOffset {
  const lengthOf = ({ sentAtMs, receivedAtMs }: RoundTrip) => Math.max(0, receivedAtMs - sentAtMs)
  const [first, ...others] = trips
  if (first === undefined) throw new RangeError('a clock offset needs a round trip')
  const shortest = others.reduce((best, trip) => (lengthOf(trip) < lengthOf(best) ? trip : best), first)
  const boundMs = lengthOf(shortest) / 2
  return { offsetMs: shortest.answeredAtMs - (shortest.sentAtMs + boundMs), boundMs }
}
