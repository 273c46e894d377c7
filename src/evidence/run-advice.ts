/**
 * Why a run fell short, and what to do: the troubleshooting tips of Confluent's white paper, each said only where what was
 * measured gives reason for it.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import { limiterRecords } from '../contracts/limiters.ts'
import type { MeasuredRecord } from '../contracts/run-record.ts'
import type { Sample } from '../contracts/sample.ts'
import { sumProducers } from '../measurement/rates.ts'
import { formatCount } from '../units/count.ts'
import { formatPercent } from '../units/ratio.ts'
import { formatRecordRate } from '../units/record-rate.ts'

/** A run short of this share of the expected rate fell short by more than the noise of a steady window. */
const shortRatio = 0.97

/** If the last third is this much faster than the first, a load balancer before the brokers was still scaling. */
const warmingUpRatio = 1.15

/** Above this utilisation a dimension that takes from the bandwidth does so, by Confluent's guidance on cluster load. */
const fullUtilisation = 0.8

/** The parts of a run that advice is read from. */
export type AdvisedRun = Pick<MeasuredRecord, 'result' | 'prediction' | 'target' | 'scenario'>

/** Why a run got less than expected, a sentence a reason; empty where it got that much, or nothing explains it. */
export function adviceOf(run: AdvisedRun, samples: readonly Sample[]): string[] {
  const { result, prediction } = run
  if (result === null) return []
  // Acknowledged records: bytes count when they are sent, and a slow broker may hold seconds of them.
  const measured = result.steady?.recordsPerSec.mean ?? result.wholeRun.recordsPerSec
  if (measured >= shortRatio * prediction.expected.recordsPerSec.likely) return []
  return [...aboutLimiter(run), ...warmingUp(run, samples), ...partitions(run), ...behaviour(run)]
}

function aboutLimiter({ result }: AdvisedRun): string[] {
  if (result === null) return []
  const { limiter, sentence } = result.diagnosis
  const { adviceAfterShortRun } = limiterRecords[limiter]
  return adviceAfterShortRun === null ? [] : [`${sentence} ${adviceAfterShortRun}`]
}

/** Embedded brokers have no load balancer before them. */
function warmingUp({ target }: AdvisedRun, samples: readonly Sample[]): string[] {
  if (target.kind !== 'connection') return []
  const third = Math.floor(samples.length / 3)
  const [first, last] = [ackedPerSec(samples.slice(0, third)), ackedPerSec(samples.slice(-third))]
  if (third === 0 || last < warmingUpRatio * first) return []
  const rates = `${formatRecordRate(first)} in its first third, ${formatRecordRate(last)} in its last`
  return [`The rate still rose during the load (${rates}), as behind a load balancer that grows with it: run it again.`]
}

function ackedPerSec(samples: readonly Sample[]): number {
  const ms = samples.reduce((sum, sample) => sum + sample.durationMs, 0)
  return ms === 0 ? 0 : (sumProducers(samples, (producer) => producer.ackedRecords) * 1000) / ms
}

function partitions({ prediction, scenario }: AdvisedRun): string[] {
  const few = prediction.minimumPartitions.flatMap(({ topic, partitions: least }) => {
    const topicEntry = scenario.workload.topics.find(({ name }) => name === topic)
    return topicEntry !== undefined && topicEntry.partitions < least
      ? [{ topic, topicEntry: topicEntry.partitions, least }]
      : []
  })
  return few.map(
    ({ topic, topicEntry, least }) =>
      `"${topic}" has ${formatCount(topicEntry)} partitions, too few for this rate: give it at least ${formatCount(least)}.`,
  )
}

function behaviour({ prediction, result }: AdvisedRun): string[] {
  return prediction.constraints.flatMap(({ dimension, capacity, utilisation, unit }) => {
    if (!dimensionRecords[dimension].takesFromBandwidth || capacity === 0) return []
    // Only produce requests were counted.
    const seen =
      dimension === 'requests' ? Math.max(utilisation, (result?.requestsPerSec ?? 0) / capacity) : utilisation
    if (seen < fullUtilisation) return []
    const limit = `${formatPercent(seen)} of the limit of ${formatCount(Math.round(capacity))} ${unit}`
    return [`The clients use ${limit}: batch more, share connections, or buy more.`]
  })
}
