/** A predicted median latency of 3 ms, with its band and its parts. */
export const knownLatency = {
  produce: {
    medianMs: { low: 1, likely: 3, high: 9 },
    producer: 'writer',
    batchWaitMs: 0,
    roundTripMs: { low: 0.5, likely: 1, high: 2 },
    handlingMs: { low: 0.5, likely: 2, high: 7 },
  },
  reason: 'Wait, round trips, and the rest.',
}
