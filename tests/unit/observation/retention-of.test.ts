import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { ClusterReading } from '../../../src/contracts/cluster-reading.ts'
import { offering as offeringSchema } from '../../../src/contracts/offering.ts'
import { scenarioOf } from '../../../src/observation/scenario-of.ts'
import { condensed, knownDeployment, observationOf } from './known-observation.ts'
import { knownReading } from './known-reading.ts'

const offering = offeringSchema.parse(JSON.parse(await readFile('models/confluent-cloud-dedicated.json', 'utf8')))
const dayMs = 86_400_000

/** A reading of one topic with these settings beside the usual ones, which keeps so many bytes in each partition. */
function readingOf(
  configs: Readonly<Record<string, string>>,
  leaderLogBytes: number | null,
  hottestShare = 0.25,
): ClusterReading {
  const reading = knownReading([
    {
      ...{ name: 'orders', partitions: 4, recordsPerSec: 1000, valueBytes: 500, keyBytes: 0, recordBytes: 508 },
      ...{ recordsPerBatch: 20, codec: 'none', ratio: 1, hottestShare, producers: 2, groups: [] },
    },
  ])
  const topics = reading.topics.map((topic) => ({
    ...topic,
    configs: { ...topic.configs, ...configs },
    partitions: topic.partitions.map((partition) => ({ ...partition, leaderLogBytes })),
  }))
  return { ...reading, topics }
}

function retentionOf(reading: ClusterReading) {
  const { scenario, provenance } = scenarioOf(observationOf(reading), knownDeployment, offering)
  const { how, reason } = provenance.find(({ field }) => field === 'workload.topics[0].retentionMs') ?? {}
  return { retentionMs: scenario.workload.topics[0]?.retentionMs, how, reason }
}

function questionsOf(reading: ClusterReading): string[] {
  return condensed(reading).questions.map(({ id }) => id)
}

/** What 1,000 records/s of 511.05 bytes (508, and a header of 61 in 20 records) write in two days, in one of 4 partitions. */
const twoDaysBytes = Math.round((2 * 86_400 * 1000 * (508 + 61 / 20)) / 4)

const oneSecondBytes = Math.round(twoDaysBytes / (2 * 86_400))

describe('the retention of an observed topic', () => {
  it('is its setting, whatever it keeps', () => {
    const reading = readingOf({}, twoDaysBytes)
    expect(retentionOf(reading)).toMatchObject({ retentionMs: dayMs, how: 'measured' })
    expect(questionsOf(reading)).not.toContain('unlimited-retention')
  })

  it('is the time in which it writes what it keeps if it keeps everything, and the user is asked', () => {
    const reading = readingOf({ 'retention.ms': '-1' }, twoDaysBytes)
    const { retentionMs = 0, how, reason } = retentionOf(reading)
    expect(retentionMs / (2 * dayMs)).toBeCloseTo(1, 2)
    expect([how, reason]).toEqual(['derived', 'bytes kept / bytes written: no setting limits the time'])
    const question = condensed(reading).questions.find(({ id }) => id === 'unlimited-retention')
    expect(question?.text).toContain('1 topic (orders)')
    expect(questionsOf(readingOf({ 'retention.ms': '-1', 'retention.bytes': '1000000' }, null))).toEqual([])
  })

  it('is its setting, also for a topic that is compacted and deletes nothing by time', () => {
    const compacted = readingOf({ 'cleanup.policy': 'compact' }, twoDaysBytes)
    expect((retentionOf(compacted).retentionMs ?? 0) / (2 * dayMs)).toBeCloseTo(1, 2)
    expect(questionsOf(compacted)).not.toContain('unlimited-retention')
    const both = readingOf({ 'cleanup.policy': 'compact,delete' }, twoDaysBytes)
    expect(retentionOf(both).retentionMs).toBe(dayMs)
  })

  it('is not known for a topic that keeps everything, if its size is not known', () => {
    expect(retentionOf(readingOf({ 'retention.ms': '-1' }, null)).retentionMs).toBeUndefined()
  })

  it('is not known for a topic that keeps everything and is too young to show how much, and the user is asked', () => {
    const young = readingOf({ 'retention.ms': '-1' }, oneSecondBytes)
    expect(retentionOf(young).retentionMs).toBeUndefined()
    expect(questionsOf(young)).toContain('unlimited-retention')
    const compacted = readingOf({ 'cleanup.policy': 'compact' }, oneSecondBytes)
    expect(retentionOf(compacted).retentionMs).toBe(1000)
  })

  it('is unlimited by the largest number that Kafka accepts, as by -1', () => {
    const largest = '9223372036854775807'
    const reading = readingOf({ 'retention.ms': largest, 'retention.bytes': largest }, twoDaysBytes)
    expect((retentionOf(reading).retentionMs ?? 0) / (2 * dayMs)).toBeCloseTo(1, 2)
    expect(questionsOf(reading)).toContain('unlimited-retention')
  })

  it('is not derived from the logs of some partitions only', () => {
    const reading = readingOf({ 'retention.ms': '-1' }, 2 * twoDaysBytes)
    const topics = reading.topics.map((topic) => ({
      ...topic,
      partitions: topic.partitions.map((each) => (each.index === 0 ? { ...each, leaderLogBytes: null } : each)),
    }))
    expect(retentionOf({ ...reading, topics }).retentionMs).toBeUndefined()
  })

  // 1,000 records/s of 511.05 bytes are 127,762.5 bytes/s in each of 4 partitions: 1e9 / 127,762.5 = 7,827 s.
  it('is the time in which a partition is filled, if that is shorter than the limit of time', () => {
    const bound = retentionOf(readingOf({ 'retention.bytes': '1000000000' }, null))
    expect((bound.retentionMs ?? 0) / 7_827_000).toBeCloseTo(1, 3)
    expect(bound.how).toBe('derived')
    const unlimited = retentionOf(readingOf({ 'retention.ms': '-1', 'retention.bytes': '1000000000' }, null))
    expect(unlimited.retentionMs).toBe(bound.retentionMs)
    const later = retentionOf(readingOf({ 'retention.bytes': '1000000000000' }, null))
    expect(later).toMatchObject({ retentionMs: dayMs, how: 'measured' })
  })

  // The first partition gets 700 records/s, or 357,735 bytes/s, and keeps 1e10 bytes for 27,954 s. The others, of 100 records/s
  // or 51,105 bytes/s, keep a day: 4.4155e9 bytes. Together 2.3246e10 bytes, at 511,050 bytes/s 45,488 s.
  it('has the partitions with few records keep them for the whole time', () => {
    const skewed = retentionOf(readingOf({ 'retention.bytes': '10000000000' }, null, 0.7))
    expect((skewed.retentionMs ?? 0) / 45_488_000).toBeCloseTo(1, 3)
  })
})
