/**
 * A producer that is offered far more than anything takes: what is told of it keeps up with what it sends.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scenario } from '../../src/contracts/scenario.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { measure } from '../integration/measured-run.ts'

const runId = 'over-offered'
let stateDirectory: string

beforeAll(() => {
  stateDirectory = mkdtempSync(join(tmpdir(), 'headroom-over-offered-'))
})
afterAll(() => rmSync(stateDirectory, { recursive: true, force: true }))

function greedyPlan() {
  const value = scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'More than anything takes',
    deployment: { offering: 'apache-kafka-on-hosts', tier: 'm5.large', size: 3 },
    workload: {
      topics: [{ name: 'topic', partitions: 3, replicationFactor: 1 }],
      producers: [
        {
          name: 'greedy',
          topic: 'topic',
          peakRecordsPerSec: 4_000_000,
          recordValueBytes: 200,
          lingerMs: 5,
          batchBytes: 65_536,
          acks: '1',
        },
      ],
    },
  })
  return planRun(value, { runId, brokers: 1, durationMs: 4_000, quotaWindowMs: 1_000 }).plan
}

it('counts the acknowledgements of an over-offered producer while it sends, not after the load', async () => {
  const { samples, result } = await measure(greedyPlan(), {
    target: { kind: 'embedded:simulated', brokers: 1 },
    stateDirectory,
  })
  expect(result.accounting).toMatchObject({ isClosed: true, rejectedRecords: 0 })
  // From the first second on: what is sent is told up to a statistics interval late, and later where the machine is busy.
  const loaded = samples.filter(({ second }) => second < 4).flatMap(({ producers }) => producers)
  const answered = loaded.reduce((sum, { ackedRecords }) => sum + ackedRecords, 0)
  const sent = loaded.reduce((sum, { requests, recordsPerBatch }) => sum + requests * (recordsPerBatch ?? 0), 0)
  expect(loaded.at(-1)?.backlogRecords, 'more is offered than is sent').toBeGreaterThan(0)
  expect(sent).toBeGreaterThan(0)
  // With 256 records a turn and 100 reports it was 0.4.
  expect(answered / sent).toBeGreaterThan(0.8)
})
