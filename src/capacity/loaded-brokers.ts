/**
 * Counts the brokers that share a load, for the distance of a configuration from published ones.
 */
import { partWithHottest } from './hottest-partition.ts'
import type { Situation } from './situation.ts'

/**
 * The number of brokers that would be as busy as the busiest one if they shared the load evenly. Further brokers do not
 * change what is carried, so they do not count as a distance from the published configurations.
 */
export function loadedBrokers({ producers, brokers }: Situation): number {
  let [bytes, excessSquared] = [0, 0]
  for (const { payloadBytesPerRecord, peakRecordsPerSec, topic, hottest } of producers) {
    const led = Math.ceil(topic.partitions / brokers)
    const share = partWithHottest(1, hottest.share, led, topic.partitions)
    const ofProducer = payloadBytesPerRecord * peakRecordsPerSec
    bytes += ofProducer
    excessSquared += (ofProducer * Math.max(0, share - 1 / brokers)) ** 2
  }
  return bytes === 0 ? brokers : Math.min(brokers, bytes / (bytes / brokers + Math.sqrt(excessSquared)))
}
