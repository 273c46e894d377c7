import { describe, expect, it } from 'vitest'
import { setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { type Scenario, scenario } from '../../../src/contracts/scenario.ts'
import { bindingLaw } from '../../../src/evidence/binding-law.ts'
import { shippedOffering, smallScenario } from '../capacity/known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')

/** Large batches of many clients on three hosts with disks of their own, flat out, read by three groups. */
const flatOut = smallScenario({
  producer: { clients: 50, peakRecordsPerSec: 1e8, recordValueBytes: 1024, lingerMs: 10, batchBytes: 1_000_000 },
  group: { count: 3, members: 12 },
  deployment: { offering: 'apache-kafka-on-hosts', tier: 'i3en.large', size: 3, asOf: undefined },
})

const changed = (path: string, value: string | number | boolean): Scenario =>
  scenario.parse(setScenarioField(flatOut, path, value))

describe('the law that binds a prediction', () => {
  it('is the dimension that is full first', () => {
    expect(bindingLaw(flatOut, hosts, 'recordsPerSec')).toBe('network-out')
  })

  it('is the offered load if nothing is full', () => {
    expect(bindingLaw(changed('workload.producers.0.peakRecordsPerSec', 1), hosts, 'recordsPerSec')).toBe(
      'offered-load',
    )
  })

  it('is the offered load if it is just carried', () => {
    const readers = scenario.parse(setScenarioField(flatOut, 'workload.consumerGroups.0.mostRecordsPerSec', 100))
    const at = (recordsPerSec: number) =>
      scenario.parse(setScenarioField(readers, 'workload.producers.0.peakRecordsPerSec', recordsPerSec))
    // Twelve members that read 100 records/s each.
    expect(bindingLaw(at(1_200), hosts, 'readRecordsPerSec')).toBe('offered-load')
    expect(bindingLaw(at(1_201), hosts, 'readRecordsPerSec')).toBe('consumer-client')
  })

  it('is a limit on readers only of what is read', () => {
    const slowReaders = changed('workload.consumerGroups.0.mostRecordsPerSec', 1)
    expect(bindingLaw(slowReaders, hosts, 'readRecordsPerSec')).toBe('consumer-client')
    expect(bindingLaw(slowReaders, hosts, 'egressPayloadBytesPerSec')).toBe('consumer-client')
    expect(bindingLaw(slowReaders, hosts, 'recordsPerSec')).not.toBe('consumer-client')
  })

  it('is what binds with the bursts of the hosts if the load is short', () => {
    expect(bindingLaw(changed('deployment.isShort', true), hosts, 'recordsPerSec')).toBe('storage-bandwidth')
  })
})
