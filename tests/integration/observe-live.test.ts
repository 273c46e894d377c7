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

const spanMs = 8_000

let folder: string
let brokers: TestBrokers
let plan: RunPlan
let run: MeasuredRun
let reading: ClusterReading
/** By codec and partition. */
const appended = new Map<string, readonly Appended[]>()
let modernConsumer: ChildProcess | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-observe-'))
  brokers = await startTestBrokers({ brokers: 1 })
  plan = knownPlan()
  const connection = connectionOf(brokers.target)
  const [server = ''] = brokers.bootstrapServers
  const kafka = new kafkajs.Kafka({ clientId: 'others', brokers: [server], logLevel: kafkajs.logLevel.NOTHING })
  await writeOthers(kafka)
  modernConsumer = startModernConsumer(server)
  await untilModernCommitted(kafka)
  run = await measure(plan, { target: brokers.target, stateDirectory: join(folder, 'run') }, async (load) => {
    await stampOnAppend(kafka, plan)
    // The first seconds fill the logs that are sampled.
    await load.until(5_000)
    reading = await readCluster(connection, { stateDirectory: join(folder, 'read'), bounds: { spanMs } })
    for (const codec of codecs) appended.set(codec, await appendedBetweenLooks(kafka, topicNamed(topicName(codec))))
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

/** Records between the first and the last look, by partition. */
function written({ partitions }: ReadTopic): readonly number[] {
  return partitions.map(({ first, last }) => (last?.end ?? 0) - (first?.end ?? 0))
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, each) => sum + each, 0)
const mean = ({ sum, count }: { readonly sum: number; readonly count: number }) => sum / count

describe('the reading of a cluster under a known load', () => {
  it('is complete, with nothing refused', () => {
    expect([reading.isComplete, reading.refusals, reading.notes]).toEqual([true, [], []])
    expect(reading.brokers.map(({ isController }) => isController)).toEqual([true])
    expect(reading.movingPartitions).toBe(0)
  })

  it('counts the records that were appended between the looks, as exactly as it says when it looked', () => {
    for (const codec of codecs) {
      const counted = sumOf(written(topicNamed(topicName(codec))))
      const [fewest, most] = (appended.get(codec) ?? []).reduce(
        (sums, { fewest, most }) => [sums[0] + fewest, sums[1] + most],
        [0, 0] as [number, number],
      )
      expect(fewest).toBeGreaterThan(recordsPerSec)
      expect(counted, codec).toBeGreaterThanOrEqual(fewest)
      expect(counted, codec).toBeLessThanOrEqual(most)
    }
  })

  it('has the share of the hottest partition within 2 points of what was appended between the looks', () => {
    // Not of what the clients sent in the whole run: on a busy machine the hottest partition is acknowledged late, and its
    // share changes from second to second.
    const shareIn = (records: readonly number[]) => Math.max(...records) / sumOf(records)
    const known = shareIn((appended.get('lz4') ?? []).map(({ atTheTimes }) => atTheTimes))
    expect(known).toBeGreaterThan(0.3)
    expect(Math.abs(shareIn(written(topicNamed(topicName('lz4')))) - known)).toBeLessThan(0.02)
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

  it('has the records a batch within 10 % of what the clients counted', () => {
    for (const codec of codecs) {
      const { following } = sampleOf(topicName(codec))
      const own = run.samples.flatMap(({ producers }) =>
        producers.filter(({ producerId }) => producerId.startsWith(codec)).flatMap(({ batches }) => batches ?? []),
      )
      // The log was read while it grew: compare with the seconds that wrote what was read. Batches of a busy broker's first
      // seconds are larger, because records wait.
      let [records, batches] = [0, 0]
      for (const second of own) {
        if (records >= following.records) break
        records += second.records
        batches += second.count
      }
      const counted = records / batches
      expect(Math.abs(following.records / following.batches / counted - 1), codec).toBeLessThan(0.1)
    }
  })

  it('tells keys that are skewed from one key, and idempotent producers from others', () => {
    const { keys } = sampleOf(topicName('lz4'))
    expect(keys.distinctAtLeast).toBeGreaterThan(400)
    expect(keys.distinctAtLeast).toBeLessThanOrEqual(1_000)
    // Its share in the topic is 18 %, and 0.1 % if all keys were equally frequent. It is in one of four partitions, and a
    // sample of five random positions hits that one more or less often: 4 to 63 % in 3,000 simulated samples.
    expect(keys.topShares[0]).toBeGreaterThan(0.02)
    expect(keys.topShares[0]).toBeLessThan(0.9)
    expect(sampleOf(topicName('none')).idempotentBatches).toBe(0)
    const { idempotentBatches, producerIds } = sampleOf(topicName('zstd'))
    expect(idempotentBatches).toBeGreaterThan(10)
    expect(producerIds).toBe(1)
    expect(topicNamed(topicName('zstd')).activeProducers).toBe(1)
  })

  it('has partitions, settings and members as they are', () => {
    for (const codec of codecs) {
      const topic = topicNamed(topicName(codec))
      expect(topic.partitions.map(({ index, replicas }) => [index, replicas])).toEqual(
        [0, 1, 2, 3].map((n) => [n, [1]]),
      )
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
    // Nothing was written while it was looked at: the hours are of events, not of load.
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
    // One response may go over: its first batch comes whole.
    expect(cost.sampledBytes).toBeLessThan(quickBounds.sampleBytes + 1_100_000)
    expect(Object.values(cost.requestsByApi).reduce((sum, each) => sum + each, 0)).toBe(cost.requests)
  })
})
