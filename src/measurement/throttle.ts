/**
 * Finds the seconds in which brokers throttled clients.
 */
import type { Result } from '../contracts/result.ts'
import type { Sample } from '../contracts/sample.ts'

/** The throttle time that one client reported in one second. */
interface ThrottleReport {
  readonly clientId: string
  readonly throttleMs: number
}

/** Numbers of the seconds in which at least one client of a role was throttled. */
export interface ThrottledSeconds {
  readonly producers: ReadonlySet<number>
  readonly consumers: ReadonlySet<number>
}

/**
 * Finds the throttled seconds of a load.
 *
 * A broker announces how long it throttles a connection and then sends nothing. So a report of 10 s covers the next ten
 * seconds, although no further report arrives.
 */
export function findThrottledSeconds(load: readonly Sample[]): ThrottledSeconds {
  return {
    producers: throttledSecondsOf(load, (sample) =>
      sample.producers.map(({ producerId, throttleMs }) => ({ clientId: producerId, throttleMs })),
    ),
    consumers: throttledSecondsOf(load, (sample) =>
      sample.consumers.map(({ groupId, throttleMs }) => ({ clientId: groupId, throttleMs })),
    ),
  }
}

/** The share of throttled seconds in a set of seconds; 0 for an empty set. */
export function throttledFraction(seconds: readonly Sample[], throttled: ReadonlySet<number>): number {
  if (seconds.length === 0) return 0
  return seconds.filter((sample) => throttled.has(sample.second)).length / seconds.length
}

/** The longest throttle time that a broker reported, in ms; 0 if none. */
export function maxThrottleMs(seconds: readonly Sample[]): number {
  let largest = 0
  for (const sample of seconds) {
    for (const client of [...sample.producers, ...sample.consumers]) largest = Math.max(largest, client.throttleMs)
  }
  return largest
}

/** The throttling over the whole load, for a result. */
export function summariseThrottle(load: readonly Sample[], throttled: ThrottledSeconds): Result['throttle'] {
  return {
    maxMs: maxThrottleMs(load),
    producerSecondsFraction: throttledFraction(load, throttled.producers),
    consumerSecondsFraction: throttledFraction(load, throttled.consumers),
  }
}

function throttledSecondsOf(load: readonly Sample[], read: (sample: Sample) => readonly ThrottleReport[]): Set<number> {
  const throttledUntilEpochMs = new Map<string, number>()
  const throttled = new Set<number>()
  for (const sample of load) {
    for (const { clientId, throttleMs } of read(sample)) {
      const untilEpochMs = throttledUntilEpochMs.get(clientId) ?? 0
      if (throttleMs > 0 || untilEpochMs > sample.startedAtEpochMs) throttled.add(sample.second)
      throttledUntilEpochMs.set(clientId, Math.max(untilEpochMs, sample.startedAtEpochMs + throttleMs))
    }
  }
  return throttled
}
