/**
 * Condenses the samples of a run, so that the result of a run of several days can be computed in memory.
 *
 * Latency histograms and counts per partition are the largest part of a sample. A result adds them up over whole quota
 * windows or over the whole load, so a window's sum can be stored in its last second. The rest of each sample stays as
 * it is, and the result is the same, to the record.
 */
import { firstCountingSecond, windowSecondsOf } from '../contracts/plan-windows.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { ProducerSample, Sample } from '../contracts/sample.ts'
import { mergeReadableHistograms } from './histogram.ts'
import { isOffering, isPlanned } from './load-seconds.ts'

/** At most this many seconds are condensed at once, because a quota window may have any length. */
const maxStretchSeconds = 60

/**
 * The condensed samples in the same order. A stretch is a series of seconds that are condensed together. Only one
 * stretch is in memory at a time, and the caller may do other work between two samples.
 */
export function* condenseSamples(plan: RunPlan, samples: Iterable<Sample>): Generator<Sample> {
  const condenser = new SampleCondenser(plan)
  for (const sample of samples) yield* condenser.add(sample)
  yield* condenser.openStretch()
}

/** Condenses the samples of a run in progress, each of them once. */
export class SampleCondenser {
  private readonly plan: RunPlan
  private stretch: Sample[] = []
  private currentKey = ''

  constructor(plan: RunPlan) {
    this.plan = plan
  }

  /** Takes the next sample. If it begins a new stretch, returns the stretch before it, condensed; else an empty list. */
  add(sample: Sample): readonly Sample[] {
    const key = stretchKeyOf(this.plan, sample)
    const isNext = key !== this.currentKey || this.stretch.length === maxStretchSeconds
    const ended = isNext ? this.openStretch() : []
    if (isNext) this.stretch = []
    this.currentKey = key
    this.stretch.push(sample)
    return ended
  }

  /** The stretch that has not ended yet, condensed as far as it goes. */
  openStretch(): readonly Sample[] {
    return condenseStretch(this.stretch)
  }
}

/**
 * A key of what a result always counts together: the quota window, load or drain, and whether records were offered. The
 * last part is needed because a load ends with its last second that offered records.
 */
function stretchKeyOf(plan: RunPlan, sample: Sample): string {
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

/**
 * Replaces the histograms with their sum in the last entry. If one cannot be read, all stay as they are, because a
 * result counts unreadable histograms.
 */
function gatherHistograms(encoded: readonly (string | null)[]): readonly (string | null)[] {
  if (encoded.filter((entry) => entry !== null).length < 2) return encoded
  const merged = mergeReadableHistograms(encoded)
  if (merged.unreadable > 0) return encoded
  return encoded.map((_, at) => (at === encoded.length - 1 ? merged.encoded : null))
}

/**
 * Moves the counts of each producer to its last entry. Producers are kept apart, because partitions of different topics
 * have the same numbers.
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
