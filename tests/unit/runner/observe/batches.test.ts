import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { splitBatches } from '../../../../src/runner/observe/batches/batch-headers.ts'
import { decompress } from '../../../../src/runner/observe/batches/decompress.ts'
import { TopicSampler } from '../../../../src/runner/observe/batches/topic-sampler.ts'
import { type BatchOptions, makeBatch } from './make-batch.ts'

function sampleOf(...fetches: readonly (readonly BatchOptions[])[]) {
  const sampler = new TopicSampler()
  for (const batches of fetches) sampler.add(0, splitBatches(Buffer.concat(batches.map((each) => makeBatch(each)))))
  return sampler.read(new Map())
}

describe('the batches of a fetch', () => {
  it('are read with codec, producer, times and records', () => {
    const bytes = makeBatch({ records: [{ value: 'a' }, { value: 'b' }], baseOffset: 7, producerId: 42n, spanMs: 30 })
    const { batches } = splitBatches(bytes)
    expect(batches).toHaveLength(1)
    expect(batches[0]).toMatchObject({ baseOffset: 7, codec: 'none', recordCount: 2, producerId: 42n })
    expect(batches[0]?.wireBytes).toBe(bytes.length)
    expect((batches[0]?.maxTimestamp ?? 0) - (batches[0]?.baseTimestamp ?? 0)).toBe(30)
  })

  it('have no first time if the log cleaner has put its delete horizon there', () => {
    const batch = makeBatch({ records: [{ value: null }, { value: null }], baseTimestamp: 5, hasDeleteHorizon: true })
    expect(splitBatches(batch).batches[0]?.baseTimestamp).toBeNull()
    const sampler = new TopicSampler()
    sampler.add(0, splitBatches(batch))
    const sample = sampler.read(new Map([[0, 2]]))
    expect(sample.spots[0]?.atEpochMs).toBeNull()
    expect(sample.batchSpanMs.count).toBe(0)
  })

  it('do not include one that is cut', () => {
    const whole = makeBatch({ records: [{ value: 'a' }] })
    const { batches } = splitBatches(Buffer.concat([whole, makeBatch({ records: [{ value: 'b' }] }).subarray(0, -1)]))
    expect(batches).toHaveLength(1)
  })

  it('are counted as old or unreadable, and those after them are read', () => {
    const old = makeBatch({ records: [{ value: 'a' }] })
    old.writeInt8(1, 16)
    const strange = makeBatch({ records: [{ value: 'a' }] })
    strange.writeInt8(9, 16)
    const split = splitBatches(Buffer.concat([old, strange, makeBatch({ records: [{ value: 'b' }] })]))
    expect([split.batches.length, split.oldFormats, split.unreadable]).toEqual([1, 1, 1])
  })

  it('end at an invalid length', () => {
    const broken = makeBatch({ records: [{ value: 'a' }] })
    broken.writeInt32BE(-12, 8)
    expect(splitBatches(broken)).toMatchObject({ batches: [], unreadable: 1 })
  })
})

