import { createRequire } from 'node:module'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { patchKafkajs } from '../../../src/runner/admin/patch-kafkajs.ts'

interface RequestQueue {
  readonly pending: { sendRequest(): void }[]
  isConnected(): boolean
  maybeThrottle(throttleTimeMs: number): void
  checkPendingRequests(): void
  push(request: { entry: object; expectResponse: boolean; sendRequest(): void }): void
  destroy(): void
}

const requireFromRunner = createRequire(new URL('../../../src/runner/package.json', import.meta.url))
const { RequestQueue }: { RequestQueue: new (options: object) => RequestQueue } = {
  RequestQueue: requireFromRunner('kafkajs/src/network/requestQueue/index.js'),
}

function newQueue(): RequestQueue {
  const logger = { debug: () => undefined, namespace: () => logger }
  const limits = { maxInFlightRequests: null, requestTimeout: 1_000, enforceRequestTimeout: false }
  return new RequestQueue({ ...limits, clientId: 'c', broker: 'b', logger, isConnected: () => true })
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('a patched connection of kafkajs', () => {
  test('sets no timer while it has nothing to do', () => {
    patchKafkajs()
    const queue = newQueue()
    queue.checkPendingRequests()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('sends a request that has to wait for the end of a throttle when that is over', () => {
    patchKafkajs()
    const queue = newQueue()
    const sendRequest = vi.fn()
    queue.maybeThrottle(500)
    queue.push({
      entry: { correlationId: 1, apiKey: 3, apiName: 'Metadata', resolve: () => undefined },
      expectResponse: false,
      sendRequest,
    })
    vi.advanceTimersByTime(499)
    expect(sendRequest).not.toHaveBeenCalled()
    vi.advanceTimersByTime(2)
    expect(sendRequest).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
