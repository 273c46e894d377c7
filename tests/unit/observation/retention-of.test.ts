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
function readingOf(configs: Readonly<Record<string, string>>, leaderLogBytes: number | null): ClusterReading {
  const reading = knownReading([
    {
      ...{ name: 'orders', partitions: 4, recordsPerSec: 1000, valueBytes: 500, keyBytes: 0, recordBytes: 508 },
      ...{ recordsPerBatch: 20, codec: 'none', ratio: 1, hottestShare: 0.25, producers: 2, groups: [] },
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
})
