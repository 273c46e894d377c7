import { expect, it } from 'vitest'
import type { ClientCeiling } from '../../../src/contracts/client-ceiling.ts'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
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

/** 10,000 records of 1,000 + 10 bytes in batches of 1 + 1,000 records/s x 5 ms / 1 partition, each with a header of 61 bytes. */
const allBytes = 10_000 * (1_010 + 61 / 6)

const [topic] = plan.topics
const [producer] = plan.producers
if (topic === undefined || producer === undefined) throw new Error('the plan has no topic or no producer')
const known: RunPlan = {
  ...plan,
  topics: [{ ...topic, partitions: 1 }],
  producers: [{ ...producer, recordKeyBytes: 0, batchedRecordBytes: 1_010, lingerMs: 5, batchBytes: 16_384 }],
}

it('is all that the plan offers, with all replicas', () => {
  expect(neededDiskBytes(known, null)).toBeCloseTo(allBytes, 3)
  const copied = { ...known, topics: known.topics.map((each) => ({ ...each, replicationFactor: 3 })) }
  expect(neededDiskBytes(copied, null)).toBeCloseTo(3 * allBytes, 3)
})

it('counts what brokers store around small records, which is more than the records', () => {
  const small = known.producers.map((each) => ({ ...each, recordValueBytes: 10, batchedRecordBytes: 17, lingerMs: 0 }))
  expect(neededDiskBytes({ ...known, producers: small }, null)).toBeCloseTo(10_000 * (17 + 61), 3)
})

it('is what this machine can offer if that is less, with a margin if the probe found it busy', () => {
  expect(neededDiskBytes(known, ceilingOf(200_000))).toBeCloseTo(0.3 * allBytes, 3)
  expect(neededDiskBytes(known, ceilingOf(900_000))).toBeCloseTo(allBytes, 3)
  expect(neededDiskBytes(known, ceilingOf(5_000_000))).toBeCloseTo(allBytes, 3)
})
