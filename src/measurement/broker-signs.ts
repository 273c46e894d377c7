/**
 * Signs in the brokers' own metrics that they, and not clients or network, limited the rate
 * (docs/decisions/limited-by-brokers.md).
 */
import type { ProducerSample, PrometheusFigureName, Sample } from '../contracts/sample.ts'
import { meanOf } from './batch-means.ts'
import { perSecond, sumProducers } from './rates.ts'

/** The brokers' metrics over the load. A metric that the endpoint does not have is null. */
export interface BrokerSigns {
  /**
   * Share of the time in which a connection of the run had a request at its broker. A broker works on one request of a
   * connection at a time, so this is a utilisation. More than 1 if the requests of other clients take longer.
   */
  readonly connectionShare: number | null
  /** Mean time of a produce request at the brokers, in ms. */
  readonly produceMs: number | null
  /** Idle share of the request handlers and of the network threads of the busiest broker. */
  readonly handlerIdleRatio: number | null
  readonly networkThreadIdleRatio: number | null
}

/**
 * The signs over these seconds; null if no endpoint was read.
 *
 * @param roundTripUs what the clients saw as a typical round trip; null if unknown
 */
export function brokerSignsOver(focus: readonly Sample[], roundTripUs: number | null): BrokerSigns | null {
  const readings = focus.flatMap(({ prometheus }) => (prometheus?.error === null ? prometheus.figures : []))
  if (readings.length === 0) return null
  const mean = (name: PrometheusFigureName) => {
    const values = readings.flatMap((figures) => figures[name] ?? [])
    return values.length === 0 ? null : meanOf(values)
  }
  const [timeMsPerSec, requestsPerSec] = [mean('produceTimeMsPerSec'), mean('produceRequestsPerSec')]
  const produceMs = timeMsPerSec === null || !requestsPerSec ? null : timeMsPerSec / requestsPerSec
  return {
    connectionShare: connectionShareOver(focus, produceMs, roundTripUs),
    produceMs,
    handlerIdleRatio: mean('handlerIdleRatio'),
    networkThreadIdleRatio: mean('networkThreadIdleRatio'),
  }
}

/** The mean at the brokers is over all clients. A request of the run is not there for longer than its round trip. */
function connectionShareOver(
  focus: readonly Sample[],
  produceMs: number | null,
  roundTripUs: number | null,
): number | null {
  const connections = connectionsOver(focus)
  if (produceMs === null || roundTripUs === null || !connections) return null
  const ownMs = Math.min(produceMs, roundTripUs / 1000)
  const requestsPerSec = perSecond(
    sumProducers(focus, ({ requests }) => requests),
    focus,
  )
  return (requestsPerSec * ownMs) / 1000 / connections
}

/** Connections over which the producers sent; null if a sample does not say. */
function connectionsOver(focus: readonly Sample[]): number | null {
  const most = new Map<string, number>()
  for (const { producerId, brokerConnections } of focus.flatMap(({ producers }): ProducerSample[] => producers)) {
    if (brokerConnections === undefined) return null
    most.set(producerId, Math.max(most.get(producerId) ?? 0, brokerConnections))
  }
  return [...most.values()].reduce((sum, connections) => sum + connections, 0)
}
