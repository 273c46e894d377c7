import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { machineLimit, type SharedMachine } from '../../../src/capacity/machine-limit.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { HardwareOffering } from '../../../src/contracts/offering.ts'
import { lawsOfHosts, smallScenario } from './known-files.ts'

function hosts(): HardwareOffering {
  const offering = lawsOfHosts()
  if (offering.model !== 'broker-hardware') throw new Error('the model of hosts is of another kind')
  return offering
}

const model = hosts()
const scenario = smallScenario({
  topic: { partitions: 12, replicationFactor: 3 },
  producer: { peakRecordsPerSec: 1e6, recordValueBytes: 512, acks: '1' },
  group: null,
})
const machine: SharedMachine = { cores: 8, brokers: 3, clientCoreSecPerRecord: 5e-6 }

describe('the limit of brokers and clients on one machine', () => {
  it('is reached when both together saturate its processors', () => {
    const rate = machineLimit(scenario, model, machine, 1)
    // Whatever the clients leave is the brokers', an even part each.
    const cores = (8 - rate * 5e-6) / 3
    const deployment = { offering: model.id, size: 3, host: { cores } }
    const calm = { ...model.hardware.parameters, idleCores: { ...model.hardware.parameters.idleCores, value: 0.013 } }
    const offering = { ...model, hardware: { ...model.hardware, parameters: calm } }
    const { headroom, offered } = solve({ ...scenario, deployment }, offering, { brokers: 3 })
    expect((headroom.factor * offered.figures.recordsPerSec) / rate).toBeCloseTo(1, 4)
  })

  it('grows with speed and processors, falls with the cost of clients, and is never more than they can write', () => {
    const machines = fc.record({
      cores: fc.integer({ min: 1, max: 64 }),
      brokers: fc.integer({ min: 3, max: 5 }),
      clientCoreSecPerRecord: fc.double({ min: 1e-7, max: 1e-3, noNaN: true }),
    })
    fc.assert(
      fc.property(machines, fc.double({ min: 0.05, max: 20, noNaN: true }), (given, speed) => {
        const rate = machineLimit(scenario, model, given, speed)
        const slack = 1e-4 * rate + 1
        expect(rate).toBeLessThanOrEqual(given.cores / given.clientCoreSecPerRecord)
        expect(machineLimit(scenario, model, given, speed * 1.5)).toBeGreaterThanOrEqual(rate - slack)
        expect(machineLimit(scenario, model, { ...given, cores: given.cores + 1 }, speed)).toBeGreaterThanOrEqual(
          rate - slack,
        )
        const costly = { ...given, clientCoreSecPerRecord: given.clientCoreSecPerRecord * 2 }
        expect(machineLimit(scenario, model, costly, speed)).toBeLessThanOrEqual(rate + slack)
      }),
      { numRuns: 60 },
    )
  })

  it('does not grow if a distant client waits for the network', () => {
    const far = { ...scenario, workload: { ...scenario.workload, roundTripMs: 100 } }
    const [fast, faster] = [1000, 4000].map((cores) => machineLimit(far, model, { ...machine, cores }, 4))
    expect((faster ?? 0) / (fast ?? 1)).toBeCloseTo(1, 2)
  })
})
