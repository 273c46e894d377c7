/**
 * The seconds of a run in order: those of the load, those of the drain, and those that are missing.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'

/** Real time without a sample from which on a second counts as missing: below it, a sample was only late. */
const missingTimeMs = 500

/** Distance of two samples beyond their length that a busy machine explains; more is another clock, not another second. */
const longestDelayMs = 2_000

/** The samples of a run, sorted out. */
export interface LoadSeconds {
  /** All seconds, drain included, in order; one entry a second. */
  readonly all: readonly Sample[]
  /** Seconds of the load, as far as it went: rates are measured over these. */
  readonly load: readonly Sample[]
  /** Numbers of the seconds before the last one of which nothing is known. */
  readonly missing: readonly number[]
}

/**
 * Sorts the samples of a run by time and parts load from drain. Samples of one second (from several hosts) become one.
 *
 * `durationMs` of the answer is the time that a sample adds to the ones before it. A second is missing where the time between two samples is not covered by their lengths; a late sample that covers
 * more than a second leaves no hole. A load that was stopped early ends with the last second that offered anything.
 */
export function sortSeconds(plan: RunPlan, samples: readonly Sample[], lost: readonly number[] = []): LoadSeconds {
  const all = withRealLengths(oneSampleASecond(samples))
  const planned = all.filter((sample) => sample.second < plan.durationMs / 1000)
  const load = planned.slice(0, planned.findLastIndex(isOffering) + 1)
  const missing = [...new Set([...findMissing(all), ...lost])].sort((left, right) => left - right)
  return { all, load, missing }
}

function isOffering(sample: Sample): boolean {
  return sample.producers.some((producer) => producer.offeredRecords > 0)
}

function oneSampleASecond(samples: readonly Sample[]): Sample[] {
  const bySecond = new Map<number, Sample>()
  for (const sample of samples) {
    const same = bySecond.get(sample.second)
    bySecond.set(sample.second, same === undefined ? sample : join(same, sample))
  }
  return [...bySecond.values()].sort((left, right) => left.second - right.second)
}

function join(one: Sample, other: Sample): Sample {
  const [left, right] = one.startedAtEpochMs <= other.startedAtEpochMs ? [one, other] : [other, one]
  return {
    second: left.second,
    ...timeOf(left, right),
    // In order of time, so that gauges are read from the later one.
    producers: [...left.producers, ...right.producers],
    consumers: [...left.consumers, ...right.consumers],
    workers: [...left.workers, ...right.workers],
    brokers: [...left.brokers, ...right.brokers],
    hostCpu: left.hostCpu === null ? right.hostCpu : Math.max(left.hostCpu, right.hostCpu ?? 0),
  }
}

/**
 * Time of two samples of one second. Where they overlap it is that of the later one: a host that was held up must not
 * stretch everybody's second. A sample that begins where the other one ends is more time, although a timer that fired early
 * gave it the same number.
 */
function timeOf(left: Sample, right: Sample): Pick<Sample, 'startedAtEpochMs' | 'durationMs'> {
  const overlapMs = left.startedAtEpochMs + left.durationMs - right.startedAtEpochMs
  const isSameTime = overlapMs >= Math.min(left.durationMs, right.durationMs) / 2
  if (isSameTime) return { startedAtEpochMs: right.startedAtEpochMs, durationMs: right.durationMs }
  return { startedAtEpochMs: left.startedAtEpochMs, durationMs: left.durationMs + right.durationMs }
}

/**
 * Lengths that add up to the real time. A sample of several workers has the time of one of them, and where one was held up
 * that is not the time of the others; the starts of neighbouring samples say how far apart they are.
 */
function withRealLengths(ordered: readonly Sample[]): Sample[] {
  return ordered.map((sample, index) => {
    const next = ordered[index + 1]
    const untilNextMs = next === undefined ? 0 : next.startedAtEpochMs - sample.startedAtEpochMs
    if (next === undefined || untilNextMs <= 0 || untilNextMs > sample.durationMs + longestDelayMs) return sample
    const isHole = next.second > sample.second + 1
    return { ...sample, durationMs: isHole ? Math.min(sample.durationMs, untilNextMs) : untilNextMs }
  })
}

function findMissing(ordered: readonly Sample[]): number[] {
  const first = ordered[0]
  if (first === undefined) return []
  const missing = numbersBetween(-1, first.second)
  for (const [index, sample] of ordered.entries()) {
    const next = ordered[index + 1]
    if (next === undefined || next.second === sample.second + 1) continue
    const uncoveredMs = next.startedAtEpochMs - (sample.startedAtEpochMs + sample.durationMs)
    const uncoveredSeconds = Math.floor((uncoveredMs + missingTimeMs) / 1000)
    const between = numbersBetween(sample.second, next.second)
    // The late part of a long sample covers the seconds just after it.
    missing.push(...between.slice(Math.max(0, between.length - Math.max(0, uncoveredSeconds))))
  }
  return missing
}

/** Most seconds of one hole that are listed: a wild number in a file must not become a list of a thousand million. */
const longestHole = 3_600

function numbersBetween(after: number, before: number): number[] {
  const length = Math.min(longestHole, Math.max(0, before - after - 1))
  return Array.from({ length }, (_, index) => after + 1 + index)
}
