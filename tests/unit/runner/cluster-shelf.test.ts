import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Target } from '../../../src/contracts/target.ts'
import { ClusterShelf, type HeldCluster } from '../../../src/runner/host/cluster-shelf.ts'
import { Lease } from '../../../src/runner/host/lease.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

const target: Target = { kind: 'embedded:kafka', brokers: 3, quotaWindowSeconds: 11 }

/** A cluster that notes when it is stopped; `exit` tells that its broker went away. */
function held() {
  const state = { stops: 0, exit: (): void => undefined }
  const cluster: HeldCluster['cluster'] = {
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
  return { state, held: { cluster, target, lease: new Lease(folder.path, 'a-cluster') } }
}

describe('a cluster between two runs', () => {
  it('goes to the next run that wants the same, once', async () => {
    const shelf = new ClusterShelf()
    const one = held()
    shelf.keep(one.held)
    expect(await shelf.take({ ...target })).toBe(one.held)
    expect(await shelf.take(target)).toBeNull()
    expect(one.state.stops).toBe(0)
  })

  it.each<Target>([
    { ...target, brokers: 1 },
    { ...target, quotas: { producerBytesPerSec: 1, consumerBytesPerSec: 1 } },
  ])('is stopped, with its lease, where the next run wants another: %j', async (other) => {
    const shelf = new ClusterShelf()
    const one = held()
    shelf.keep(one.held)
    expect(readdirSync(folder.path)).toHaveLength(1)
    expect(await shelf.take(other)).toBeNull()
    expect([one.state.stops, readdirSync(folder.path)]).toEqual([1, []])
  })

  it('that loses a broker is not handed out, and one that is in use is not stopped by it', async () => {
    const shelf = new ClusterShelf()
    const one = held()
    shelf.keep(one.held)
    one.state.exit()
    expect(await shelf.take(target)).toBeNull()
    expect(one.state.stops).toBe(1)
    const other = held()
    shelf.keep(other.held)
    await shelf.take(target)
    other.state.exit()
    expect(other.state.stops).toBe(0)
  })
})
