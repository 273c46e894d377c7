/**
 * The partitions of a topic have batches of different sizes. A reading still finds the mean number of records per batch of the
 * log, although fetches end at the end of a partition.
 */
import { describe, expect, it } from 'vitest'
import { sampleFacts } from '../../../../src/observation/cluster-reading/sample-facts.ts'
import { splitBatches } from '../../../../src/runner/observe/batches/batch-headers.ts'
import { TopicSampler } from '../../../../src/runner/observe/batches/topic-sampler.ts'
import { minFetchBytes } from '../../../../src/runner/observe/sampled-topic.ts'
import { spreadPosition } from '../../../../src/runner/observe/spread-positions.ts'
import { makeBatch } from './make-batch.ts'

type Log = { readonly batches: readonly { readonly from: number; readonly to: number; readonly bytes: Buffer }[] }

/** A partition with batches of about this many records. */
function logOf(records: number, recordsPerBatch: number): Log {
  const batches: Log['batches'][number][] = []
  for (let from = 0; from < records; ) {
    // Sizes vary by a third, in a fixed order.
    const size = Math.max(1, Math.round(recordsPerBatch * (0.7 + 0.1 * ((batches.length * 4) % 7))))
    const bytes = makeBatch({ baseOffset: from, records: Array.from({ length: size }, () => ({ value })) })
    batches.push({ from, to: from + size, bytes })
    from += size
  }
  return { batches }
}

const value = 'v'.repeat(100)
/** Skewed keys: at an equal linger, a partition with more records has larger batches. */
const logs = [0.37, 0.16, 0.11, 0.09, 0.08, 0.07, 0.06, 0.06].map((share) => logOf(60_000 * share, 1 + 60 * share))
const ranges = logs.map(({ batches }, index) => {
  return { topic: 'clicks', index, leader: 1, from: 0, to: batches.at(-1)?.to ?? 0 }
})
const recordsOf = new Map(ranges.map(({ index, to }) => [index, to]))
const records = ranges.reduce((sum, { to }) => sum + to, 0)
const truth = {
  recordsPerBatch: records / logs.reduce((sum, { batches }) => sum + batches.length, 0),
  wireBytesPerRecord:
    logs.flatMap(({ batches }) => batches).reduce((sum, { bytes }) => sum + bytes.length, 0) / records,
}

/** Samples the logs from a first position on, with a budget of as many bytes as the logs have. */
function readFrom(start: number) {
  const sampler = new TopicSampler()
  const wanted = records * truth.wireBytesPerRecord
  for (let [index, read] = [0, 0]; read < wanted; index += 1) {
    const position = spreadPosition(ranges, start, index)
    if (position === null) break
    const own = logs[position.range.index]?.batches.filter(({ to }) => to > position.offset) ?? []
    const fetched = Buffer.concat(own.map(({ bytes }) => bytes)).subarray(0, minFetchBytes)
    sampler.add(position.range.index, splitBatches(fetched))
    read += fetched.length
  }
  return sampler.read(recordsOf)
}

const samples = Array.from({ length: 8 }, (_, start) => readFrom(start / 8))

function figureOf(field: string, sample: (typeof samples)[number]): number {
  const span = { fromEpochMs: 0, toEpochMs: 1 }
  const topic = { name: 'clicks', isInternal: false, partitions: [], configs: null, written: [], history: null }
  const facts = sampleFacts({ ...topic, replicaLogBytes: null, activeProducers: null, sample }, span)
  const fact = facts.find((each) => each.field === field)
  if (typeof fact?.value !== 'number') throw new Error(`no ${field}`)
  return fact.value
}

describe('the sample of a topic with skewed keys', () => {
  it('has the mean records per batch of the log within 1 %, from wherever it starts', () => {
    for (const sample of samples) {
      expect(Math.abs(figureOf('recordsPerBatch', sample) / truth.recordsPerBatch - 1)).toBeLessThan(0.01)
    }
  })

  it('has the wire bytes per record of the log within 0.2 %', () => {
    for (const sample of samples) {
      expect(Math.abs(figureOf('wireBytesPerRecord', sample) / truth.wireBytesPerRecord - 1)).toBeLessThan(0.002)
    }
  })

  it('needs the weights: without them the mean is off by more than that, averaged over the start positions', () => {
    const means = samples.map(({ following }) => following.records / following.batches)
    const mean = means.reduce((sum, each) => sum + each, 0) / means.length
    expect(mean / truth.recordsPerBatch).toBeGreaterThan(1.01)
  })
})

describe('the totals of a sample', () => {
  it('have the mean of batches that differ much, although fetches cut off large ones more often', () => {
    // A Lehmer generator, so that the batches are the same each time.
    let state = 1
    const chance = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    // Stalls of a client: one in five batches has twenty times the records of the others.
    const sizes = Array.from({ length: 4_000 }, () => (chance() < 0.2 ? 100 : 5))
    const batches = sizes.map((size) => makeBatch({ records: Array.from({ length: size }, () => ({ value })) }))
    const log = Buffer.concat(batches)
    const starts = [0]
    for (const { length } of batches) starts.push((starts.at(-1) ?? 0) + length)
    const [sampler, withoutCut] = [new TopicSampler(), new TopicSampler()]
    for (let index = 0; index < 3_900; index += 3) {
      const start = starts[index] ?? 0
      // Byte limits of many sizes, so that every position in a batch is cut equally often.
      const split = splitBatches(log.subarray(start, start + 20_000 + ((index * 613) % 12_000)))
      sampler.add(0, split)
      withoutCut.add(0, { ...split, cut: null })
    }
    const truth = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
    const errorOf = (each: TopicSampler) => {
      const { records = 0, batches: count = 1 } = each.read(new Map([[0, 1_000_000]])).totals ?? {}
      return records / count / truth - 1
    }
    expect(Math.abs(errorOf(sampler))).toBeLessThan(0.02)
    expect(errorOf(withoutCut)).toBeLessThan(-0.1)
  })

  it('are those of the first batches if no other was read, by the mean of 1 / records', () => {
    const sampler = new TopicSampler()
    for (const size of [1, 3]) {
      sampler.add(0, splitBatches(makeBatch({ records: Array.from({ length: size }, () => ({ value })) })))
    }
    // (1 / 1 + 1 / 3) / 2 batches a record.
    expect(sampler.read(new Map([[0, 300]])).totals).toMatchObject({ records: 300, batches: 200 })
  })

  it('leave out partitions of which nothing was read', () => {
    const sampler = new TopicSampler()
    sampler.add(0, splitBatches(makeBatch({ records: [{ value }, { value }] })))
    const recordsOf = new Map([
      [0, 100],
      [1, 900],
    ])
    expect(sampler.read(recordsOf).totals).toMatchObject({ records: 100, batches: 50 })
  })
})
