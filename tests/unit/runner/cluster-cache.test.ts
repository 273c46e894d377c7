import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Target } from '../../../src/contracts/target.ts'
import { ClusterCache, type LeasedCluster } from '../../../src/runner/host/cluster-cache.ts'
import { Lease } from '../../../src/runner/host/run-lease.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

const target: Target = { kind: 'embedded:kafka', brokers: 3, quotaWindowSeconds: 11 }

/** A cluster that counts how often it is stopped; `state.exit` reports that one of its brokers exited. */
function leasedCluster() {
  const state = { stops: 0, exit: (): void => undefined }
  const cluster: LeasedCluster['cluster'] = {
    bootstrapServers: [],
    caFile: null,
    kafkaVersion: null,
    startedAtEpochMs: 0,
    sampleBrokers: () => [],
    onBrokerExit: (listener) => {
      state.exit = () => listener(1, 'gone')
    },
    stop: async () => {
      state.stops += 1
    },
  }
  return { state, leased: { cluster, target, lease: new Lease(folder.path, 'a-cluster') } }
}

describe('a cached cluster', () => {
  it('is handed out once, to a run with an equal target', async () => {
    const cache = new ClusterCache()
    const { leased, state } = leasedCluster()
    cache.put(leased)
    expect(await cache.take({ ...target })).toBe(leased)
    expect(await cache.take(target)).toBeNull()
    expect(state.stops).toBe(0)
  })

  it.each<Target>([
    { ...target, brokers: 1 },
    { ...target, quotas: { producerBytesPerSec: 1, consumerBytesPerSec: 1 } },
  ])('is stopped and its lease released if the next run has another target: %j', async (other) => {
    const cache = new ClusterCache()
    const { leased, state } = leasedCluster()
    cache.put(leased)
    expect(readdirSync(folder.path)).toHaveLength(1)
    expect(await cache.take(other)).toBeNull()
    expect([state.stops, readdirSync(folder.path)]).toEqual([1, []])
  })

  it('is stopped if a broker exits, but not after it was handed out', async () => {
    const cache = new ClusterCache()
    const broken = leasedCluster()
    cache.put(broken.leased)
    broken.state.exit()
    expect(await cache.take(target)).toBeNull()
    expect(broken.state.stops).toBe(1)
    const inUse = leasedCluster()
    cache.put(inUse.leased)
    await cache.take(target)
    inUse.state.exit()
    expect(inUse.state.stops).toBe(0)
  })
})
