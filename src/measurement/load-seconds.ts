/**
 * Sorts the samples of a run by second, separates load and drain, and finds missing seconds.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { mergeEncodedHistograms } from './histogram.ts'
import { sumProducers } from './rates.ts'
import { scheduledRecords } from './scheduled-records.ts'

/**
 * A second counts as missing if samples leave at least this many ms of it uncovered. Otherwise a sample was only late.
 */
const missingTimeMs = 500

/** A busy machine delays a sample by at most this. A longer gap between samples means that a clock was set. */
const maxSampleDelayMs = 2_000

/** The sorted samples of a run. */
export interface LoadSeconds {
  /** All seconds including the drain, in order, with one sample per second. */
  readonly all: readonly Sample[]
  /** The seconds of the load, over which rates are measured. */
  readonly load: readonly Sample[]
  /** Numbers of the seconds without any data, up to the last second with data. */
  readonly missing: readonly number[]
}

/**
 * Sorts the samples of a run by time and separates load and drain. Samples of the same second (from several hosts) are
 * merged, and `durationMs` becomes the time that a sample adds to those before it. A load that was stopped early ends
 * with its last second that offered records.
 *
 * A gap between samples loses nothing if a machine was delayed and the next sample contains everything since the gap
 * began. So the seconds of a gap are missing only if offered records are missing, too.
 *
 * @param lost numbers of seconds that are known to be lost
 */
export function sortSeconds(plan: RunPlan, samples: readonly Sample[], lost: readonly number[] = []): LoadSeconds {
  const ordered = mergeSameSeconds(samples)
  const isComplete = lost.length === 0 && isAllOffered(plan, ordered)
  const all = withRealLengths(ordered, isComplete)
  const planned = all.filter((sample) => isPlanned(plan, sample))
  const load = planned.slice(0, planned.findLastIndex(isOffering) + 1)
  const missing = isComplete ? [] : [...new Set([...findGaps(all), ...lost])].sort((left, right) => left - right)
  return { all, load, missing }
}

/** A load that was stopped may lack this many ms of the schedule at its end and still be complete. Less than one second. */
const endToleranceMs = 500

/** True if no record of the schedule is missing up to the last second of the load. */
function isAllOffered(plan: RunPlan, ordered: readonly Sample[]): boolean {
  const last = ordered.findLast((sample) => isPlanned(plan, sample) && isOffering(sample))
  if (last === undefined) return false
  const offered = sumProducers(ordered, (producer) => producer.offeredRecords)
  const endMs = last.second * 1000 + Math.min(1000, last.durationMs)
  return offered > scheduledRecords(plan, endMs - endToleranceMs)
}

/** True for a second of the planned load. Later seconds belong to the drain. */
export function isPlanned(plan: RunPlan, sample: Sample): boolean {
  return sample.second < plan.durationMs / 1000
}

/** True if records were due in the second. */
export function isOffering(sample: Sample): boolean {
  return sample.producers.some((producer) => producer.offeredRecords > 0)
}

function mergeSameSeconds(samples: readonly Sample[]): Sample[] {
  const bySecond = new Map<number, Sample>()
  for (const sample of samples) {
    const same = bySecond.get(sample.second)
    bySecond.set(sample.second, same === undefined ? sample : mergeSamples(same, sample))
  }
  return [...bySecond.values()].sort((left, right) => left.second - right.second)
}

function mergeSamples(one: Sample, other: Sample): Sample {
  const [left, right] = one.startedAtEpochMs <= other.startedAtEpochMs ? [one, other] : [other, one]
  return {
    second: left.second,
    ...timeOf(left, right),
    // In order of time, because the last entry of a producer supplies its gauges.
    producers: [...left.producers, ...right.producers],
    consumers: [...left.consumers, ...right.consumers],
    workers: [...left.workers, ...right.workers],
    brokers: [...left.brokers, ...right.brokers],
    hostCpu: left.hostCpu === null ? right.hostCpu : Math.max(left.hostCpu, right.hostCpu ?? 0),
    ...hostDiskOf(left, right),
    ...hostsOf(left, right),
    ...latestOf(left, right),
    ...connectionsOf(left, right),
  }
}

/** The utilisation of the busier disk. */
function hostDiskOf({ hostDisk: one }: Sample, { hostDisk: other }: Sample): Pick<Sample, 'hostDisk'> {
  if (one === undefined && other === undefined) return {}
  return { hostDisk: Math.max(one ?? 0, other ?? 0) }
}

