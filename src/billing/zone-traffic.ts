/**
 * Traffic between zones, as shares of the bytes written, read and replicated.
 */
import { groupDigits } from '../units/number-text.ts'

/** Default number of zones over which brokers and clients are spread. */
export const usualZones = 3

/** Placement of clients and replicas. */
export type ZoneChoice = {
  readonly zones: number
  /** True if consumers read from a replica in their own zone (`client.rack` and `replica.selector.class`). */
  readonly followerFetch: boolean
}

/** The share of traffic that crosses zones, 0 to 1, and the same as text: "2/3". */
export type CrossingShare = { readonly share: number; readonly text: string }

/** Share of the traffic between clients and leaders that crosses zones, if both are spread evenly over the zones. */
export function clientShare(zones: number): CrossingShare {
  return { share: (zones - 1) / zones, text: zones === 1 ? '0' : `${zones - 1}/${zones}` }
}

/** Share of the traffic to consumers that crosses zones. With follower fetching it is 0. */
export function consumerShare({ zones, followerFetch }: ZoneChoice): CrossingShare {
  return followerFetch ? { share: 0, text: '0' } : clientShare(zones)
}

/**
 * Number of replicas that are in another zone than the leader: all except the leader, or fewer if there are more replicas
 * than zones.
 */
export function replicasElsewhere(replicationFactor: number, zones: number): number {
  return replicationFactor - Math.ceil(replicationFactor / zones)
}

/** "3 zones", "one zone". */
export function zonesText(zones: number): string {
  return zones === 1 ? 'one zone' : `${groupDigits(zones)} zones`
}
