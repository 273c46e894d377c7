/**
 * Known loads on a real broker, observed by `headroom observe --target`: what is predicted of the scenario that it writes
 * is what is predicted of the load.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TimeSpan } from '../../src/contracts/observation.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import type { Scenario, ScenarioInput } from '../../src/contracts/scenario.ts'
import { fitRecordSizes } from '../../src/observation/fit-record-sizes.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { offeringOf } from '../../src/workbench/calibration/calibrated-models.ts'
import { locateResources } from '../../src/workbench/resources.ts'
import { kafkajs } from '../integration/embedded-support.ts'
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
/** What is written while clients start is removed: on a busy machine they send what is due at once, in other batches. */
const warmUpMs = 10_000
/** The batches of the time before the first look are sampled. */
const sampledMs = 20_000
/** The load goes on until the reading is done, however long that takes on a busy machine. */
const mostLoadMs = 240_000

let brokers: TestBrokers
let workspace: Awaited<ReturnType<typeof makeWorkspace>>

/** What the clients of an entry counted in a period; seconds that it cuts count in part. */
function countedIn(name: string, { fromEpochMs, toEpochMs }: TimeSpan, samples: readonly Sample[]) {
  const counted = { acknowledged: 0, records: 0, batches: 0, bytes: 0 }
  for (const { startedAtEpochMs, durationMs, producers } of samples) {
    const overlapMs = Math.min(toEpochMs, startedAtEpochMs + durationMs) - Math.max(fromEpochMs, startedAtEpochMs)
    const share = Math.max(0, overlapMs) / durationMs
    for (const { producerId, ackedRecords, batches } of producers) {
      if (!producerId.startsWith(name)) continue
      counted.acknowledged += share * ackedRecords
      counted.records += share * (batches?.records ?? 0)
      counted.batches += share * (batches?.count ?? 0)
      counted.bytes += share * (batches?.bytes ?? 0)
    }
  }
  return counted
}

/**
 * The known load as its clients counted it, because a busy machine holds neither the rates of the plan nor its linger. Rates
 * are those between the snapshots. Batches are those of the time before the first snapshot, which are the ones that are sampled.
 */
async function asCounted(
  planned: Scenario,
  samples: readonly Sample[],
  { observed, keptFromEpochMs }: { readonly observed: Observed; readonly keptFromEpochMs: number },
): Promise<Scenario> {
  const topics: { name: string; figures: { averageRecordsInPerSec: { span: TimeSpan } } }[] =
    observed.answer.observation.topics
  const counts = planned.workload.producers.map(({ name }) => {
    const topic = topics.find((each) => each.name.endsWith(`-${name}`))
    if (topic === undefined) throw new Error(`${name} was not observed`)
    const { span } = topic.figures.averageRecordsInPerSec
    const sampled = { fromEpochMs: keptFromEpochMs, toEpochMs: span.fromEpochMs }
    const { records, batches, bytes } = countedIn(name, sampled, samples)
    const perSec = (countedIn(name, span, samples).acknowledged * 1_000) / (span.toEpochMs - span.fromEpochMs)
    const sent = { recordsPerBatch: records / batches, wireBytesPerRecord: bytes / records }
    // The batch size is that of the plan.
    return { perSec, ...sent, hasMeasuredSize: true, fullBatchBytes: null }
  })
  const producers = planned.workload.producers.map((producer, index) => {
    return { ...producer, peakRecordsPerSec: counts[index]?.perSec ?? 0 }
  })
  const offering = await offeringOf(planned.deployment, locateResources(process.cwd()))
  return fitRecordSizes({ ...planned, workload: { ...planned.workload, producers } }, offering, counts)
}

/** Removes all records that were written until now. Returns the time. */
async function removeWritten(): Promise<number> {
  const admin = new kafkajs.Kafka({
    brokers: [...brokers.bootstrapServers],
    logLevel: kafkajs.logLevel.NOTHING,
  }).admin()
  await admin.connect()
  const atEpochMs = Date.now()
  for (const topic of (await admin.listTopics()).filter((name) => !name.startsWith('__'))) {
    await admin.deleteTopicRecords({ topic, partitions: await admin.fetchTopicOffsets(topic) })
  }
  await admin.disconnect()
  return atEpochMs
}

const topicOf = (name: string, partitions: number) => {
  return { name, partitions, replicationFactor: 1, retentionMs: 7_200_000 }
}

