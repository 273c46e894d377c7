/**
 * Latencies over a set of seconds, merged from histograms.
 */
import type { LatencySummary, Result } from '../contracts/result.ts'
import type { Sample } from '../contracts/sample.ts'
import { mergeReadableHistograms, summariseHistogram } from './histogram.ts'

/** Latencies, and the number of unreadable histograms that are not included. */
export interface Latencies {
  readonly latency: Result['latency']
  readonly unreadableHistograms: number
}

/** Merges the latencies of all producers and groups over a set of seconds. */
export function mergeLatencies(seconds: readonly Sample[]): Latencies {
  const producers = seconds.flatMap((sample) => sample.producers)
  const consumers = seconds.flatMap((sample) => sample.consumers)
  let unreadableHistograms = 0
  const summarise = (encoded: readonly (string | null)[]): LatencySummary | null => {
    const merged = mergeReadableHistograms(encoded)
    unreadableHistograms += merged.unreadable
    return summariseHistogram(merged.encoded)
  }
  const latency = {
    service: summarise(producers.map((producer) => producer.serviceHistogram)),
    response: summarise(producers.map((producer) => producer.responseHistogram)),
    scheduleDelay: summarise(producers.map((producer) => producer.scheduleDelayHistogram)),
    endToEnd: summarise(consumers.map((consumer) => consumer.endToEndHistogram)),
  }
  return { latency, unreadableHistograms }
}
