/**
 * Condenses the samples of a run, so that the result of a run of days fits into memory.
 *
 * Latency histograms and counts per partition are the largest part of a sample. A result adds them up over whole quota
 * windows or over the whole load, so the sums of a window can be stored in its last second. Everything else is
 * unchanged, and so is the result, to the record.
 */
import { firstCountingSecond, windowSecondsOf } from '../contracts/plan-windows.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { ProducerSample, Sample } from '../contracts/sample.ts'
import { mergeReadableHistograms } from './histogram.ts'
import { isOffering, isPlanned } from './load-seconds.ts'

/** Largest number of uncondensed seconds in memory, because a quota window may have any length. */
const longestStretch = 60

/**
 * The condensed samples in the same order. Only one stretch of them is in memory at a time, and the caller may do other
 * work between two of them.
 */
export function* condenseSamples(plan: RunPlan, samples: Iterable<Sample>): Generator<Sample> {
  let stretch: Sample[] = []
  let stretchPlace = ''
  for (const sample of samples) {
    const place = placeOf(plan, sample)
    if (place !== stretchPlace || stretch.length === longestStretch) {
      yield* condenseStretch(stretch)
      stretch = []
    }
    stretchPlace = place
    stretch.push(sample)
  }
  yield* condenseStretch(stretch)
}

/**
 * A key of the window, of load or drain, and of whether the second offered records. Seconds with the same key are always
 * counted together, because a load ends with its last second that offered records.
 */
function placeOf(plan: RunPlan, sample: Sample): string {
  const window = Math.floor((sample.second - firstCountingSecond(plan)) / windowSecondsOf(plan))
  return `${window} ${isPlanned(plan, sample)} ${isOffering(sample)}`
}

function condenseStretch(stretch: readonly Sample[]): Sample[] {
  const producers = stretch.flatMap((sample) => sample.producers)
  const consumers = stretch.flatMap((sample) => sample.consumers)
  const partitions = gatherPartitions(producers)
  const service = gatherHistograms(producers.map(({ serviceHistogram }) => serviceHistogram))
  const response = gatherHistograms(producers.map(({ responseHistogram }) => responseHistogram))
  const scheduleDelay = gatherHistograms(producers.map(({ scheduleDelayHistogram }) => scheduleDelayHistogram))
  const endToEnd = gatherHistograms(consumers.map(({ endToEndHistogram }) => endToEndHistogram))
  let producerAt = 0
  let consumerAt = 0
  return stretch.map((sample) => ({
    ...sample,
    producers: sample.producers.map((producer) => {
      const at = producerAt
      producerAt += 1
      return {
        ...producer,
        ackedRecordsByPartition: partitions[at] ?? {},
        serviceHistogram: service[at] ?? null,
        responseHistogram: response[at] ?? null,
        scheduleDelayHistogram: scheduleDelay[at] ?? null,
      }
    }),
    consumers: sample.consumers.map((consumer) => {
      const at = consumerAt
      consumerAt += 1
      return { ...consumer, endToEndHistogram: endToEnd[at] ?? null }
    }),
  }))
}

/** Moves the sum of all histograms to the last second. If one cannot be read, all stay, because a result counts these. */
function gatherHistograms(encoded: readonly (string | null)[]): readonly (string | null)[] {
  if (encoded.filter((entry) => entry !== null).length < 2) return encoded
  const merged = mergeReadableHistograms(encoded)
  if (merged.unreadable > 0) return encoded
  return encoded.map((_, at) => (at === encoded.length - 1 ? merged.encoded : null))
}

/**
 * Moves the counts of each producer to its last second. Topics are kept apart, because their partition numbers overlap.
 */
function gatherPartitions(producers: readonly ProducerSample[]): ProducerSample['ackedRecordsByPartition'][] {
  const lastAt = new Map(producers.map(({ producerId }, at) => [producerId, at]))
  const sums = new Map<string, Record<string, number>>()
  for (const { producerId, ackedRecordsByPartition } of producers) {
    const sum = sums.get(producerId) ?? {}
    for (const [partition, records] of Object.entries(ackedRecordsByPartition)) {
      sum[partition] = (sum[partition] ?? 0) + records
    }
    sums.set(producerId, sum)
  }
  return producers.map(({ producerId }, at) => (lastAt.get(producerId) === at ? (sums.get(producerId) ?? {}) : {}))
}
