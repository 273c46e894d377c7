/**
 * A running cluster under a load that is known: the reading is held to the plan of the load, to what the load's own
 * clients counted, and to the times at which the broker appended their records.
 */
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClusterReading, ReadTopic } from '../../src/contracts/cluster-reading.ts'
import { type RunPlan, runNamePrefix } from '../../src/contracts/run-plan.ts'
import { kafkajs } from './embedded-support.ts'
import { batchesInLog, type LoggedBatch, recordsByKey } from './log-batches.ts'
import { type MeasuredRun, measure } from './measured-run.ts'
import {
  type Appended,
  appendedBetweenLooks,
  codecs,
  knownPlan,
  latestReplayedMs,
  recordsPerSec,
  replayed,
  runId,
  stampOnAppend,
  startModernConsumer,
  statedRatio,
  untilModernCommitted,
  valueBytes,
  writeOthers,
} from './observe-known-load.ts'
import { connectionOf, quickBounds, readCluster } from './observe-support.ts'
import { startTestBrokers, type TestBrokers } from './test-brokers.ts'

/** The reading has low bounds, because a busy machine is slow: only the hours with records, and some hundreds of batches. */
const bounds = { spanMs: 8_000, historyHours: 6, sampleBytes: 5_000_000 }
const partitions = [0, 1, 2, 3]

let folder: string
let brokers: TestBrokers
let plan: RunPlan
let run: MeasuredRun
let reading: ClusterReading
/** By codec and partition. */
const appended = new Map<string, readonly Appended[]>()
/** By codec and partition. */
const logged = new Map<string, readonly (readonly LoggedBatch[])[]>()
let modernConsumer: ChildProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-observe-'))
  brokers = await startTestBrokers({ brokers: 1 })
  plan = knownPlan()
  const connection = connectionOf(brokers.target)
  const [server = ''] = brokers.bootstrapServers
  const kafka = new kafkajs.Kafka({ clientId: 'others', brokers: [server], logLevel: kafkajs.logLevel.NOTHING })
  await writeOthers(kafka)
  const dataPath = join(brokers.folderPath, 'broker-1', 'data')
  modernConsumer = startModernConsumer(server)
  await untilModernCommitted(kafka)
  run = await measure(plan, { target: brokers.target, stateDirectory: join(folder, 'run') }, async (load) => {
    await stampOnAppend(kafka, plan)
    // The first seconds fill the logs that are sampled.
    await load.until(5_000)
    reading = await readCluster(connection, { stateDirectory: join(folder, 'read'), bounds })
    for (const codec of codecs) {
      appended.set(codec, await appendedBetweenLooks(kafka, topicNamed(topicName(codec))))
      logged.set(codec, await Promise.all(partitions.map((index) => batchesInLog(dataPath, topicName(codec), index))))
    }
    load.stop()
  })
  expect(run.ended.reason).toBe('user-abort')
})

