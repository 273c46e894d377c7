/**
 * The time between two produce requests on one connection, by what is known about its parts. The scenario states some of
 * them, such as a round trip. The model gives the others, so only these are in doubt (docs/decisions/bands.md, rule 12).
 */

/** The parts of the time, in ms. */
export type RequestTime = {
  /** Round trip of the client that the scenario states. Requests in flight hide it. */
  readonly statedRoundTripMs: number
  /** Round trip of the client that is assumed. Requests in flight hide it, too. */
  readonly assumedRoundTripMs: number
  /** What the scenario states of the broker's service: the round trip between brokers, a sync of the disk. */
  readonly statedServiceMs: number
  /** The rest of the broker's service, on processors that have nothing else to do. */
  readonly serviceMs: number
  /** Time that the bytes take on the connection. */
  readonly bytesMs: number
  /** Most requests in flight; null if the producer waits for no response (acks=0). */
  readonly inFlight: number | null
}

/** Factors on the parts that the scenario does not state. */
export type Stretch = {
  /** Factor on all of them: 1 / what clusters reach of the law. */
  readonly doubt: number
  /** Factor on the service alone: how far other work on the processors of the broker lengthens it. */
  readonly slowdown: number
}

/** The parts as the law gives them, on a broker without other work. */
export const unstretched: Stretch = { doubt: 1, slowdown: 1 }

/** max((round trip + service) / in flight, service, time of the bytes), in ms. */
export function timeOfRequest(time: RequestTime, { doubt, slowdown }: Stretch): number {
  const serviceMs = time.statedServiceMs + time.serviceMs * doubt * slowdown
  const shortestMs = Math.max(serviceMs, time.bytesMs)
  if (time.inFlight === null) return shortestMs
  const roundTripMs = time.statedRoundTripMs + time.assumedRoundTripMs * doubt
  return Math.max((roundTripMs + serviceMs) / time.inFlight, shortestMs)
}

/** The largest `doubt` with which a request takes no longer than `ms`. 0 or less if what is stated takes longer. */
export function mostDoubt(time: RequestTime, ms: number, slowdown: number): number {
  const serviceMs = time.serviceMs * slowdown
  const ofService = quotient(ms - time.statedServiceMs, serviceMs)
  if (time.inFlight === null) return ofService
  const roomMs = ms * time.inFlight - time.statedRoundTripMs - time.statedServiceMs
  return Math.min(ofService, quotient(roomMs, time.assumedRoundTripMs + serviceMs))
}

function quotient(roomMs: number, partMs: number): number {
  if (partMs > 0) return roomMs / partMs
  return roomMs >= 0 ? Number.POSITIVE_INFINITY : 0
}

/** True if the scenario states a part of the time. */
export function hasStatedPart({ statedRoundTripMs, statedServiceMs }: RequestTime): boolean {
  return statedRoundTripMs > 0 || statedServiceMs > 0
}
