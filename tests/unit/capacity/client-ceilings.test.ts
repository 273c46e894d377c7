import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { dedicated, smallScenario } from './known-files.ts'

const constraintsOf = (...given: Parameters<typeof smallScenario>) => {
  const { constraints } = predict(smallScenario(...given), dedicated)
  return new Map(constraints.map((each) => [each.id, each]))
}

describe('the ceilings of clients', () => {
  it('are not a constraint if the scenario does not give them', () => {
    const ids = [...constraintsOf({}).keys()]
    expect(ids.filter((id) => /-client/.test(id))).toEqual([])
  })

  it('are per client: 10,000 records/s of four clients are 2,500 each', () => {
    const producer = { clients: 4, mostRecordsPerSec: 3000 }
    const own = constraintsOf({ producer }).get('producer-client:0:producer')
    expect(own).toMatchObject({ layer: 'client', demand: 2500, capacity: 3000 })
    const { binding, headroom, advice } = predict(smallScenario({ producer }), dedicated)
    expect(binding.map(({ dimension }) => dimension)).toEqual(['producer-client'])
    expect(headroom).toBeCloseTo(1.2, 6)
    expect(advice.map(({ id }) => id)).toContain('more-clients')
  })

  it('are those of the busiest member: 12 partitions among five members are three for some', () => {
    const reader = constraintsOf({ group: { members: 5, mostRecordsPerSec: 5000 } }).get('consumer-client:0:group')
    expect(reader?.demand).toBeCloseTo((10_000 * 3) / 12, 6)
    expect(reader?.capacity).toBe(5000)
  })

  it('are those of the member with the hottest partition: with a single key it reads everything', () => {
    const limits = { members: 12, mostRecordsPerSec: 5000 }
    const one = { keys: { kind: 'uniform' as const, distinct: 1 } }
    const workload = { clientPortBytesPerSec: 125e6 }
    const all = constraintsOf({ producer: one, group: limits, workload })
    expect(all.get('consumer-client:0:group')?.demand).toBeCloseTo(10_000, 6)
    const port = all.get('consumer-client-port:0:group')?.demand ?? 0
    expect(port / (all.get('ingress')?.demand ?? 0)).toBeCloseTo(1, 9)
    const even = constraintsOf({ group: limits, workload })
    expect(even.get('consumer-client:0:group')?.demand).toBeCloseTo(10_000 / 12, 6)
  })

  it('include the network port of each client: 512-byte records in batches of one are 582 wire bytes', () => {
    const all = constraintsOf({
      producer: { clients: 2, lingerMs: 0, batchBytes: 1 },
      group: { members: 1 },
      workload: { clientPortBytesPerSec: 125e6 },
    })
    const [writing, reading] = [all.get('producer-client-port:0:producer'), all.get('consumer-client-port:0:group')]
    expect(writing?.capacity).toBeCloseTo(118.75e6, 0)
    expect(writing?.demand).toBeCloseTo(5000 * 582, 0)
    expect(reading?.demand).toBeCloseTo(10_000 * 582, 0)
  })
})
