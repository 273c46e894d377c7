import type { Situation } from './situation.ts'
import { type Traffic, trafficAt, waitingTrafficAt } from './traffic.ts'

/** Traffic of one situation by load factor. */
export type TrafficCurve = (factor: number) => Traffic

/**
 * `trafficAt` of a situation that keeps its answers: the headroom, the bands around it and the bursts above it ask for
 * the same few factors, a dozen in all.
 */
export function trafficCurve(situation: Situation): TrafficCurve {
  return remembering((factor) => trafficAt(situation, factor))
}

/** The traffic that decides the headroom: on hosts with batches as full as waiting makes them. */
export function headroomCurve(situation: Situation, usual: TrafficCurve): TrafficCurve {
  return situation.hardware === null ? usual : remembering((factor) => waitingTrafficAt(situation, factor))
}

function remembering(trafficOf: TrafficCurve): TrafficCurve {
  const known: Traffic[] = []
  return (factor) => {
    for (const traffic of known) if (traffic.factor === factor) return traffic
    const traffic = trafficOf(factor)
    known.push(traffic)
    return traffic
  }
}
