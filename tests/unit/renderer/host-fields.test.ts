import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { initialOwnHost } from '../../../src/renderer/features/sizing/host-fields.tsx'
import { shippedOffering, smallScenario } from '../capacity/known-files.ts'

describe('the user’s own host', () => {
  it('begins with the values of the chosen host, so that network, processors and memory do not change', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    if (hosts.model !== 'broker-hardware') throw new Error('expected hosts')
    const { deployment, workload } = smallScenario({
      deployment: { offering: hosts.id, tier: 'i3en.2xlarge', size: 3, asOf: undefined },
    })
    const host = initialOwnHost(hosts, deployment)
    expect(host).toEqual({
      cores: 8,
      networkBytesPerSec: 1.05e9,
      storageBytesPerSec: 666_894_336,
      storageBytes: 5_000_000_000_000,
      memoryBytes: 68_719_476_736,
    })
    const scenario = { ...smallScenario({}), workload, deployment }
    const own = { ...scenario, deployment: { ...deployment, host } }
    // The user's own network has no bursts, so one connection may carry less than on a network that bursts.
    const parts = (given: typeof scenario) =>
      predict(given, hosts).constraints.flatMap(({ dimension, capacity, utilisation }) =>
        ['cpu', 'network-in', 'network-out', 'storage-bandwidth'].includes(dimension) ? [[capacity, utilisation]] : [],
      )
    expect(parts(own)).toHaveLength(4)
    expect(parts(own)).toEqual(parts(scenario))
  })
})
