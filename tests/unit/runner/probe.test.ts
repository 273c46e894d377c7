import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ClientProbe, clientProbeFileName } from '../../../src/contracts/client-ceiling.ts'
import { runPlan } from '../../../src/contracts/run-plan.ts'
import { ceilingOf } from '../../../src/measurement/compute-client-ceiling.ts'
import { keepProbe, readProbe } from '../../../src/runner/host/probe-cache.ts'
import { probeOf, probePlanOf } from '../../../src/runner/host/probe-client.ts'
import { judgeCeiling } from '../../../src/runner/preflight/ceiling-check.ts'
import { queueRecords } from '../../../src/runner/worker/rdkafka-config.ts'
import { createSendSchedule } from '../../../src/runner/worker/schedule.ts'
import { smallPlan } from '../../integration/runner-controller.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const probe: ClientProbe = {
  measuredAtEpochMs: 1_000_000,
  recordBytes: 1_000,
  recordsPerSec: 100_000,
  cpuUsPerRecord: 10,
  cpuCores: 1,
  otherCpu: 0,
}
const identity = { key: 'machine and record', nodeVersion: '24.1.0', librdkafkaVersion: '2.12.0' }
const dayMs = 24 * 3_600_000

const folder = temporaryFolder()

describe('the plan of a probe', () => {
  test('offers one producer far more than it can send, with a queue sized for a moderate rate', () => {
    const plan = probePlanOf(smallPlan({ runId: 'run', recordsPerSec: 60_000, producers: 3 }))
    expect(runPlan.parse(plan)).toEqual(plan)
    const [producer] = plan.producers
    if (producer === undefined) throw new Error('no producer')
    expect([plan.producers.length, plan.consumerGroups.length, plan.topics.length]).toEqual([1, 0, 1])
    expect(queueRecords(producer, 1) * producer.recordValueBytes).toBeLessThan(100_000_000)
    const { totalRecords } = createSendSchedule({ ...producer, ...plan })
    expect(totalRecords / plan.durationMs).toBeCloseTo(3_000, 0)
  })
})

describe('a probe', () => {
  const second = (index: number, change: { ackedRecords: number; cpuCores: number; hostCpu: number | null }) => {
    const worker = { workerId: 'probe', role: 'producer' as const, eventLoopLagMaxMs: 0, residentBytes: 0 }
    const { ackedRecords, cpuCores, hostCpu } = change
    // The other fields of a producer's report do not matter.
    const producers = [{ ackedRecords }] as unknown as Parameters<typeof probeOf>[1][number]['report']['producers']
    const times = { second: index, startedAtEpochMs: 0, durationMs: index === 4 ? 100 : 1_000 }
    return { report: { ...times, producers, consumers: [], worker: { ...worker, cpuCores } }, hostCpu }
  }
  const plan = probePlanOf(smallPlan({ runId: 'run', recordsPerSec: 60_000 }))

  test('counts records and CPU time per record of all seconds but the first', () => {
    const warm = { ackedRecords: 100_000, cpuCores: 0.5, hostCpu: null }
    const seconds = [second(0, { ...warm, ackedRecords: 1 }), second(1, warm), second(2, warm), second(3, warm)]
    expect(probeOf(plan, [...seconds, second(4, { ...warm, ackedRecords: 7 })])).toMatchObject({
      recordBytes: 1_000,
      recordsPerSec: 100_000,
      cpuUsPerRecord: 5,
      cpuCores: 0.5,
      otherCpu: null,
    })
  })

  test('without any acknowledgement throws instead of giving a ceiling of zero', () => {
    expect(() => probeOf(plan, [second(1, { ackedRecords: 0, cpuCores: 1, hostCpu: 1 })])).toThrow('nothing')
  })
})

describe('stored probes', () => {
  test('are valid for a week, for the same machine, record and software', () => {
    keepProbe(folder.path, identity, probe)
    keepProbe(folder.path, { ...identity, key: 'another' }, { ...probe, recordBytes: 1 })
    const at = probe.measuredAtEpochMs
    expect(readProbe(folder.path, identity, at + 6 * dayMs)).toEqual(probe)
    expect(readProbe(folder.path, identity, at + 8 * dayMs)).toBeNull()
    expect(readProbe(folder.path, { ...identity, nodeVersion: '24.2.0' }, at)).toBeNull()
    expect(readProbe(folder.path, { ...identity, producerLoop: 'native' }, at)).toBeNull()
    expect(readProbe(folder.path, { ...identity, producerLoop: 'reference' }, at)).toEqual(probe)
    expect(readdirSync(folder.path)).toEqual([clientProbeFileName])
  })

  test('of a busy machine expire soon', () => {
    keepProbe(folder.path, identity, { ...probe, otherCpu: 0.7 })
    expect(readProbe(folder.path, identity, probe.measuredAtEpochMs + 60_000)).not.toBeNull()
    expect(readProbe(folder.path, identity, probe.measuredAtEpochMs + 3_600_000)).toBeNull()
  })

  test('in a damaged file are ignored, and the file is replaced', () => {
    writeFileSync(join(folder.path, clientProbeFileName), '{"kind":')
    expect(readProbe(folder.path, identity, probe.measuredAtEpochMs)).toBeNull()
    keepProbe(folder.path, identity, probe)
    expect(readProbe(folder.path, identity, probe.measuredAtEpochMs)).toEqual(probe)
  })
})

describe('the ceiling as a check', () => {
  test('warns of a plan above it, with a remedy, and passes one below it', () => {
    const below = smallPlan({ runId: 'run', recordsPerSec: 60_000 })
    expect(judgeCeiling(ceilingOf(probe, below, 2), below)).toMatchObject({ state: 'passed', remedy: null })
    const beyond = smallPlan({ runId: 'run', recordsPerSec: 160_000 })
    const check = judgeCeiling(ceilingOf(probe, beyond, 2), beyond)
    expect(check.state).toBe('warned')
    expect(check.remedy).toContain('more producers')
  })
})
