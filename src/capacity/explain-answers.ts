/**
 * Answers beyond the rate, in sentences.
 */
import { dimensionNoun } from '../contracts/dimensions.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatDuration } from '../units/duration.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { formatFactor, formatPercent } from '../units/ratio.ts'
import { formatRecordRate } from '../units/record-rate.ts'
import type { CatchUp, Drain } from './catch-up.ts'
import { bindingSentence, describeUnits } from './explain-prediction.ts'
import { unlimitedHeadroom } from './headroom.ts'
import type { PartitionCount } from './minimum-partitions.ts'
import { isReachedByWaiting, saturation, waitingSentence } from './saturation.ts'
import type { SizeAnswer } from './size-answers.ts'

/** Most limits or topics that are named in a sentence. */
const mostNamed = 3

/** Most topics that get a sentence of their own. */
const mostTopics = 10

/** Below this share more, writers can write no more worth a word than readers can read. */
const nearlyAll = 0.005

/** The reverse of the usual question: the most that this deployment takes of this mix of traffic. */
export function explainMost(prediction: Prediction): string {
  const units = describeUnits(prediction)
  if (prediction.headroom === 0) return `${units} cannot take this mix at any rate. ${prediction.refusals.join(' ')}`
  if (saturation(prediction) >= unlimitedHeadroom) return `Nothing that is known limits this mix on ${units}.`
  const { capacity } = prediction
  const headroom = saturation(prediction)
  const rates = `${formatByteRate(capacity.ingressWireBytesPerSec)} in and ${formatByteRate(capacity.egressWireBytesPerSec)} out on the wire`
  const payload = `${formatByteRate(capacity.ingressPayloadBytesPerSec)} and ${formatByteRate(capacity.egressPayloadBytesPerSec)} of payload`
  const refused = prediction.isFeasible ? '' : ` Yet: ${prediction.refusals.join(' ')}`
  const writing = prediction.directions?.ingress.headroom ?? headroom
  const alone =
    writing > headroom * (1 + nearlyAll)
      ? `; producers alone could write ${formatFactor(writing)} it, while consumers fall behind`
      : ''
  return `The highest rate of this mix on ${units} is ${formatRecordRate(capacity.recordsPerSec)}: ${rates}, ${payload}; ${formatFactor(headroom)} the offered load${alone}. ${whatLimits(prediction)}${refused}`
}

/** What binds at that most, and what binds before, where clients wait to reach it. */
function whatLimits(prediction: Prediction): string {
  if (!isReachedByWaiting(prediction)) return bindingSentence(prediction)
  const { directions } = prediction
  const binding = directions === undefined ? prediction.binding : slowest(directions).binding
  return `${bindingSentence(prediction, { binding })} ${waitingSentence(prediction)}`
}

function slowest({ ingress, egress }: NonNullable<Prediction['directions']>) {
  return egress.headroom < ingress.headroom ? egress : ingress
}

/** The smallest size for a load: "Today (125.5 MB/s in): 4 CKUs, every limit at or below 80 % (ingress is the fullest)." */
export function explainSize(answer: SizeAnswer, offering: Offering, target: number): string {
  const { smallest, loadFactor } = answer
  const load = formatByteRate(answer.offered.ingressWireBytesPerSec)
  const when = loadFactor === 1 ? `Today (${load} in)` : `At ${formatFactor(loadFactor)} the load (${load} in)`
  if (smallest === null) {
    const named = answer.blockers.slice(0, mostNamed)
    const blockers = named.map(({ id, utilisation }) => `${id} at ${formatPercent(utilisation)}`)
    const why = blockers.length === 0 ? '' : `: the largest has ${blockers.join(', ')}`
    const sizes = `${when}: no size of ${offering.name} stays at or below ${formatPercent(target)}${why}.`
    return [sizes, ...answer.partitionsForTarget.slice(0, mostNamed).map(targetSentence)].join(' ')
  }
  const units = smallest.size === 1 ? offering.unitName.singular : offering.unitName.plural
  return `${when}: ${smallest.size} ${units}, every limit at or below ${formatPercent(target)} (${dimensionNoun(smallest.dimension)} is the fullest).`
}

/** What the partitions of a topic that keeps every size above the target would have to be. */
export function targetSentence({ topic, partitions, formula }: PartitionCount): string {
  return partitions === null
    ? `"${topic}": ${formula}.`
    : `"${topic}" needs ${formatInUnit(partitions, 'partitions')} for it: ${formula}.`
}

/** The fewest partitions of each topic: "perf-test at least 20: 100 MB/s in / 5 MB/s a partition = 20". */
export function explainPartitions({ minimumPartitions }: SizeAnswer): string[] {
  const named = minimumPartitions.slice(0, mostTopics)
  const left = minimumPartitions.length - named.length
  const found = named.map(
    ({ topic, partitions, formula }) =>
      `"${topic}" needs at least ${formatInUnit(partitions, 'partitions')}: ${formula}.`,
  )
  return left === 0 ? found : [...found, `And ${left} more ${left === 1 ? 'topic' : 'topics'}.`]
}

/** How long it takes until all is as before after an outage at the peak load. */
export function explainCatchUp(answer: CatchUp): string[] {
  const outage = formatDuration(answer.outageMs)
  const found = [`After ${outage} without the cluster, ${drainText(answer.cluster)}.`]
  if (answer.consumers) {
    const tail = answer.tailInCacheMs
    const disk =
      tail !== null && answer.outageMs > tail
        ? ` They read it from disk: the page cache keeps the last ${formatDuration(tail)}.`
        : ''
    found.push(`After ${outage} without consumers, ${drainText(answer.consumers)}.${disk}`)
  }
  if (answer.lostTopics.length > 0) {
    const names = answer.lostTopics.slice(0, mostNamed).join(', ')
    const more = answer.lostTopics.length > mostNamed ? ` and ${answer.lostTopics.length - mostNamed} more` : ''
    found.push(`${names}${more} keep their records for less than that: what consumers missed is deleted.`)
  }
  return found
}

function drainText({ drainMs, formula }: Drain): string {
  if (drainMs === null) return `the backlog never drains at this load (${formula})`
  return `the backlog is gone ${formatDuration(drainMs)} later (${formula})`
}
