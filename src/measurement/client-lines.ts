/**
 * Summary lines of the clients over a load, like the last lines that Kafka's own perf tools print.
 */
import type { ClientLine } from '../contracts/benchmark.ts'
import { type RunPlan, runNamePrefix } from '../contracts/run-plan.ts'
import type { ConsumerSample, ProducerSample, Sample } from '../contracts/sample.ts'
import { mergeReadableHistograms, summariseHistogram } from './histogram.ts'
import { sortSeconds } from './load-seconds.ts'

/**
 * One line per producer and per consumer group, in the order of the plan.
 *
 * As in Kafka's perf tools, rates cover the whole load including the burn-in, and latency is measured from the actual
 * send. All members of a group share a line, because they have no samples of their own.
 */
export function clientLines(plan: RunPlan, samples: readonly Sample[]): ClientLine[] {
  const { load } = sortSeconds(plan, samples)
  const seconds = load.reduce((sum, sample) => sum + sample.durationMs, 0) / 1000
  if (seconds === 0) return []
  const producers = load.flatMap((sample) => sample.producers)
  const consumers = load.flatMap((sample) => sample.consumers)
  return [
    ...plan.producers.map(({ id }) =>
      producerLine(
        id,
        producers.filter(({ producerId }) => producerId === id),
        seconds,
      ),
    ),
    ...plan.consumerGroups.map(({ groupId }) =>
      groupLine(
        groupId.replace(`${runNamePrefix}${plan.runId}-`, ''),
        consumers.filter((sample) => sample.groupId === groupId),
        seconds,
      ),
    ),
  ]
}

function producerLine(client: string, samples: readonly ProducerSample[], seconds: number): ClientLine {
  const merged = mergeReadableHistograms(samples.map((sample) => sample.serviceHistogram))
  const latency = summariseHistogram(merged.encoded)
  return {
    client,
    role: 'producer',
    recordsPerSec: samples.reduce((sum, sample) => sum + sample.ackedRecords, 0) / seconds,
    payloadBytesPerSec: samples.reduce((sum, sample) => sum + sample.ackedPayloadBytes, 0) / seconds,
    service: latency === null ? null : percentilesOf(latency),
  }
}

function percentilesOf({ meanUs, maxUs, p50Us, p95Us, p99Us, p999Us }: NonNullable<ClientLine['service']>) {
  return { meanUs, maxUs, p50Us, p95Us, p99Us, p999Us }
}

function groupLine(client: string, samples: readonly ConsumerSample[], seconds: number): ClientLine {
  return {
    client,
    role: 'consumer-group',
    recordsPerSec: samples.reduce((sum, sample) => sum + sample.records, 0) / seconds,
    payloadBytesPerSec: samples.reduce((sum, sample) => sum + sample.payloadBytes, 0) / seconds,
    service: null,
  }
}
