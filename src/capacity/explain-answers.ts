/**
 * Words the highest rate of a mix of traffic, and the recovery from an outage.
 */
import type { Prediction } from '../contracts/prediction.ts'
import { formatDuration } from '../units/duration.ts'
import { formatFactor, formatPercent } from '../units/ratio.ts'
import { formatRecordRate } from '../units/record-rate.ts'
import type { CatchUp, Drain } from './catch-up.ts'
import { bindingSentence, describeUnits, noRateText } from './explain-prediction.ts'
import { unlimitedHeadroom } from './headroom.ts'
import { inAndOutText } from './rates-text.ts'
import { gainsByWaiting, saturation, waitingSentence } from './saturation.ts'

/** Maximum number of topics that a sentence names. */
const maxNamed = 3

/** If the rate of producers exceeds that of consumers by a smaller share than this, no sentence mentions it. */
const nearlyAll = 0.005

/** Says the highest rate of this mix of traffic that the deployment carries. */
export function explainMost(prediction: Prediction): string {
  const units = describeUnits(prediction)
  if (prediction.headroom === 0) return `${units} cannot take this mix at any rate. ${prediction.refusals.join(' ')}`
  if (saturation(prediction) >= unlimitedHeadroom) return `Nothing that is known limits this mix on ${units}.`
  const unknown = noRateText(prediction)
  if (unknown !== null) return `${unknown} So its highest rate is not known either.`
  const { capacity } = prediction
  const headroom = saturation(prediction)
  const rates = `${inAndOutText(capacity.ingressWireBytesPerSec, capacity.egressWireBytesPerSec)} on the wire`
  const payload = `${inAndOutText(capacity.ingressPayloadBytesPerSec, capacity.egressPayloadBytesPerSec)} of payload`
  const refused = prediction.isFeasible ? '' : ` Yet: ${prediction.refusals.join(' ')}`
  const writing = prediction.directions?.ingress.headroom ?? headroom
  const alone =
    writing > headroom * (1 + nearlyAll)
      ? `; producers alone could write ${formatFactor(writing)} it, while consumers fall behind`
      : ''
  return `The highest rate of this mix on ${units} is ${formatRecordRate(capacity.recordsPerSec)}: ${rates}, ${payload}; ${shareText(headroom)} the offered load${alone}. ${whatLimits(prediction)}${refused}`
}

/** "2.4 times", or below 1 "7 % of". */
function shareText(factor: number): string {
  return factor < 1 ? `${formatPercent(factor)} of` : formatFactor(factor)
}

/**
 * Names the limit that binds at the highest rate and, if clients have to wait to reach that rate, the limit before it.
 */
function whatLimits(prediction: Prediction): string {
  const { directions } = prediction
  // A sentence with given limits leaves out how full the next one is, which is known at the offered load only.
  if (!gainsByWaiting(prediction)) return bindingSentence(prediction, { binding: prediction.binding })
  const binding = directions === undefined ? prediction.binding : slowest(directions).binding
  return `${bindingSentence(prediction, { binding })} ${waitingSentence(prediction)}`
}

function slowest({ ingress, egress }: NonNullable<Prediction['directions']>) {
  return egress.headroom < ingress.headroom ? egress : ingress
}

/** Says how long it takes to recover from an outage at the peak load. */
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
    const names = answer.lostTopics.slice(0, maxNamed).join(', ')
    const more = answer.lostTopics.length > maxNamed ? ` and ${answer.lostTopics.length - maxNamed} more` : ''
    found.push(`${names}${more} keep their records for less than that: what consumers missed is deleted.`)
  }
  return found
}

function drainText({ drainMs, formula }: Drain): string {
  if (drainMs === null) return `the backlog never drains at this load (${formula})`
  return `the backlog is gone ${formatDuration(drainMs)} later (${formula})`
}