afterAll(async () => {
  modernConsumer?.kill('SIGKILL')
  await brokers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

function topicName(codec: string): string {
  return `${runNamePrefix}${runId}-${codec}`
}

function topicNamed(name: string): ReadTopic {
  const topic = reading.topics.find((each) => each.name === name)
  if (topic === undefined) throw new Error(`no topic ${name}`)
  return topic
}

function sampleOf(name: string) {
  const { sample } = topicNamed(name)
  if (sample === null) throw new Error(`no sample of ${name}`)
  return sample
}

function groupNamed(groupId: string) {
  const group = reading.groups?.find((each) => each.groupId === groupId)
  if (group === undefined) throw new Error(`no group ${groupId}`)
  return group
}

/** The batches in the log that a sample says it has read, by the places at which it read. */
function readInLog(codec: string): readonly (readonly LoggedBatch[])[] {
  return sampleOf(topicName(codec)).spots.map(({ partition, offset, batches }) => {
    const log = logged.get(codec)?.[partition] ?? []
    const at = log.findIndex(({ baseOffset }) => baseOffset === offset)
    return at < 0 ? [] : log.slice(at, at + batches)
  })
}

/** Records between the first and the last snapshot, by partition. */
function written({ partitions }: ReadTopic): readonly number[] {
  return partitions.map(({ first, last }) => (last?.end ?? 0) - (first?.end ?? 0))
}

function producersOf(codec: string) {
  return run.samples.flatMap(({ producers }) => producers.filter(({ producerId }) => producerId.startsWith(codec)))
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, each) => sum + each, 0)
const mean = ({ sum, count }: { readonly sum: number; readonly count: number }) => sum / count

describe('the reading of a cluster under a known load', () => {
  it('is complete, with nothing refused', () => {
    expect([reading.isComplete, reading.refusals, reading.notes]).toEqual([true, [], []])
    expect(reading.brokers.map(({ isController }) => isController)).toEqual([true])
    expect(reading.movingPartitions).toBe(0)
  })

  it('counts the records that were appended to each partition between the snapshots, as exactly as it times them', () => {
    for (const codec of codecs) {
      const counts = written(topicNamed(topicName(codec)))
      // The load has no pause of seven of the eight seconds.
      expect(sumOf(counts), codec).toBeGreaterThan(recordsPerSec)
      for (const [partition, { fewest, most }] of (appended.get(codec) ?? []).entries()) {
        expect(counts[partition], `${codec} ${partition}`).toBeGreaterThanOrEqual(fewest)
        expect(counts[partition], `${codec} ${partition}`).toBeLessThanOrEqual(most)
      }
    }
    // Over the whole run one partition gets more than the others: their counts are not all alike. From second to second a
    // busy machine changes its share.
    const skewed = partitions.map((partition) =>
      sumOf(producersOf('lz4').map(({ ackedRecordsByPartition }) => ackedRecordsByPartition[partition] ?? 0)),
    )
    expect(Math.max(...skewed) / sumOf(skewed)).toBeGreaterThan(0.3)
  })

  it('names the codec of each topic, and its ratio within 5 %', () => {
    for (const codec of codecs) {
      const { codecs: seen, unreadableBatches } = sampleOf(topicName(codec))
      expect(seen.map((each) => each.codec)).toEqual([codec])
      expect(unreadableBatches).toBe(0)
      const [{ compressedBytes = 0, uncompressedBytes = 1 } = {}] = seen
      const ratio = codec === 'none' ? 1 : statedRatio
      expect(Math.abs(compressedBytes / uncompressedBytes / ratio - 1), codec).toBeLessThan(0.05)
    }
  })

  it('has the sizes of values, keys and headers within 3 %', () => {
    for (const codec of codecs) {
      const sample = sampleOf(topicName(codec))
      expect(Math.abs(mean(sample.valueBytes) / valueBytes - 1)).toBeLessThan(0.03)
      expect([mean(sample.keyBytes), mean(sample.headersPerRecord)]).toEqual([20, 2])
      const records = sample.headersPerRecord.count
      expect([sample.headerNameBytes / records, sample.headerValueBytes / records]).toEqual([16, 40])
    }
  })

  it('has the records of each batch that it read as they are in the log', () => {
    for (const codec of codecs) {
      const { hits, following } = sampleOf(topicName(codec))
      const read = readInLog(codec)
      const countsOf = (batches: readonly LoggedBatch[]) => ({
        batches: batches.length,
        records: sumOf(batches.map(({ records }) => records)),
      })
      expect(following.batches, codec).toBeGreaterThan(10)
      expect(hits, codec).toMatchObject(countsOf(read.flatMap(([first]) => first ?? [])))
      expect(following, codec).toMatchObject(countsOf(read.flatMap(([, ...rest]) => rest)))
    }
  })

  it('counts distinct keys, and the share of the most frequent ones, as they are in the log', () => {
    const counts = [...recordsByKey(readInLog('lz4').flat()).values()].sort((one, other) => other - one)
    const records = sumOf(counts)
    const { keys } = sampleOf(topicName('lz4'))
    expect(keys).toMatchObject({ keyedRecords: records, unkeyedRecords: 0, distinctAtLeast: counts.length })
    expect(keys.topShares).toEqual(counts.slice(0, keys.topShares.length).map((count) => count / records))
    // The load has 1,000 keys.
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.length).toBeLessThanOrEqual(1_000)
  })

  it('tells idempotent producers from others', () => {
    expect(sampleOf(topicName('none')).idempotentBatches).toBe(0)
    const { idempotentBatches, producerIds } = sampleOf(topicName('zstd'))
    expect(idempotentBatches).toBeGreaterThan(10)
    expect(producerIds).toBe(1)
    expect(topicNamed(topicName('zstd')).activeProducers).toBe(1)
  })

  it('has partitions, settings and members as they are', () => {
    for (const codec of codecs) {
      const topic = topicNamed(topicName(codec))
      expect(topic.partitions.map(({ index, replicas }) => [index, replicas])).toEqual(partitions.map((n) => [n, [1]]))
      const planned = plan.topics.find(({ name }) => name === topic.name)
      expect(topic.configs).toMatchObject({ ...planned?.configs, 'cleanup.policy': 'delete' })
      const group = groupNamed(topicName(codec))
      expect([group.protocol, group.state]).toEqual(['classic', 'Stable'])
      expect(group.members).toHaveLength(codec === 'none' ? 2 : 1)
      const assigned = group.members?.flatMap((member) => member.assigned) ?? []
      expect(assigned.reduce((sum, { partitions }) => sum + partitions, 0)).toBe(4)
    }
  })

  it('sees the members of a group of KIP-848, which is dead to the classic request, and what it reads', () => {
    const group = groupNamed('modern')
    expect([group.protocol, group.members?.map(({ clientId }) => clientId)]).toEqual(['consumer', ['modern-1']])
    expect(group.committed).toMatchObject([{ topic: 'replayed' }])
    const sum = (offsets: readonly (number | null)[]) => offsets.reduce<number>((total, each) => total + (each ?? 0), 0)
    expect([sum(group.committed?.[0]?.first ?? []), sum(group.committed?.[0]?.last ?? [])]).toEqual([350, 350])
  })

  it('keeps groups that never committed apart from those that stand still', () => {
    // The groups of a run commit nothing.
    expect(groupNamed(topicName('none')).committed).toEqual([])
  })

  it('counts the hours of a topic by the time in its records, and says how late the latest is', () => {
    const { history } = topicNamed('replayed')
    // A fourth one, where the test runs past a full hour.
    expect(history?.hours.map(({ records }) => records).slice(0, 3)).toEqual([...replayed])
    expect(history?.largestTimestampEpochMs).toBe(latestReplayedMs)
    // Nothing was written to this topic during the reading: its hours are event time.
    expect(written(topicNamed('replayed'))).toEqual([0, 0])
  })

  it('counts transactions, and markers apart from records', () => {
    const sample = sampleOf('transactions')
    expect(sample.hits.records + sample.following.records).toBe(10)
    expect(sample.transactionalBatches).toBe(1)
    expect(sample.controlBatches).toBe(1)
    const [first, second] = topicNamed('transactions').partitions
    // The marker has an offset of its own.
    expect([first?.last?.end, second?.last?.end].sort()).toEqual([0, 11])
  })

  it('leaves out the contents of internal and empty topics', () => {
    expect(topicNamed('__consumer_offsets')).toMatchObject({ isInternal: true, sample: null, history: null })
    expect(topicNamed('idle')).toMatchObject({ sample: null })
  })

  it('stays within its bounds, and says what it cost', () => {
    const { cost } = reading
    expect(cost.connections).toBe(2)
    expect(cost.requests / (cost.durationMs / 1000)).toBeLessThan(quickBounds.requestsPerSec)
    // One response may exceed the limit, because its first batch is always returned whole.
    expect(cost.sampledBytes).toBeLessThan(bounds.sampleBytes + 1_100_000)
    expect(Object.values(cost.requestsByApi).reduce((sum, each) => sum + each, 0)).toBe(cost.requests)
  })
})
