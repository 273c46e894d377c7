import type { Dimension } from '../contracts/offering.ts'

/** What a target does not limit, as the object of "this target does not limit …". */
const limitedThing: Readonly<Record<Dimension, string>> = {
  ingress: 'the bytes written to the cluster',
  egress: 'the bytes read from the cluster',
  partitions: 'the number of partitions',
  connections: 'connections',
  'connection-attempts': 'connection attempts',
  requests: 'requests',
  'partition-ingress': 'the bytes written to a partition',
  'partition-egress': 'the bytes read from a partition',
  'consumers-per-partition': 'the consumers of a partition',
  'producer-pipeline': 'a producer by its round trips as the workload would be',
}

/** The thing that a dimension limits, in words. */
export function limitedThingText(dimension: Dimension): string {
  return limitedThing[dimension]
}
