/**
 * Counts what a reading costs the brokers, over all its connections.
 */
import type { ReadingCost } from '../../contracts/cluster-reading.ts'

/** The cost of one reading so far. */
export class CostMeter {
  private readonly startedAtMs = performance.now()
  private readonly requestsByApi = new Map<string, number>()
  private requestBytes = 0
  private responseBytes = 0
  private fetchedBytes = 0
  private connectionCount = 0
  private throttledCount = 0

  /** Bytes of Fetch responses so far. */
  get sampledBytes(): number {
    return this.fetchedBytes
  }

  /** Times that a broker asked to slow down. */
  get throttled(): number {
    return this.throttledCount
  }

  countConnection(): void {
    this.connectionCount += 1
  }

  countRequest(api: string, bytes: number): void {
    this.requestsByApi.set(api, (this.requestsByApi.get(api) ?? 0) + 1)
    this.requestBytes += bytes
  }

  countResponse(api: string, bytes: number): void {
    this.responseBytes += bytes
    if (api === 'Fetch') this.fetchedBytes += bytes
  }

  countThrottle(): void {
    this.throttledCount += 1
  }

  /** The cost so far. */
  read(): ReadingCost {
    return {
      requests: [...this.requestsByApi.values()].reduce((sum, requests) => sum + requests, 0),
      requestBytes: this.requestBytes,
      responseBytes: this.responseBytes,
      sampledBytes: this.fetchedBytes,
      requestsByApi: Object.fromEntries(this.requestsByApi),
      connections: this.connectionCount,
      throttled: this.throttledCount,
      durationMs: performance.now() - this.startedAtMs,
    }
  }
}
