/**
 * Advice after a run, by its diagnosis and its prediction.
 */
import { noChangeAdviceId } from '../../capacity/advice.ts'
import { limiterRecords } from '../../contracts/limiters.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { smallestText } from '../sizing/size-sentences.ts'

/** Sentences, the most useful first: advice from the measurement, then advice from the prediction. */
export function whatToDo(record: MeasuredRecord): string[] {
  const { result, prediction, offering } = record
  if (result === null) return adviceOf(prediction, offering.unitName)
  const { limiter } = result.diagnosis
  const measured = isHeldByOwnQuota(record) ? ownQuotaAdvice : limiterRecords[limiter].whatToDo
  const isHeld = limiter !== 'nothing'
  // The prediction says so of its limits. It is wrong for a load that something held.
  const isNoChange = prediction.advice.some(({ id }) => id === noChangeAdviceId)
  if (!isHeld || !isNoChange) return [measured, ...adviceOf(prediction, offering.unitName)]
  return [measured, ...prediction.advice.filter(({ id }) => id !== noChangeAdviceId).map(({ text }) => text)]
}

/**
 * True if brokers of the user's own hosts throttled. Hosts have no limits that brokers throttle for, so a quota is set there.
 * A service throttles at the limits of its size, and an embedded cluster at the quotas that Headroom set.
 */
function isHeldByOwnQuota({ result, target, prediction }: MeasuredRecord): boolean {
  const isThrottled = result?.diagnosis.limiter === 'broker-throttle'
  return isThrottled && target?.kind === 'connection' && prediction.chanceMet !== null
}

const ownQuotaAdvice =
  'A quota that is set on the cluster held the rate: see it with kafka-configs.sh --describe and --entity-type clients or users, and raise it. A larger deployment or more clients do not help.'

/** The prediction's advice. If it has none, the smallest size, provided that it differs from the deployment's. */
export function adviceOf({ smallest, deployment, advice }: Prediction, unitName: Offering['unitName']): string[] {
  const isOther = smallest !== null && smallest.size !== deployment.size
  const size = isOther ? [`The smallest size that fits: ${smallestText(smallest, unitName)}.`] : []
  return advice.length > 0 ? advice.map((entry) => entry.text) : size
}
