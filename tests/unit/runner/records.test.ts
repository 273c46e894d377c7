import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { murmur2, partitionOfKey } from '../../../src/contracts/murmur2.ts'
import type { PlannedProducer } from '../../../src/contracts/run-plan.ts'
import { minRunRecordValueBytes } from '../../../src/contracts/run-plan.ts'
import { createRandom } from '../../../src/contracts/seeded-random.ts'
import { createPartitionChooser } from '../../../src/runner/worker/partition-chooser.ts'
import { createHeaders, createPayloads } from '../../../src/runner/worker/payloads.ts'
import { createZipf } from '../../../src/runner/worker/random.ts'
import { ReceivedRecords } from '../../../src/runner/worker/received-records.ts'
import {
  readIntendedUs,
  readProducerIndex,
  readSequence,
  readTag,
  recordHeaderBytes,
  runTag,
  writeRecord,
} from '../../../src/runner/worker/record-header.ts'
import { RecordSample, TimedRecords } from '../../../src/runner/worker/timed-records.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

function producerWith(change: Partial<PlannedProducer>): PlannedProducer {
  const [producer] = smallPlan({ runId: 'records' }).producers
  if (producer === undefined) throw new Error('no producer')
  return { ...producer, ...change }
}

function choose(producer: PlannedProducer, count: number, partitions: number, producerIndex = 0): number[] {
  const chooser = createPartitionChooser(producer, { partitions, producerIndex, seed: 1 })
  return Array.from({ length: count }, () => {
    chooser.next(1_000)
    return chooser.partition
  })
}

describe('the header of a record', () => {
  test('fits into the smallest record that a plan allows', () => {
    expect(recordHeaderBytes).toBe(minRunRecordValueBytes)
  })

  test('comes back as it was written', () => {
    const { values, view } = createPayloads({
      valueSizesBytes: [recordHeaderBytes],
      randomBytesRatio: 1,
      batchBytes: 16_384,
      tag: runTag('run-1'),
      producerIndex: 70_000,
      seed: 1,
    })
    const [before, value, after] = values
    if (value === undefined) throw new Error('no value')
    writeRecord(view, value.byteOffset, 2 ** 40 + 1, 1_795_243_760_123_456)
    expect(after).toEqual(before)
    expect([readTag(value), readProducerIndex(value), readSequence(value), readIntendedUs(value)]).toEqual([
      runTag('run-1'),
      70_000,
      2 ** 40 + 1,
      1_795_243_760_123_456,
    ])
  })
})

describe('payloads', () => {
  const options = { valueSizesBytes: [1_000], batchBytes: 16_384, tag: 1, producerIndex: 0, seed: 5 }

  test('contain the requested share of random bytes', () => {
    const [half] = createPayloads({ ...options, randomBytesRatio: 0.5 }).values
    expect(half?.subarray(500).every((byte) => byte === half[999])).toBe(true)
    expect(new Set(half?.subarray(recordHeaderBytes, 500)).size).toBeGreaterThan(150)
  })

  test('are the same for the same seed and differ among producers', () => {
    const first = createPayloads({ ...options, randomBytesRatio: 1 }).values[3]
    const again = createPayloads({ ...options, randomBytesRatio: 1 }).values[3]
    const other = createPayloads({ ...options, producerIndex: 1, randomBytesRatio: 1 }).values[3]
    expect(again).toEqual(first)
    expect(other?.subarray(recordHeaderBytes)).not.toEqual(first?.subarray(recordHeaderBytes))
  })

  test('have the sizes of the plan in whole rounds, so that their mean is exact', () => {
    const sizes = [100, 400, 1_000]
    const { values } = createPayloads({ ...options, valueSizesBytes: sizes, randomBytesRatio: 1 })
    const lengths = values.map((value) => value.length)
    expect(lengths.slice(0, 4)).toEqual([100, 400, 1_000, 100])
    expect(lengths.length % 3).toBe(0)
    expect(lengths.reduce((sum, size) => sum + size, 0)).toBe(lengths.length * 500)
  })

  test('outlast the memory of a compressor, within bounds', () => {
    expect(createPayloads({ ...options, randomBytesRatio: 1 }).values.length * 1_000).toBeGreaterThan(1_000_000)
    expect(createPayloads({ ...options, valueSizesBytes: [24], randomBytesRatio: 1 }).values).toHaveLength(4_096)
  })
})

