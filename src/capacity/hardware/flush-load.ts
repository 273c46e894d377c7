/**
 * The load that flushes put on a broker: on the threads that wait for them, and on each partition.
 */
import type { Situation, TopicLoad } from '../situation.ts'
import type { ClusterLoad } from './busiest-broker.ts'
import { type Flushing, flushesPerSec } from './flushing.ts'

/**
 * Flushes/s of the hottest partition of a topic entry; 0 if it is not flushed. Computed from its records and batches,
 * not from its share of the bytes, which rises without more flushes if batches of other producers fill.
 */
export function hottestFlushesPerSec({ topic, index }: TopicLoad, { topics }: ClusterLoad): number {
  const flow = topics[index]
  if (topic.flushMessages === undefined || flow === undefined) return 0
  return flushesPerSec(topic.flushMessages, flow.hottestRecordsPerSec, flow.hottestBatchesPerSec)
}

/**
 * Utilisation of the busiest broker by its flushes: of the threads that wait for them or, if that is higher, of the
 * hottest partition, which one thread at a time flushes. 0 if nothing is flushed.
 */
export function flushUtilisation(
  situation: Situation,
  flushing: Flushing | null,
  brokerFlushesPerSec: number,
  traffic: ClusterLoad,
): number {
  if (flushing === null) return 0
  const flushSec = flushing.flushMs / 1000
  let highest = (brokerFlushesPerSec * flushSec) / flushing.ioThreads
  for (const load of situation.topics) {
    highest = Math.max(highest, hottestFlushesPerSec(load, traffic) * flushSec)
  }
  return highest
}
