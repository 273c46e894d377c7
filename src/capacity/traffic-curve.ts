import type { Situation } from './situation.ts'
import { atOnceTrafficAt, type Traffic, trafficAt, waitingTrafficAt } from './traffic.ts'

/** Traffic of a situation as a function of the load factor. */
export type TrafficCurve = (factor: number) => Traffic

/**
 * `trafficAt` of a situation with a cache, because headroom, bands and bursts use the same few factors, about a dozen.
 */
export function trafficCurve(situation: Situation): TrafficCurve {
  return cached((factor) => trafficAt(situation, factor))
}

/** The traffic of a load that no client waits with: on hosts it may be more than brokers carry. */
export function atOnceCurve(situation: Situation, usual: TrafficCurve): TrafficCurve {
  return situation.hardware === null ? usual : cached((factor) => atOnceTrafficAt(situation, factor))
}

/** The traffic that decides what saturated brokers carry: on hosts with full batches, otherwise the usual one. */
export function headroomCurve(situation: Situation, usual: TrafficCurve): TrafficCurve {
  return situation.hardware === null ? usual : cached((factor) => waitingTrafficAt(situation, factor))
}

/**
 * The traffic that decides what writers get, where a limit on reading alone holds the readers back: beyond `factor`,
 * readers get no more than at `factor`.
 */
export function readsHeldFrom(situation: Situation, waitingAt: TrafficCurve, factor: number): TrafficCurve {
  const reads = waitingAt(factor)
  const beyond = cached((wanted) =>
    situation.hardware === null ? trafficAt(situation, wanted, reads) : waitingTrafficAt(situation, wanted, reads),
  )
  return (wanted) => (wanted <= factor ? waitingAt(wanted) : beyond(wanted))
}

function cached(trafficOf: TrafficCurve): TrafficCurve {
  const known: Traffic[] = []
  return (factor) => {
    for (const traffic of known) if (traffic.factor === factor) return traffic
    const traffic = trafficOf(factor)
    known.push(traffic)
    return traffic
  }
}
