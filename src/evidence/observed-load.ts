/**
 * The verdict on an observed load. It compares the measured utilisation of the brokers with the predicted utilisation.
 *
 * Below the predicted limit, brokers that are far from full say nothing about where the limit is. Brokers that are full show
 * where it is. Brokers that are far from full above the predicted limit show that it is higher.
 */
import type { ObservedVerdict } from '../contracts/answered-observation.ts'
import type { Observation } from '../contracts/observation.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { type VerdictKind, verdictReason } from '../contracts/verdict.ts'
import { formatPercent } from '../units/ratio.ts'

/** At or above this utilisation brokers are at their limit. A rule of thumb. */
const minFullUtilisation = 0.95
/** Below this utilisation brokers are clearly not at their limit. A rule of thumb. */
const maxUnfilledUtilisation = 0.8
/** A limit is confirmed if the predicted utilisation of a full cluster differs from 1 by at most this. */
const utilisationTolerance = 0.1

/** How busy brokers are by one of their metrics, as a utilisation from 0 to 1. */
interface BrokerFigure {
  readonly name: string
  readonly utilisation: number
}

/**
 * True if the stated deployment does not exist as observed, for example with another number of replicas. Then the cluster
 * runs on something else, and its figures say nothing about this deployment. A limit that is over-full is another case: the
 * cluster runs, so the limit may not be where it is predicted.
 */
export function isMisstated({ isFeasible, headroom }: Pick<Prediction, 'isFeasible' | 'headroom'>): boolean {
  return !isFeasible && headroom > 0
}

/**
 * The verdict on a cluster at its observed peak.
 * @param isPart true if a part of the load was not seen. Then brokers that are fuller than predicted prove nothing: the unseen
 *   part may fill them.
 */
export function observedVerdict(
  prediction: Prediction,
  cluster: Observation['cluster'],
  isPart = false,
): ObservedVerdict {
  if (isMisstated(prediction)) {
    return verdictOf('not-proven', 'the cluster does not run on the deployment that is stated.')
  }
  const predicted = prediction.headroom > 0 ? 1 / prediction.headroom : Number.POSITIVE_INFINITY
  const fullest = brokerFigures(cluster).reduce<BrokerFigure | null>((best, figure) => {
    return best === null || figure.utilisation > best.utilisation ? figure : best
  }, null)
  if (fullest === null) {
    return verdictOf('not-proven', 'no source has a figure of the brokers, such as their CPU time or idle time.')
  }
  const measured = `${fullest.name} was ${formatPercent(fullest.utilisation)} at its peak`
  const predictedClause = Number.isFinite(predicted)
    ? `the prediction takes the cluster for ${formatPercent(predicted)} full`
    : 'the prediction has the deployment refuse this load'
  if (fullest.utilisation >= minFullUtilisation) {
    if (isPart) return verdictOf('not-proven', `${measured}, but a part of the load was not seen.`)
    if (Math.abs(predicted - 1) <= utilisationTolerance)
      return verdictOf('confirmed', `${measured}, and ${predictedClause}.`)
    if (predicted < 1)
      return verdictOf('below', `${measured}, while ${predictedClause}: the limit is lower than predicted.`)
    return verdictOf('above', `${measured}, while ${predictedClause}: the limit is higher than predicted.`)
  }
  if (predicted > 1 + utilisationTolerance && fullest.utilisation < maxUnfilledUtilisation) {
    return verdictOf('above', `${measured}, while ${predictedClause}: the cluster carries more than predicted.`)
  }
  return verdictOf('not-proven', `${measured}, and ${predictedClause}: it was not at a limit that could be compared.`)
}

function verdictOf(verdict: VerdictKind, finding: string): ObservedVerdict {
  return { verdict, reason: verdictReason(verdict, finding) }
}

function brokerFigures({ clusterLoad, requestHandlerIdle, brokerCpu }: Observation['cluster']): BrokerFigure[] {
  return [
    ...(clusterLoad === undefined
      ? []
      : [{ name: 'the load that the service reports', utilisation: clusterLoad.value }]),
    ...(requestHandlerIdle === undefined
      ? []
      : [{ name: 'the busy time of request handlers', utilisation: 1 - requestHandlerIdle.value }]),
    ...(brokerCpu === undefined ? [] : [{ name: 'the CPU time of the busiest broker', utilisation: brokerCpu.value }]),
  ]
}
