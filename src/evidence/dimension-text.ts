import type { Dimension } from '../contracts/offering.ts'

/** What a target does not limit, as the object of "this target does not limit …". */
const limitedThing: Readonly<Record<Dimension, string>> = {
  ingress: 'the bytes written to the cluster',
  egress: 'the bytes read from the cluster',
  partitions: 'the number of partitions',
  connections: 'connections',
  'connection-attempts': 'connection attempts',
  requests: 'requests',
  records: 'the number of records',
  bandwidth: 'the bandwidth of the cluster',
  storage: 'the bytes kept',
  'partition-ingress': 'the bytes written to a partition',
  'partition-egress': 'the bytes read from a partition',
  'consumers-per-partition': 'the consumers of a partition',
  'producer-pipeline': 'a producer by its round trips as the workload would be',
  'producer-client': 'a producer client by itself',
  'consumer-client': 'a consumer by itself',
  'storage-bandwidth': 'the disks of a broker',
  'network-in': 'the network into a broker',
  'network-out': 'the network out of a broker',
  cpu: 'the processors of a broker as the deployment would',
  throughput: 'what the tier was measured to take',
}

/** The thing that a dimension limits, in words. */
export function limitedThingText(dimension: Dimension): string {
  return limitedThing[dimension]
}
