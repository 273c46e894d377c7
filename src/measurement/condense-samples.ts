/**
 * The seconds of a run with their bulk added up, so that a result can be computed of a run of days.
 *
 * Latency histograms and the records of each partition are most of a second. A result adds them up over whole quota
 * windows or over the whole load and never looks at those of one second, so what a window has of them can stand in its last
 * second. Everything else stays as it was, and so does the result, to the record.
 */
import { firstCountingSecond, windowSecondsOf } from '../contracts/plan-windows.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { ProducerSample, Sample } from '../contracts/sample.ts'
import { mergeReadableHistograms } from './histogram.ts'
import { isOffering, isPlanned } from './load-seconds.ts'

/** Most seconds that are held as they came: a quota window may be of any length. */
const longestStretch = 60

/**
 * The same samples in the same order, with less in them. They are taken one after another, and no more than a stretch of
 * them is held as it came: whoever asks may do something else between two of them.
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
 * Seconds of one place are in or out together, of windows and of the load: that ends with its last second that offered
 * anything.
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

/** All of them in the place of the last one. Where one cannot be read they stay as they are: a result counts those. */
function gatherHistograms(encoded: readonly (string | null)[]): readonly (string | null)[] {
  if (encoded.filter((entry) => entry !== null).length < 2) return encoded
  const merged = mergeReadableHistograms(encoded)
  if (merged.unreadable > 0) return encoded
  return encoded.map((_, at) => (at === encoded.length - 1 ? merged.encoded : null))
}

/** Those of each producer in the place of its last second: partitions of several topics have the same numbers. */
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
