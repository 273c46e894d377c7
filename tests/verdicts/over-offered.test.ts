/**
 * A producer that is offered far more than anything takes: what is told of it keeps up with what it sends.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sample } from '../../src/contracts/sample.ts'
import { scenario } from '../../src/contracts/scenario.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { measure } from '../integration/measured-run.ts'

const runId = 'over-offered'
/** However long a busy machine takes for them. */
const enoughRecords = 200_000
const mostLoadMs = 240_000
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
          peakRecordsPerSec: 400_000,
          recordValueBytes: 200,
          lingerMs: 5,
          batchBytes: 65_536,
          acks: '1',
        },
      ],
    },
  })
  return planRun(value, { runId, brokers: 1, durationMs: mostLoadMs, quotaWindowMs: 1_000 }).plan
}

/** Records in the requests that the producer has sent. */
function sentRecords(samples: readonly Sample[]): number {
  const seconds = samples.flatMap(({ producers }) => producers)
  return seconds.reduce((sum, { requests, recordsPerBatch }) => sum + requests * (recordsPerBatch ?? 0), 0)
}

it('counts the acknowledgements of an over-offered producer while it sends, not after the load', async () => {
  let loaded: readonly Sample[] = []
  const target = { kind: 'embedded:simulated', brokers: 1 } as const
  const { result } = await measure(greedyPlan(), { target, stateDirectory }, async (load) => {
    loaded = await load.untilSampled((samples) => sentRecords(samples) > enoughRecords)
    load.stop()
  })
  expect(result.accounting).toMatchObject({ isClosed: true, rejectedRecords: 0 })
  const producers = loaded.flatMap((sample) => sample.producers)
  expect(producers.at(-1)?.backlogRecords, 'more is offered than is sent').toBeGreaterThan(0)
  const answered = producers.reduce((sum, { ackedRecords }) => sum + ackedRecords, 0)
  // With 256 records a turn and 100 reports it was 0.4.
  expect(answered / sentRecords(loaded)).toBeGreaterThan(0.8)
})
