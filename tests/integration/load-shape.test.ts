/**
 * What a run sends is what the scenario says: sizes, headers, compressibility. One short run holds all of it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunPlan, runNamePrefix } from '../../src/contracts/run-plan.ts'
import { scenario } from '../../src/contracts/scenario.ts'
import { compressionOver } from '../../src/measurement/compression.ts'
import { computeResult } from '../../src/measurement/result.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { TestController } from './runner-controller.ts'

const runId = 'load-shape'
const codecs = ['none', 'lz4', 'snappy', 'gzip', 'zstd'] as const
const statedRatio = 0.4

let folder: string
let controller: TestController
let plan: RunPlan

/** One topic and producer a codec; each with sizes of its own law, some with headers. */
function shapedPlan(): RunPlan {
  const sizes = [
    { kind: 'fixed' },
    { kind: 'uniform', spread: 0.5 },
    { kind: 'lognormal', sigma: 0.6 },
    { kind: 'fixed' },
    { kind: 'uniform', spread: 0.3 },
  ]
  const value = scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'Load of every shape',
    deployment: { offering: 'confluent-dedicated', size: 1 },
    workload: {
      topics: codecs.map((codec) => ({ name: codec, partitions: 2, replicationFactor: 1 })),
      producers: codecs.map((codec, index) => ({
        name: codec,
        topic: codec,
        peakRecordsPerSec: 1_500,
        recordValueBytes: 800,
        recordSizes: sizes[index],
        ...(index % 2 === 0 ? { headers: { count: 2, nameBytes: 8, valueBytes: 20 } } : {}),
        lingerMs: 50,
        compression: codec,
        compressionRatio: statedRatio,
      })),
      consumerGroups: codecs.map((codec) => ({ name: codec, topic: codec })),
    },
  })
  return planRun(value, { runId, brokers: 1, durationMs: 5_000, quotaWindowMs: 1_000 }).plan
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-load-'))
  controller = new TestController(folder)
  plan = shapedPlan()
  const ended = await controller.runToEnd(plan, { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
  expect([ended.reason, ended.detail]).toEqual(['plan-complete', null])
})

afterAll(async () => {
  await controller?.disconnect()
  rmSync(folder, { recursive: true, force: true })
})

describe('a run on a real broker', () => {
  it('compresses the records of each codec to the stated ratio within 5 %', () => {
    for (const codec of codecs.slice(1)) {
      const own = controller.samples.map((sample) => ({
        ...sample,
        producers: sample.producers.filter(({ producerId }) => producerId.startsWith(codec)),
      }))
      const measured = compressionOver(plan, own)
      expect(measured?.statedRatio).toBeCloseTo(statedRatio, 9)
      expect(Math.abs((measured?.measuredRatio ?? 0) / statedRatio - 1), codec).toBeLessThan(0.05)
    }
  })

  it('counts payload bytes by the size of each record, the same where they are sent and read', () => {
    const { accounting, compression } = computeResult(plan, controller.samples)
    expect([accounting.isClosed, accounting.gaps]).toEqual([true, []])
    expect(accounting.ackedRecords).toBe(accounting.groups.reduce((sum, group) => sum + group.consumedRecords, 0))
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const sent = sum(controller.samples.flatMap(({ producers }) => producers.map((each) => each.ackedPayloadBytes)))
    const read = sum(controller.samples.flatMap(({ consumers }) => consumers.map((each) => each.payloadBytes)))
    expect(sent).toBe(read)
    expect(sent / accounting.ackedRecords / 800).toBeCloseTo(1, 1)
    // Four of five topics are compressed.
    expect(compression?.statedRatio).toBeCloseTo((4 * statedRatio + 1) / 5, 1)
  })

  it('takes the sizes of records before compression as the plan says', () => {
    const seconds = controller.samples.flatMap(({ producers }) => producers)
    const plain = seconds.filter(({ producerId }) => producerId.startsWith('none'))
    const total = plain.reduce(
      (sum, { batches }) => ({
        records: sum.records + (batches?.records ?? 0),
        bytes: sum.bytes + (batches?.bytes ?? 0) - 61 * (batches?.count ?? 0),
      }),
      { records: 0, bytes: 0 },
    )
    const planned = plan.producers.find(({ clientId }) => clientId === `${runNamePrefix}${runId}-none-1`)
    expect(total.bytes / total.records / (planned?.batchedRecordBytes ?? 0)).toBeCloseTo(1, 2)
  })
})