describe('headers', () => {
  test('have distinct names and values of the requested length', () => {
    const headers = createHeaders({ count: 3, nameBytes: 5, valueBytes: 7 })
    expect(headers.flatMap(Object.keys)).toEqual(['hhhh0', 'hhhh1', 'hhhh2'])
    expect(headers.flatMap(Object.values)).toEqual(['vvvvvvv', 'vvvvvvv', 'vvvvvvv'])
  })
})

describe('choosing partitions', () => {
  test('gives each partition its turn', () => {
    const turns = producerWith({ partitioning: { kind: 'turns', recordsPerTurn: 2 } })
    expect(choose(turns, 7, 3)).toEqual([0, 0, 1, 1, 2, 2, 0])
  })

  test('ends a turn before a batch is full if values differ in size', () => {
    const partitioning = { kind: 'turns', recordsPerTurn: 4, bytesPerTurn: 1_000 } as const
    const producer = producerWith({ partitioning, recordValueBytes: 500, batchedRecordBytes: 510 })
    const chooser = createPartitionChooser(producer, { partitions: 9, producerIndex: 0, seed: 1 })
    const partitions = [480, 490, 100, 2_000, 100, 200, 300, 100, 10].map((size) => {
      chooser.next(size)
      return chooser.partition
    })
    // A turn takes 1,000 bytes: 490 + 500 = 990 fit, 110 begins the next turn, and 2,010 has a turn of its own. Four records end
    // a turn too.
    expect(partitions).toEqual([0, 0, 1, 2, 3, 3, 3, 3, 4])
  })

  test('starts producers at different partitions', () => {
    const turns = producerWith({ partitioning: { kind: 'turns', recordsPerTurn: 1 } })
    expect(choose(turns, 3, 3, 1)).toEqual([1, 2, 0])
  })

  test('spreads even keys evenly, and Zipf keys as their law says', () => {
    const even = producerWith({ partitioning: { kind: 'keys', keys: { kind: 'uniform', distinct: 100_000 } } })
    const counts = Array.from({ length: 8 }, () => 0)
    for (const partition of choose(even, 40_000, 8)) counts[partition] = (counts[partition] ?? 0) + 1
    for (const count of counts) expect(Math.abs(count - 5_000)).toBeLessThan(400)
    const skewed = producerWith({ partitioning: { kind: 'keys', keys: { kind: 'zipf', distinct: 3, exponent: 2 } } })
    const hottest = Math.max(...countBy(choose(skewed, 20_000, 1_000)).values())
    // The weights are 1, 1/4 and 1/9, so the first key has a share of 0.735.
    expect(hottest / 20_000).toBeCloseTo(0.735, 1)
  })

  test('sends the keys from the first one on, if a producer has keys of its own', () => {
    const own = (firstKey: number, distinct: number) =>
      producerWith({ partitioning: { kind: 'keys', keys: { kind: 'uniform', distinct }, firstKey }, recordKeyBytes: 8 })
    const keysOf = (producer: PlannedProducer) => {
      const chooser = createPartitionChooser(producer, { partitions: 9, producerIndex: 3, seed: 1 })
      const sent = Array.from({ length: 500 }, () => {
        chooser.next(1_000)
        return `${chooser.key?.readDoubleLE(0)} in ${chooser.partition}`
      })
      return [...new Set(sent)].sort()
    }
    const one = keysOf(own(7, 1))
    expect(one).toHaveLength(1)
    expect(keysOf(own(6, 3))).toContain(one[0])
    expect(keysOf(own(6, 3)).map((each) => each.split(' ')[0])).toEqual(['6', '7', '8'])
  })

  test('sends keys of the requested size, and none if none are requested', () => {
    const keys = { kind: 'keys', keys: { kind: 'uniform', distinct: 10 } } as const
    const options = { partitions: 4, producerIndex: 0, seed: 1 }
    const withKey = createPartitionChooser(producerWith({ partitioning: keys, recordKeyBytes: 20 }), options)
    withKey.next(1_000)
    expect(withKey.key).toHaveLength(20)
    expect(createPartitionChooser(producerWith({ partitioning: keys }), options).key).toBeNull()
  })
})

