import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ClientProbe, clientCeiling } from '../../../src/contracts/client-ceiling.ts'
import {
  ceilingOf,
  isWorthProbing,
  probedProducer,
  probeKey,
  producerProcesses,
} from '../../../src/measurement/compute-client-ceiling.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

/** 200,000 records of 500 B a second on 1.25 cores: 100 MB/s, 6.25 µs each. */
const probe: ClientProbe = {
  measuredAtEpochMs: 1,
  recordBytes: 500,
  recordsPerSec: 200_000,
  cpuUsPerRecord: 6.25,
  cpuCores: 1.25,
  otherCpu: 0.1,
}

function planOf(recordsPerSec: number, recordValueBytes = 500, producers = 1) {
  const plan = smallPlan({ runId: 'ceiling', recordsPerSec, producers, groups: 0 })
  return { ...plan, producers: plan.producers.map((producer) => ({ ...producer, recordValueBytes })) }
}

describe('the client ceiling of a machine', () => {
  it('is what one process reached, if the plan uses one', () => {
    const ceiling = ceilingOf(probe, planOf(60_000), 8)
    expect(clientCeiling.parse(ceiling)).toEqual(ceiling)
    expect([ceiling.processes, ceiling.recordsPerSec, ceiling.payloadBytesPerSec]).toEqual([1, 200_000, 100_000_000])
    expect([ceiling.wantedRecordsPerSec, ceiling.wantedPayloadBytesPerSec]).toEqual([60_000, 30_000_000])
    expect(ceiling.isEnough).toBe(true)
    expect(ceiling.sentence.replaceAll('\u00a0', ' ')).toBe(
      'This machine can offer about 100 MB/s of records of 500 B (200,000 records/s, 6.3 µs of CPU each, 1 load process); the plan needs 30 MB/s.',
    )
  })

  it('grows with processes as long as there are cores for them', () => {
    // 320,000 records/s over 4 producers: 4 processes; on 2 cores they get 2 / 1.25 = 1.6 times what one reached.
    const plan = planOf(320_000, 500, 4)
    expect([producerProcesses(plan, 2), producerProcesses(plan, 8)]).toEqual([2, 4])
    expect(ceilingOf(probe, plan, 2).recordsPerSec).toBeCloseTo(320_000, 6)
    expect(ceilingOf(probe, plan, 8).recordsPerSec).toBe(800_000)
  })

  it('is not enough for a plan beyond it, or for a ramp that goes beyond it', () => {
    expect(ceilingOf(probe, planOf(201_000), 8).isEnough).toBe(false)
    const ramp = { ...planOf(60_000), schedule: { kind: 'ramp' as const, fromFactor: 0.5, toFactor: 4 } }
    const ceiling = ceilingOf(probe, ramp, 8)
    expect([ceiling.isEnough, ceiling.wantedRecordsPerSec]).toEqual([false, 240_000])
  })

  it('counts a record larger than the probed one by its bytes', () => {
    expect(ceilingOf(probe, planOf(60_000, 1_000), 8).isEnough).toBe(true)
    expect(ceilingOf(probe, planOf(60_000, 2_000), 8).isEnough).toBe(false)
  })

  it('says if it was probed on a busy machine, and that consumers need CPU in addition', () => {
    const plan = { ...planOf(60_000), consumerGroups: smallPlan({ runId: 'x' }).consumerGroups }
    const { sentence } = ceilingOf({ ...probe, otherCpu: 0.6 }, plan, 2)
    expect(sentence).toContain('consumers need CPU')
    expect(sentence).toContain('without them the machine may offer more')
  })

  it('never grows with fewer cores, and is at least what one process reached', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 64 }), fc.nat(2e6), (some, more, rate) => {
        const plan = planOf(rate + 1, 500, 16)
        const fewer = ceilingOf(probe, plan, Math.min(some, more)).recordsPerSec
        expect(fewer).toBeGreaterThanOrEqual(probe.recordsPerSec)
        expect(ceilingOf(probe, plan, Math.max(some, more)).recordsPerSec).toBeGreaterThanOrEqual(fewer)
      }),
    )
  })
})

describe('a probe of the client', () => {
  it('is made with the producer with the most bytes/s, and only if the plan needs much', () => {
    const plan = planOf(8_000, 500, 2)
    const [first, second] = plan.producers
    if (first === undefined || second === undefined) throw new Error('no producers')
    const mixed = { ...plan, producers: [first, { ...second, recordValueBytes: 900 }] }
    expect(probedProducer(mixed).id).toBe(second.id)
    expect(isWorthProbing(plan)).toBe(false)
    expect(isWorthProbing(planOf(12_000))).toBe(true)
    expect(isWorthProbing(planOf(5_000, 3_000))).toBe(true)
  })

  it('is valid for the same machine, record and settings only', () => {
    const machine = { hostName: 'here', cpuModel: 'one', cpuCores: 2 }
    const producer = probedProducer(planOf(10_000))
    const key = probeKey(machine, producer)
    expect(probeKey(machine, { ...producer, recordsPerSec: 1, clientId: 'other', topic: 'other' })).toBe(key)
    const others = [
      probeKey({ ...machine, cpuCores: 4 }, producer),
      probeKey(machine, { ...producer, recordValueBytes: 501 }),
      probeKey(machine, { ...producer, compression: 'lz4' }),
      probeKey(machine, { ...producer, lingerMs: 50 }),
    ]
    expect(new Set([key, ...others]).size).toBe(5)
  })
})
