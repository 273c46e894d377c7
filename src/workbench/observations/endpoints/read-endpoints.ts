/**
 * Reads the endpoints of a request to observe.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { ObserveRequest } from '../../../contracts/observe-request.ts'
import type { SourceFile } from '../../../observation/source-reading.ts'
import { queryAgents, readJolokia } from './read-jolokia.ts'
import { findMetrics, readPrometheus } from './read-prometheus.ts'

/** Default time between the two queries of counters. Rates over a few seconds would depend on chance. */
const defaultApartMs = 30_000

/** Returns one source for each kind of endpoint in the request. */
export async function readEndpoints({
  prometheusUrl,
  jolokiaUrls = [],
  looksApartMs = defaultApartMs,
}: ObserveRequest): Promise<SourceFile[]> {
  return [
    ...(prometheusUrl === undefined ? [] : [await readPrometheus(prometheusUrl, Date.now())]),
    ...(jolokiaUrls.length === 0 ? [] : [await readJolokia(jolokiaUrls, () => wait(looksApartMs))]),
  ]
}

/**
 * Asks each endpoint once, before a reading that may take hours. @throws AppError as `readPrometheus` and `readJolokia`
 */
export async function probeEndpoints({ prometheusUrl, jolokiaUrls = [] }: ObserveRequest): Promise<void> {
  if (prometheusUrl !== undefined) await findMetrics(prometheusUrl, Date.now())
  await queryAgents(jolokiaUrls)
}