describe('murmur2', () => {
  test('agrees with the values of Kafka’s own test', () => {
    const known: readonly [string, number][] = [
      ['21', -973932308],
      ['foobar', -790332482],
      ['a-little-bit-long-string', -985981536],
      ['a-little-bit-longer-string', -1486304829],
      ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
      ['abc', 479470107],
    ]
    expect(known.map(([text]) => murmur2(Buffer.from(text)))).toEqual(known.map(([, hash]) => hash))
  })

  test('always names an existing partition', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 1, max: 5_000 }), (key, partitions) => {
        const partition = partitionOfKey(key, partitions)
        expect(partition).toBeGreaterThanOrEqual(0)
        expect(partition).toBeLessThan(partitions)
      }),
    )
  })
})

describe('Zipf draws', () => {
  test('follow the law for exponents below, at and above one', () => {
    for (const exponent of [0.5, 1, 1.5]) {
      const draw = createZipf(10, exponent, createRandom(3))
      const counts = countBy(Array.from({ length: 60_000 }, draw))
      const total = Array.from({ length: 10 }, (_, index) => (index + 1) ** -exponent).reduce((sum, each) => sum + each)
      for (const rank of [1, 2, 5, 10]) {
        expect((counts.get(rank) ?? 0) / 60_000).toBeCloseTo(rank ** -exponent / total, 1.9)
      }
    }
  })

  test('stay within their ranks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000_000 }),
        fc.double({ min: 0.01, max: 4, noNaN: true }),
        (ranks, exponent) => {
          const draw = createZipf(ranks, exponent, createRandom(ranks))
          for (let count = 0; count < 20; count += 1) {
            const rank = draw()
            expect(Number.isInteger(rank) && rank >= 1 && rank <= ranks).toBe(true)
          }
        },
      ),
    )
  })
})

describe('timed records', () => {
  test('return what was stored in each slot, however many there are', () => {
    const timed = new TimedRecords()
    const slots = Array.from({ length: 10_000 }, (_, index) => timed.hold(index, index + 1))
    expect(new Set(slots).size).toBe(10_000)
    expect(slots.every((slot, index) => timed.intendedUsOf(slot) === index)).toBe(true)
    expect(slots.every((slot, index) => timed.sentUsOf(slot) === index + 1)).toBe(true)
    for (const slot of slots.slice(0, 6_000)) timed.release(slot)
    const again = Array.from({ length: 6_000 }, () => timed.hold(0, 0))
    expect(new Set([...again, ...slots.slice(6_000)]).size).toBe(10_000)
  })

  test('are all records, or a random one of every k', () => {
    const picked = (every: number, count: number) => {
      const sample = new RecordSample(every, 7)
      return Array.from({ length: count }, () => {
        const { next } = sample
        sample.moveOn()
        return next
      })
    }
    expect(picked(1, 4)).toEqual([0, 1, 2, 3])
    const oneInThirty = picked(30, 6_000)
    expect(oneInThirty.map((index) => Math.floor(index / 30))).toEqual(Array.from({ length: 6_000 }, (_, at) => at))
    // Turns have 30 records. Each position in a turn gets its fair share: 200 of 6,000.
    const byPlace = countBy(oneInThirty.map((index) => index % 30))
    expect(byPlace.size).toBe(30)
    for (const count of byPlace.values()) expect(Math.abs(count - 200)).toBeLessThan(70)
  })
})

describe('received records', () => {
  test('keep a sequence for each producer and partition', () => {
    const received = new ReceivedRecords()
    expect(received.add(0, 0, 0)).toBe(false)
    expect(received.add(1, 0, 0)).toBe(false)
    expect(received.add(0, 1, 0)).toBe(false)
    expect(received.add(0, 0, 0)).toBe(true)
  })

  test('go on after the last offset that was read, and never back', () => {
    const received = new ReceivedRecords([0, 5])
    received.noteOffset(1, 41)
    received.noteOffset(1, 7)
    expect([received.nextOffset(0), received.nextOffset(1)]).toEqual([0, 42])
  })

  test('tell the producers apart in partitions that the topic got during the run, and keep their offsets', () => {
    const received = new ReceivedRecords([0, 0])
    expect([received.add(1, 0, 0), received.add(0, 2, 0), received.add(0, 2, 0)]).toEqual([false, false, true])
    received.noteOffset(2, 41)
    expect(received.nextOffset(2)).toBe(42)
  })
})

function countBy(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
