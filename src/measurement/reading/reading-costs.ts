/**
 * Adds up the costs of the attempts of a reading.
 */
import type { ReadingCost } from '../../contracts/cluster-reading.ts'

/** The cost of a reading that sent nothing. */
export const noCost: ReadingCost = {
  requests: 0,
  requestBytes: 0,
  responseBytes: 0,
  sampledBytes: 0,
  requestsByApi: {},
  connections: 0,
  throttled: 0,
  durationMs: 0,
}

/** The sum of two costs. */
export function addCosts(one: ReadingCost, other: ReadingCost): ReadingCost {
  const apis = new Set([...Object.keys(one.requestsByApi), ...Object.keys(other.requestsByApi)])
  const requestsByApi = [...apis].map((api) => {
    return [api, (one.requestsByApi[api] ?? 0) + (other.requestsByApi[api] ?? 0)] as const
  })
  return {
    requests: one.requests + other.requests,
    requestBytes: one.requestBytes + other.requestBytes,
    responseBytes: one.responseBytes + other.responseBytes,
    sampledBytes: one.sampledBytes + other.sampledBytes,
    requestsByApi: Object.fromEntries(requestsByApi),
    connections: one.connections + other.connections,
    throttled: one.throttled + other.throttled,
    durationMs: one.durationMs + other.durationMs,
  }
}
