/**
 * Reads the endpoints of a request to observe.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { ObserveRequest } from '../../../contracts/observe-request.ts'
import type { SourceFile } from '../../../observation/source-reading.ts'
import { readJolokia } from './read-jolokia.ts'
import { readPrometheus } from './read-prometheus.ts'

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
