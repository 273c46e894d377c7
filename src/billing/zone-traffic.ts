/**
 * Traffic between zones, as shares of what is written, read and replicated.
 */
import { groupDigits } from '../units/number-text.ts'

/** Zones of a region over which brokers and clients are spread, if nothing else is stated. */
export const usualZones = 3

/** Where clients and replicas are. */
export type ZoneChoice = {
  readonly zones: number
  /** Consumers read from a replica in their own zone (`client.rack` and `replica.selector.class`). */
  readonly followerFetch: boolean
}

/** A share of a traffic that crosses, with its text: "2/3". */
export type CrossingShare = { readonly share: number; readonly text: string }

/** Share of what clients send to or read from leaders in another zone: clients and leaders are spread evenly. */
export function clientShare(zones: number): CrossingShare {
  return { share: (zones - 1) / zones, text: zones === 1 ? '0' : `${zones - 1}/${zones}` }
}

/** The same for consumers, which can read from their own zone. */
export function consumerShare({ zones, followerFetch }: ZoneChoice): CrossingShare {
  return followerFetch ? { share: 0, text: '0' } : clientShare(zones)
}

/** Replicas in another zone than the leader: all others, unless there are more replicas than zones. */
export function replicasElsewhere(replicationFactor: number, zones: number): number {
  return replicationFactor - Math.ceil(replicationFactor / zones)
}

/** "3 zones", "one zone". */
export function zonesText(zones: number): string {
  return zones === 1 ? 'one zone' : `${groupDigits(zones)} zones`
}