describe('the sample of a topic', () => {
  it('counts the first batch of a fetch apart, because a random offset hits large batches more often', () => {
    const of = (count: number) => ({ records: Array.from({ length: count }, () => ({ value: 'x' })) })
    const { hits, following } = sampleOf([of(40), of(10), of(10)], [of(10), of(40), of(10)])
    expect(hits).toMatchObject({ batches: 2, records: 50 })
    expect(hits.inverseRecords).toBeCloseTo(1 / 40 + 1 / 10)
    expect(following).toMatchObject({ batches: 4, records: 70 })
  })

  it('has the true mean of the records a batch from hits weighted by 1 / records', () => {
    // If batches have 1 and 99 records in turn, 99 of 100 offsets are in a large one.
    const of = (count: number) => ({ records: Array.from({ length: count }, () => ({ value: 'x' })) })
    const fetches = Array.from({ length: 100 }, (_, index) => [of(index === 0 ? 1 : 99)])
    const { hits } = sampleOf(...fetches)
    expect(hits.records / hits.batches).toBeCloseTo(98.02)
    expect(hits.batches / hits.inverseRecords).toBeCloseTo(50)
  })

  it('has sizes of keys, values and headers, and counts what is missing', () => {
    const records = [
      { key: 'abcd', value: 'x'.repeat(100), headers: { id: '12345' } },
      { key: 'abcd', value: null },
      { value: 'y'.repeat(300) },
    ]
    const sample = sampleOf([{ records }])
    expect(sample.keyBytes).toMatchObject({ count: 2, sum: 8 })
    expect(sample.valueBytes).toMatchObject({ count: 2, sum: 400, smallest: 100, largest: 300 })
    expect(sample.tombstones).toBe(1)
    expect([sample.headerNameBytes, sample.headerValueBytes, sample.headersPerRecord.sum]).toEqual([2, 5, 1])
    expect(sample.keys).toMatchObject({ keyedRecords: 2, unkeyedRecords: 1, distinctAtLeast: 1, topShares: [1] })
  })

  it('holds no key, value or header', () => {
    const secret = 'do-not-keep-8f3a'
    const text = JSON.stringify(
      sampleOf([{ records: [{ key: secret, value: secret, headers: { [secret]: secret } }] }]),
    )
    expect(text).not.toContain(secret)
    expect(text).not.toContain(Buffer.from(secret).toString('base64'))
  })

  it('leaves out transaction markers, and counts transactional, idempotent and compacted batches', () => {
    const sample = sampleOf([
      { records: [{ value: 'a' }], producerId: 5n, isTransactional: true },
      { records: [{ value: 'm' }], producerId: 5n, isTransactional: true, isControl: true },
      { records: [{ value: 'b' }], producerId: 6n, lastOffsetDelta: 9 },
    ])
    expect(sample).toMatchObject({
      controlBatches: 1,
      transactionalBatches: 1,
      idempotentBatches: 2,
      producerIds: 2,
      compactedBatches: 1,
    })
    expect(sample.hits.records + sample.following.records).toBe(2)
  })

  it('knows the ratio of a codec, and counts a batch whose records cannot be read', () => {
    const records = Array.from({ length: 50 }, () => ({ value: 'z'.repeat(200) }))
    const whole = makeBatch({ records, codec: 1, compress: gzipSync })
    const damaged = makeBatch({ records, codec: 1, compress: () => Buffer.from('no gzip') })
    const sampler = new TopicSampler()
    sampler.add(0, splitBatches(Buffer.concat([whole, damaged])))
    const { codecs, unreadableBatches } = sampler.read(new Map())
    expect(unreadableBatches).toBe(1)
    expect(codecs).toHaveLength(1)
    expect(codecs[0]).toMatchObject({ codec: 'gzip', batches: 2, openedBatches: 1, compressedBytes: whole.length - 61 })
    expect(codecs[0]?.uncompressedBytes).toBe(makeBatch({ records }).length - 61)
  })

  it('holds no memory of damaged batches, however many a fetch has, and reads the next fetch', () => {
    // The header of a gzip stream, without a block.
    const broken = Buffer.from('1f8b0800000000000003ff', 'hex')
    const damaged = makeBatch({ records: [{ value: 'a' }], codec: 1, compress: () => broken })
    const fetch = splitBatches(Buffer.alloc(50_000 * damaged.length, damaged))
    const sampler = new TopicSampler()
    const { external: before } = process.memoryUsage()
    sampler.add(0, fetch)
    // A zlib stream of Node would keep 16 kB for each of them: 800 MB.
    expect(process.memoryUsage().external - before).toBeLessThan(50_000_000)
    sampler.add(0, splitBatches(makeBatch({ records: [{ value: 'b' }], codec: 1, compress: gzipSync })))
    const { codecs, unreadableBatches } = sampler.read(new Map())
    expect([unreadableBatches, codecs[0]?.batches, codecs[0]?.openedBatches]).toEqual([50_000, 50_001, 1])
  })

  it('opens batches of one fetch up to a bound of what they unpack to', () => {
    const large = makeBatch({ records: [{ value: 'a'.repeat(60_000_000) }], codec: 1, compress: gzipSync })
    const sampler = new TopicSampler()
    sampler.add(0, splitBatches(Buffer.concat(Array.from({ length: 12 }, () => large))))
    const { codecs, unreadableBatches } = sampler.read(new Map())
    expect([unreadableBatches, codecs[0]?.openedBatches]).toEqual([3, 9])
  })
})

describe('decompression', () => {
  it('stops at its bound, however small the input', () => {
    const bomb = gzipSync(Buffer.alloc(1_000_000))
    expect(() => decompress('gzip', bomb, 10_000)).toThrow()
    // A snappy literal of one byte, then copies of 64 bytes each.
    const snappy = Buffer.concat([
      Buffer.from([0x7f, 0x00, 0x41]),
      Buffer.alloc(3_000, Buffer.from([0xfe, 0x01, 0x00])),
    ])
    expect(decompress('snappy', snappy, 100_000)).toHaveLength(64_001)
    expect(() => decompress('snappy', snappy, 10_000)).toThrow('10000')
  })

  it('reads a plain snappy block and one in the frame of Java clients', () => {
    // Length 10; the literal "abcd"; a copy of 6 from 4 back.
    const block = Buffer.from([10, 0x0c, 0x61, 0x62, 0x63, 0x64, 0x09, 0x04])
    expect(decompress('snappy', block).toString()).toBe('abcdabcdab')
    const java = Buffer.from([
      0x82,
      0x53,
      0x4e,
      0x41,
      0x50,
      0x50,
      0x59,
      0,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      block.length,
    ])
    expect(decompress('snappy', Buffer.concat([java, block])).toString()).toBe('abcdabcdab')
  })

  it('reads an LZ4 frame with a compressed and a stored block', () => {
    // Literals "abcd" with a match of 4 + 4 from 4 back; then literals "xyz" at the end.
    const block = Buffer.from([0x44, 0x61, 0x62, 0x63, 0x64, 4, 0, 0x30, 0x78, 0x79, 0x7a])
    const sized = (word: number) => {
      const bytes = Buffer.alloc(4)
      bytes.writeUInt32LE(word)
      return bytes
    }
    const frame = [Buffer.from([0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x00]), sized(block.length), block]
    const stored = [sized(0x80000002), Buffer.from('!!'), sized(0)]
    expect(decompress('lz4', Buffer.concat([...frame, ...stored])).toString()).toBe('abcdabcdabcdxyz!!')
  })

  it('refuses a copy from before the beginning', () => {
    expect(() => decompress('snappy', Buffer.from([8, 0x00, 0x61, 0x09, 0x04]))).toThrow('before the beginning')
  })
})
