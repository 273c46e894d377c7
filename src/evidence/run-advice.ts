/**
 * Advice after a run that fell short: why, and what to do. It is based on the troubleshooting tips of Confluent's white
 * paper. A tip is given only if the measurements support it.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import { limiterRecords } from '../contracts/limiters.ts'
import type { MeasuredRecord } from '../contracts/run-record.ts'
import type { Sample } from '../contracts/sample.ts'
import { sumProducers } from '../measurement/rates.ts'
import { formatCount } from '../units/count.ts'
import { formatPercent } from '../units/ratio.ts'
import { formatRecordRate } from '../units/record-rate.ts'

/** A run fell short if it reached less than this share of the expected rate. Less is noise of a steady window. */
const shortRatio = 0.97

/** If the last third is faster than the first by this factor, a load balancer before the brokers was still scaling. */
const warmingUpRatio = 1.15

/** At or above this utilisation, some dimensions reduce the bandwidth (Confluent's guidance on cluster load). */
const fullUtilisation = 0.8

/** The parts of a run on which advice is based. */
export type AdvisedRun = Pick<MeasuredRecord, 'result' | 'prediction' | 'target' | 'scenario' | 'plan'>

/** One sentence per reason why a run got less than expected. Empty if it did not, or if nothing explains it. */
export function adviceOf(run: AdvisedRun, samples: readonly Sample[]): string[] {
  const { result, prediction } = run
  if (result === null) return []
  // Acknowledged records are compared. Bytes count when they are sent, and seconds of them may wait for a slow broker.
  const measured = result.steady?.recordsPerSec.mean ?? result.wholeRun.recordsPerSec
  if (measured >= shortRatio * prediction.expected.recordsPerSec.likely) return []
  return [...limiterAdvice(run), ...warmUpAdvice(run, samples), ...partitionAdvice(run), ...clientAdvice(run)]
}

/** The diagnosis, with the advice for its limiter. */
function limiterAdvice({ result }: AdvisedRun): string[] {
  if (result === null) return []
  const { limiter, sentence } = result.diagnosis
  const { adviceAfterShortRun } = limiterRecords[limiter]
  return adviceAfterShortRun === null ? [] : [`${sentence} ${adviceAfterShortRun}`]
}

/** Advice if the rate still rose during the load. Embedded brokers are left out, because they have no load balancer. */
function warmUpAdvice({ target, plan }: AdvisedRun, samples: readonly Sample[]): string[] {
  if (target.kind !== 'connection') return []
  // Without the drain, in which nothing is sent.
  const loaded = samples.filter(({ second }) => (second + 1) * 1000 <= plan.durationMs)
  const third = Math.floor(loaded.length / 3)
  const [first, last] = [ackedPerSec(loaded.slice(0, third)), ackedPerSec(loaded.slice(-third))]
  if (third === 0 || last < warmingUpRatio * first) return []
  const rates = `${formatRecordRate(first)} in its first third, ${formatRecordRate(last)} in its last`
  return [`The rate still rose during the load (${rates}), as behind a load balancer that grows with it: run it again.`]
}

function ackedPerSec(samples: readonly Sample[]): number {
  const ms = samples.reduce((sum, sample) => sum + sample.durationMs, 0)
  return ms === 0 ? 0 : (sumProducers(samples, (producer) => producer.ackedRecords) * 1000) / ms
}

/** One sentence per topic that has too few partitions for the rate. */
function partitionAdvice({ prediction, scenario }: AdvisedRun): string[] {
  return prediction.minimumPartitions.flatMap(({ topic, partitions: minPartitions }) => {
    const partitions = scenario.workload.topics.find(({ name }) => name === topic)?.partitions
    if (partitions === undefined || partitions >= minPartitions) return []
    return [
      `"${topic}" has ${formatCount(partitions)} partitions, too few for this rate: give it at least ${formatCount(minPartitions)}.`,
    ]
  })
}

/** One sentence per dimension of client behaviour that is nearly full, such as requests or connections. */
function clientAdvice({ prediction, result }: AdvisedRun): string[] {
  return prediction.constraints.flatMap(({ dimension, capacity, utilisation, unit }) => {
    if (!dimensionRecords[dimension].takesFromBandwidth || capacity === 0) return []
    // The measured requests are only produce requests, so the prediction may be higher.
    const highest =
      dimension === 'requests' ? Math.max(utilisation, (result?.requestsPerSec ?? 0) / capacity) : utilisation
    if (highest < fullUtilisation) return []
    const limit = `${formatPercent(highest)} of the limit of ${formatCount(Math.round(capacity))} ${unit}`
    return [`The clients use ${limit}: batch more, share connections, or buy more.`]
  })
}