/** The sum of the connections of both samples. */
function connectionsOf({ connections: one }: Sample, { connections: other }: Sample): Pick<Sample, 'connections'> {
  if (one === undefined || other === undefined) {
    const connections = one ?? other
    return connections === undefined ? {} : { connections }
  }
  const errors: Record<string, number> = { ...one.errors }
  for (const [name, count] of Object.entries(other.errors)) errors[name] = (errors[name] ?? 0) + count
  const connections = {
    open: one.open + other.open,
    attempts: one.attempts + other.attempts,
    failedAttempts: one.failedAttempts + other.failedAttempts,
    attemptHistogram: mergeEncodedHistograms([one.attemptHistogram, other.attemptHistogram]),
    errors,
  }
  return { connections }
}

/** The partition state and the figures of the Prometheus endpoint, each from the later sample that has them. */
function latestOf(left: Sample, right: Sample): Pick<Sample, 'partitionState' | 'prometheus'> {
  const partitionState = right.partitionState ?? left.partitionState
  const prometheus = right.prometheus ?? left.prometheus
  return {
    ...(partitionState === undefined ? {} : { partitionState }),
    ...(prometheus === undefined ? {} : { prometheus }),
  }
}

/** The agents of both samples. */
function hostsOf({ hosts: one }: Sample, { hosts: other }: Sample): Pick<Sample, 'hosts'> {
  if (one === undefined && other === undefined) return {}
  return { hosts: [...(one ?? []), ...(other ?? [])] }
}

/**
 * The time that two samples of the same second cover. If they overlap by at least half of the shorter one, they are
 * from different hosts, and the later sample's time is used, so that a delayed host does not lengthen the second for
 * all. If not, a timer fired early and gave two consecutive samples the same number, and their times are added.
 */
function timeOf(left: Sample, right: Sample): Pick<Sample, 'startedAtEpochMs' | 'durationMs'> {
  const overlapMs = left.startedAtEpochMs + left.durationMs - right.startedAtEpochMs
  const isSameTime = overlapMs >= Math.min(left.durationMs, right.durationMs) / 2
  if (isSameTime) return { startedAtEpochMs: right.startedAtEpochMs, durationMs: right.durationMs }
  return { startedAtEpochMs: left.startedAtEpochMs, durationMs: left.durationMs + right.durationMs }
}

/**
 * Sets durations that add up to the real time. They are computed from the start times of neighbouring samples, because
 * a sample of several workers has the duration of only one of them, which may have been delayed.
 */
function withRealLengths(ordered: readonly Sample[], isComplete: boolean): Sample[] {
  return ordered.map((sample, index) => {
    const next = ordered[index + 1]
    if (next === undefined) return sample
    const untilNextMs = next.startedAtEpochMs - sample.startedAtEpochMs
    const secondsApart = next.second - sample.second
    if (untilNextMs <= 0 || untilNextMs > secondsApart * 1000 + maxSampleDelayMs) return sample
    // If nothing is missing, the sample after a gap contains what happened in the gap, so the gap's time counts.
    const isLoss = secondsApart > 1 && !isComplete
    return { ...sample, durationMs: isLoss ? Math.min(sample.durationMs, untilNextMs) : untilNextMs }
  })
}

function findGaps(ordered: readonly Sample[]): number[] {
  const first = ordered[0]
  if (first === undefined) return []
  const missing = numbersBetween(-1, first.second)
  for (const [index, sample] of ordered.entries()) {
    const next = ordered[index + 1]
    if (next === undefined || next.second === sample.second + 1) continue
    const uncoveredMs = next.startedAtEpochMs - (sample.startedAtEpochMs + sample.durationMs)
    const uncoveredSeconds = Math.floor((uncoveredMs + missingTimeMs) / 1000)
    const between = numbersBetween(sample.second, next.second)
    // A sample that lasts longer than a second covers the seconds just after its own.
    missing.push(...between.slice(Math.max(0, between.length - Math.max(0, uncoveredSeconds))))
  }
  return missing
}

/**
 * At most this many seconds are listed per gap, so that a wrong number in a file does not become a list of 10⁹ entries.
 */
const maxSecondsPerGap = 3_600

function numbersBetween(after: number, before: number): number[] {
  const length = Math.min(maxSecondsPerGap, Math.max(0, before - after - 1))
  return Array.from({ length }, (_, index) => after + 1 + index)
}
