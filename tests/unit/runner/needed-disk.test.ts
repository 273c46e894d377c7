import { expect, it } from 'vitest'
import type { ClientCeiling } from '../../../src/contracts/client-ceiling.ts'
import { neededDiskBytes } from '../../../src/runner/preflight/needed-disk.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

const plan = { ...smallPlan({ runId: 'disk', recordsPerSec: 1_000, durationMs: 10_000 }), drainMs: 0 }

function ceilingOf(payloadBytesPerSec: number): ClientCeiling {
  return {
    probe: {
      measuredAtEpochMs: 0,
      recordBytes: 1_000,
      recordsPerSec: 1_000,
      cpuUsPerRecord: 4,
      cpuCores: 1,
      otherCpu: null,
    },
    processes: 1,
    recordsPerSec: payloadBytesPerSec / 1_000,
    payloadBytesPerSec,
    wantedRecordsPerSec: 1_000,
    wantedPayloadBytesPerSec: 1_000_000,
    isEnough: payloadBytesPerSec >= 1_000_000,
    sentence: 'This machine can offer something.',
  }
}

it('is all that the plan offers, with all replicas', () => {
  expect(neededDiskBytes(plan, null)).toBe(10_000_000)
  const copied = { ...plan, topics: plan.topics.map((topic) => ({ ...topic, replicationFactor: 3 })) }
  expect(neededDiskBytes(copied, null)).toBe(30_000_000)
})

it('is what this machine can offer if that is less, with a margin if the probe found it busy', () => {
  expect(neededDiskBytes(plan, ceilingOf(200_000))).toBeCloseTo(3_000_000, 3)
  expect(neededDiskBytes(plan, ceilingOf(900_000))).toBe(10_000_000)
  expect(neededDiskBytes(plan, ceilingOf(5_000_000))).toBe(10_000_000)
})
