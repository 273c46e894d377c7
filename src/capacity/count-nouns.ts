/**
 * What the counts of a scenario count, for the words beside a number and to read "12 partitions" in the field of partitions.
 */

/** A noun, and other words that people write for it. */
export type CountNoun = { readonly singular: string; readonly plural: string; readonly also?: readonly string[] }

const clientWords = ['client', 'clients', 'pod', 'pods', 'instance', 'instances']

/** The noun of each field, by its place without the numbers of lists. The size of a deployment has the offering's unit. */
export const countNouns = {
  'workload.topics[].count': { singular: 'topic', plural: 'topics' },
  'workload.topics[].partitions': { singular: 'partition', plural: 'partitions' },
  'workload.topics[].replicationFactor': { singular: 'replica', plural: 'replicas' },
  'workload.topics[].minInsyncReplicas': { singular: 'replica', plural: 'replicas' },
  'workload.topics[].flushMessages': { singular: 'record', plural: 'records', also: ['message', 'messages'] },
  'workload.producers[].clients': {
    singular: 'producer',
    plural: 'producers',
    also: ['producer client', 'producer clients', ...clientWords],
  },
  'workload.producers[].keys.distinct': { singular: 'distinct key', plural: 'distinct keys', also: ['key', 'keys'] },
  'workload.producers[].keysPerClient': { singular: 'own key', plural: 'own keys', also: ['key', 'keys'] },
  'workload.producers[].maxInFlight': {
    singular: 'request in flight',
    plural: 'requests in flight',
    also: ['request', 'requests'],
  },
  'workload.producers[].synchronousSenders': {
    singular: 'sender',
    plural: 'senders',
    also: ['thread', 'threads'],
  },
  'workload.consumerGroups[].count': {
    singular: 'consumer group',
    plural: 'consumer groups',
    also: ['group', 'groups'],
  },
  'workload.consumerGroups[].members': {
    singular: 'consumer',
    plural: 'consumers',
    also: ['member', 'members', ...clientWords],
  },
  'workload.connections.total': { singular: 'connection', plural: 'connections' },
  'deployment.ioThreads': { singular: 'thread', plural: 'threads' },
  'deployment.volume.count': { singular: 'volume', plural: 'volumes' },
} as const satisfies Readonly<Record<string, CountNoun>>

/** All words of a noun. */
export function wordsOf({ singular, plural, also = [] }: CountNoun): readonly string[] {
  return [singular, plural, ...also]
}

/** The words that may follow a count at a place without numbers, `workload.topics[].partitions`; none for other places. */
export function countWordsAt(pattern: string): readonly string[] {
  const noun = Object.entries<CountNoun>(countNouns).find(([place]) => place === pattern)?.[1]
  return noun === undefined ? [] : wordsOf(noun)
}
