/**
 * A known load on a real broker, observed by `headroom observe --target`: what is predicted of the scenario that it writes
 * is what is predicted of the load.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TimeSpan } from '../../src/contracts/observation.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import type { Scenario } from '../../src/contracts/scenario.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { measure } from '../integration/measured-run.ts'
import {
  causesOf,
  comparedDeployments,
  comparePredictions,
  differences,
  knownScenario,
  type Observed,
  observeByCommand,
} from '../integration/observe-known.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { makeWorkspace } from '../integration/validate-support.ts'
import { showFigures } from './figures.ts'

const codecs = ['none', 'lz4', 'snappy', 'gzip', 'zstd'] as const
const durationMs = 26_000

let brokers: TestBrokers
let workspace: Awaited<ReturnType<typeof makeWorkspace>>
let known: Scenario
let observed: Observed
let endedAtMs: number

/** Records/s that the clients of an entry saw acknowledged in a period; seconds that it cuts count in part. */
function acknowledgedPerSec(name: string, { fromEpochMs, toEpochMs }: TimeSpan, samples: readonly Sample[]): number {
  const records = samples.reduce((sum, { startedAtEpochMs, durationMs, producers }) => {
    const overlapMs = Math.min(toEpochMs, startedAtEpochMs + durationMs) - Math.max(fromEpochMs, startedAtEpochMs)
    const own = producers.filter(({ producerId }) => producerId.startsWith(name))
    const acked = own.reduce((total, { ackedRecords }) => total + ackedRecords, 0)
    return sum + (Math.max(0, overlapMs) / durationMs) * acked
  }, 0)
  return (records * 1_000) / (toEpochMs - fromEpochMs)
}

/** The known load at the rates that its clients counted while it was observed: a busy machine may not hold those of the plan. */
function asCounted(planned: Scenario, samples: readonly Sample[]): Scenario {
  const topics: { name: string; figures: { averageRecordsInPerSec: { span: TimeSpan } } }[] =
    observed.answer.observation.topics
  const producers = planned.workload.producers.map((producer) => {
    const topic = topics.find(({ name }) => name.endsWith(`-${producer.name}`))
    if (topic === undefined) throw new Error(`${producer.name} was not observed`)
    const { span } = topic.figures.averageRecordsInPerSec
    return { ...producer, peakRecordsPerSec: acknowledgedPerSec(producer.name, span, samples) }
  })
  return { ...planned, workload: { ...planned.workload, producers } }
}

/** One topic and producer a codec, skewed keys on one topic, headers, and two groups on another. */
function workload() {
  return {
    // What the runner's clients are.
    clientFamily: 'librdkafka' as const,
    topics: codecs.map((codec) => ({ name: codec, partitions: 4, replicationFactor: 1, retentionMs: 7_200_000 })),
    producers: codecs.map((codec) => ({
      name: codec,
      topic: codec,
      peakRecordsPerSec: 1_000,
      recordValueBytes: 800,
      recordKeyBytes: 20,
      headers: { count: 2, nameBytes: 8, valueBytes: 20 },
      lingerMs: 50,
      isIdempotent: codec === 'zstd',
      keys: codec === 'lz4' ? ({ kind: 'zipf', distinct: 1_000, exponent: 1.1 } as const) : ({ kind: 'none' } as const),
      compression: codec,
      ...(codec === 'none' ? {} : { compressionRatio: 0.4 }),
    })),
    consumerGroups: [...codecs, 'lz4' as const].map((codec, index) => ({
      name: index < codecs.length ? codec : 'second',
      topic: codec,
      members: codec === 'none' ? 2 : 1,
    })),
  }
}

beforeAll(async () => {
  ;[brokers, workspace] = await Promise.all([startTestBrokers({ brokers: 1 }), makeWorkspace()])
  known = knownScenario(workload())
  const { plan } = planRun(known, { runId: 'observed', brokers: 1, durationMs, quotaWindowMs: 1_000 })
  const where = { target: brokers.target, stateDirectory: join(brokers.folderPath, 'state') }
  const run = await measure(plan, where, async (load) => {
    await load.until(4_000)
    observed = await observeByCommand(workspace.path, brokers.bootstrapServers, ['--for', '8s', '--sample', '4MB'])
    endedAtMs = Date.now()
  })
  expect([run.ended.reason, run.ended.detail]).toEqual(['plan-complete', null])
  known = asCounted(known, run.samples)
  const last = Math.max(...run.samples.map((sample) => sample.startedAtEpochMs + sample.durationMs))
  // Otherwise a part of the time had no load, and the test says nothing.
  expect(endedAtMs).toBeLessThan(last)
})

afterAll(async () => {
  await brokers?.stop()
  await workspace?.remove()
})

describe('a known load that is observed by the command line', () => {
  it('has nothing that was refused', () => {
    const { openQuestions } = observed.answer.observation
    expect(openQuestions).toEqual([])
  })

  it.each(comparedDeployments)('is predicted within 3 % of the known load on $offering', async (deployment) => {
    const compared = await comparePredictions(known, observed.scenario, deployment)
    expect(compared.length).toBeGreaterThan(3)
    const causes = await causesOf(known, observed.scenario, deployment)
    showFigures(`Observed fields that move the prediction on ${deployment.offering}`, { causes })
    expect(differences(compared)).toEqual([])
  })
})
