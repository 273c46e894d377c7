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
   * connection at a time, so this is a utilisation. More than 1 if the mean time, which is over the requests of all
   * clients, is longer than that of the run's requests.
   */
  readonly connectionShare: number | null
  /** Mean time of a produce request at the brokers, in ms. */
  readonly produceMs: number | null
  /** Idle share, 0 to 1, of the request handlers and of the network threads, each at the broker where it is lowest. */
  readonly handlerIdleRatio: number | null
  readonly networkThreadIdleRatio: number | null
}

/**
 * The signs over some seconds of a run; null if no endpoint was read in them.
 *
 * @param focus samples of these seconds
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

/**
 * `produceMs` is a mean over the requests of all clients. A request of the run is at its broker for at most its round
 * trip, so the shorter of the two times counts.
 */
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
  const maxByProducer = new Map<string, number>()
  for (const { producerId, brokerConnections } of focus.flatMap(({ producers }): ProducerSample[] => producers)) {
    if (brokerConnections === undefined) return null
    maxByProducer.set(producerId, Math.max(maxByProducer.get(producerId) ?? 0, brokerConnections))
  }
  return [...maxByProducer.values()].reduce((sum, connections) => sum + connections, 0)
}
