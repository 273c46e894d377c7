/**
 * The verdict of an observed load: whether figures of the brokers agree with how full the prediction takes them to be.
 *
 * A cluster that was far from its limits says nothing of where they are, whatever its figures. Only a cluster that was
 * measured at its limit can confirm or refute the prediction of that limit.
 */
import type { ObservedVerdict } from '../contracts/answered-observation.ts'
import type { Observation } from '../contracts/observation.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { type VerdictKind, verdictReason } from '../contracts/verdict.ts'
import { formatPercent } from '../units/ratio.ts'

/** Utilisations from which on brokers are at their limit, and up to which they surely are not. */
const fullFrom = 0.95
const clearlyFreeBelow = 0.8
/** A limit is confirmed if the load that filled the cluster is predicted this near to it. */
const tolerance = 0.1

/** What a figure of the brokers says of how full they are, 0 to 1. */
interface BrokerFigure {
  readonly name: string
  readonly utilisation: number
}

/** The verdict at the observed peak. */
export function observedVerdict(prediction: Prediction, cluster: Observation['cluster']): ObservedVerdict {
  const predicted = prediction.headroom > 0 ? 1 / prediction.headroom : Number.POSITIVE_INFINITY
  const fullest = brokerFigures(cluster).reduce<BrokerFigure | null>((best, each) => {
    return best === null || each.utilisation > best.utilisation ? each : best
  }, null)
  if (fullest === null) {
    return verdictOf('not-proven', 'no source has a figure of the brokers, such as their CPU time or idle time.')
  }
  const measured = `${fullest.name} was ${formatPercent(fullest.utilisation)} at its peak`
  const said = Number.isFinite(predicted)
    ? `the prediction takes the cluster for ${formatPercent(predicted)} full`
    : 'the prediction has the deployment refuse this load'
  if (fullest.utilisation >= fullFrom) {
    if (Math.abs(predicted - 1) <= tolerance) return verdictOf('confirmed', `${measured}, and ${said}.`)
    if (predicted < 1) return verdictOf('below', `${measured}, while ${said}: the limit is lower than predicted.`)
  }
  if (predicted > 1 + tolerance && fullest.utilisation < clearlyFreeBelow) {
    return verdictOf('above', `${measured}, while ${said}: the cluster carries more than predicted.`)
  }
  return verdictOf('not-proven', `${measured}, and ${said}: it was not at a limit that could be compared.`)
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