/** Loads that differ in all that a prediction asks for. What clients are is what the runner's are. */
const loads: Readonly<Record<string, ScenarioInput['workload']>> = {
  'a topic for each codec, one with skewed keys, with headers, and two groups on one of them': {
    clientFamily: 'librdkafka',
    topics: codecs.map((codec) => topicOf(codec, 4)),
    producers: codecs.map((codec) => ({
      name: codec,
      topic: codec,
      peakRecordsPerSec: 1_000,
      recordValueBytes: 800,
      recordKeyBytes: 20,
      headers: { count: 2, nameBytes: 8, valueBytes: 20 },
      lingerMs: 50,
      isIdempotent: codec === 'zstd',
      keys: codec === 'lz4' ? { kind: 'zipf', distinct: 1_000, exponent: 1.1 } : { kind: 'none' },
      compression: codec,
      ...(codec === 'none' ? {} : { compressionRatio: 0.4 }),
    })),
    consumerGroups: [...codecs, 'lz4' as const].map((codec, index) => ({
      name: index < codecs.length ? codec : 'second',
      topic: codec,
      members: codec === 'none' ? 2 : 1,
    })),
  },
  'small records, keyed and not': {
    clientFamily: 'librdkafka',
    topics: [topicOf('clicks', 8), topicOf('views', 4)],
    producers: [
      {
        ...{ name: 'clicks', topic: 'clicks', peakRecordsPerSec: 3_000, recordValueBytes: 120, recordKeyBytes: 12 },
        ...{ lingerMs: 20, compression: 'lz4', compressionRatio: 0.5 },
        keys: { kind: 'zipf', distinct: 200, exponent: 0.8 },
      },
      { name: 'views', topic: 'views', peakRecordsPerSec: 2_000, recordValueBytes: 200, lingerMs: 20 },
    ],
    consumerGroups: [
      { name: 'clicks', topic: 'clicks', members: 4 },
      { name: 'counts', topic: 'clicks', members: 2 },
      { name: 'views', topic: 'views', members: 1 },
    ],
  },
  'large records without linger, and three groups that read them': {
    clientFamily: 'librdkafka',
    topics: [topicOf('documents', 3), topicOf('events', 12)],
    producers: [
      {
        ...{ name: 'documents', topic: 'documents', peakRecordsPerSec: 100, recordValueBytes: 20_000, lingerMs: 0 },
        ...{ compression: 'zstd', compressionRatio: 0.3 },
      },
      {
        ...{ name: 'events', topic: 'events', peakRecordsPerSec: 1_500, recordValueBytes: 500, lingerMs: 50 },
        isIdempotent: true,
      },
    ],
    consumerGroups: [
      ...['search', 'archive', 'mail'].map((name) => ({ name, topic: 'documents', members: 1 })),
      { name: 'events', topic: 'events', members: 2 },
    ],
  },
}

beforeAll(async () => {
  ;[brokers, workspace] = await Promise.all([startTestBrokers({ brokers: 1 }), makeWorkspace()])
})

afterAll(async () => {
  await brokers?.stop()
  await workspace?.remove()
})

describe.each(Object.entries(loads))('a load that is observed by the command line: %s', (name, workload) => {
  let known: Scenario
  let observed: Observed

  beforeAll(async () => {
    const planned = knownScenario(workload)
    const runId = `observed${Object.keys(loads).indexOf(name)}`
    const { plan } = planRun(planned, { runId, brokers: 1, durationMs: mostLoadMs, quotaWindowMs: 1_000 })
    const where = { target: brokers.target, stateDirectory: join(brokers.folderPath, 'state') }
    let keptFromEpochMs = 0
    const run = await measure(plan, where, async (load) => {
      await load.until(warmUpMs)
      keptFromEpochMs = await removeWritten()
      await load.until(warmUpMs + sampledMs)
      observed = await observeByCommand(workspace.path, brokers.bootstrapServers, [
        ...['--for', '30s', '--sample', '15MB'],
        // The protocol does not tell the library of the clients.
        ...['--client-family', 'librdkafka'],
      ])
      load.stop()
    })
    expect(run.ended.reason).toBe('user-abort')
    known = await asCounted(planned, run.samples, { observed, keptFromEpochMs })
  })

  it('has nothing that was refused', () => {
    const { openQuestions } = observed.answer.observation
    expect(openQuestions).toEqual([])
  })

  it.each(comparedDeployments)('is predicted within 3 % of the known load on $offering', async (deployment) => {
    const compared = await comparePredictions(known, observed.scenario, deployment)
    expect(compared.length).toBeGreaterThan(3)
    const causes = await causesOf(known, observed.scenario, deployment)
    showFigures(`Known and observed on ${deployment.offering}: ${name}`, { compared, causes })
    expect(differences(compared)).toEqual([])
  })
})
