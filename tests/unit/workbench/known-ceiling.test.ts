import { cpus, hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { probedProducer, probeKey } from '../../../src/measurement/compute-client-ceiling.ts'
import { keepProbe } from '../../../src/runner/host/probe-cache.ts'
import { knownCeiling } from '../../../src/workbench/validation/known-ceiling.ts'
import { smallPlan } from '../../integration/runner-controller.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()

const plan = smallPlan({ runId: 'preview', recordsPerSec: 60_000 })
const machine = { hostName: hostname(), cpuModel: cpus()[0]?.model ?? 'unknown', cpuCores: Math.max(1, cpus().length) }
const probe = {
  measuredAtEpochMs: 1,
  recordBytes: 1_000,
  recordsPerSec: 100_000,
  cpuUsPerRecord: 10,
  cpuCores: 1,
  otherCpu: 0,
}

describe('the known client ceiling before a run', () => {
  it('is known from the newest stored probe of such records', async () => {
    const identity = { key: probeKey(machine, probedProducer(plan)), librdkafkaVersion: '2.12.0' }
    keepProbe(
      folder.path,
      { ...identity, nodeVersion: '24.2.0' },
      { ...probe, measuredAtEpochMs: 2, recordsPerSec: 50_000 },
    )
    keepProbe(folder.path, { ...identity, nodeVersion: '24.1.0' }, probe)
    expect(await knownCeiling(folder.path, plan)).toMatchObject({ recordsPerSec: 50_000, isEnough: false })
  })

  it('is not known without a probe, or for other records', async () => {
    expect(await knownCeiling(folder.path, plan)).toBeNull()
    const other = probedProducer(smallPlan({ runId: 'x', recordsPerSec: 60_000 }))
    const key = probeKey(machine, { ...other, recordValueBytes: 5 })
    keepProbe(folder.path, { key, nodeVersion: '24.1.0', librdkafkaVersion: '2.12.0' }, probe)
    expect(await knownCeiling(folder.path, plan)).toBeNull()
  })
})
