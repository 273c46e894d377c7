/**
 * The seconds of a run in order: those of the load, those of the drain, and those that are missing.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { mergeEncodedHistograms } from './histogram.ts'
import { sumProducers } from './rates.ts'
import { scheduledRecords } from './scheduled-records.ts'

/** Real time without a sample from which on a second counts as missing: below it, a sample was only late. */
const missingTimeMs = 500

/** Distance of two samples beyond their numbers that a busy machine explains; more means that a clock was set. */
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
 * Sorts the samples of a run by time and parts load from drain. Samples of one second (from several hosts) become one, and
 * `durationMs` becomes the time that a sample adds to the ones before it. A load that was stopped early ends with the last
 * second that offered anything.
 *
 * A hole between samples is no loss where a machine was held up and the next sample holds all that happened meanwhile:
 * records offered by the schedule tell. Seconds of a hole are missing only where offered records are, too.
 */
export function sortSeconds(plan: RunPlan, samples: readonly Sample[], lost: readonly number[] = []): LoadSeconds {
  const ordered = oneSampleASecond(samples)
  const isComplete = lost.length === 0 && isAllOffered(plan, ordered)
  const all = withRealLengths(ordered, isComplete)
  const planned = all.filter((sample) => isPlanned(plan, sample))
  const load = planned.slice(0, planned.findLastIndex(isOffering) + 1)
  const missing = isComplete ? [] : [...new Set([...findHoles(all), ...lost])].sort((left, right) => left - right)
  return { all, load, missing }
}

/** Half a second of the schedule may be short at the end of a load that was stopped: less than a second that is lost. */
const looseEndMs = 500

/** True where no record of the schedule is missing up to the last second of the load. */
function isAllOffered(plan: RunPlan, ordered: readonly Sample[]): boolean {
  const last = ordered.findLast((sample) => isPlanned(plan, sample) && isOffering(sample))
  if (last === undefined) return false
  const offered = sumProducers(ordered, (producer) => producer.offeredRecords)
  const endMs = last.second * 1000 + Math.min(1000, last.durationMs)
  return offered > scheduledRecords(plan, endMs - looseEndMs)
}

/** True for a second of the planned load; those after it are of the drain. */
export function isPlanned(plan: RunPlan, sample: Sample): boolean {
  return sample.second < plan.durationMs / 1000
}

/** True where records were due in a second. */
export function isOffering(sample: Sample): boolean {
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
    ...hostDiskOf(left, right),
    ...partitionStateOf(left, right),
    ...connectionsOf(left, right),
  }
}

/** The busier one. */
function hostDiskOf({ hostDisk: one }: Sample, { hostDisk: other }: Sample): Pick<Sample, 'hostDisk'> {
  if (one === undefined && other === undefined) return {}
  return { hostDisk: Math.max(one ?? 0, other ?? 0) }
}

/** Several hosts hold connections each: they add up. */
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

/** What was asked later counts. */
function partitionStateOf(left: Sample, right: Sample): Pick<Sample, 'partitionState'> {
  const partitionState = right.partitionState ?? left.partitionState
  return partitionState === undefined ? {} : { partitionState }
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
function withRealLengths(ordered: readonly Sample[], isComplete: boolean): Sample[] {
  return ordered.map((sample, index) => {
    const next = ordered[index + 1]
    if (next === undefined) return sample
    const untilNextMs = next.startedAtEpochMs - sample.startedAtEpochMs
    const secondsApart = next.second - sample.second
    if (untilNextMs <= 0 || untilNextMs > secondsApart * 1000 + longestDelayMs) return sample
    // Where nothing is missing, the sample after a hole holds what happened in it, so its time counts.
    const isLoss = secondsApart > 1 && !isComplete
    return { ...sample, durationMs: isLoss ? Math.min(sample.durationMs, untilNextMs) : untilNextMs }
  })
}

function findHoles(ordered: readonly Sample[]): number[] {
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
