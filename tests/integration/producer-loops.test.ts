import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PlannedProducer, timedEvery } from '../../src/contracts/run-plan.ts'
import { compressionCodecs } from '../../src/contracts/workload.ts'
import { runnerNodePath } from '../../src/runner/embedded/runner-files.ts'
import { RecordSample } from '../../src/runner/worker/timed-records.ts'
import { smallPlan } from './runner-controller.ts'
import type { BothSent, SendOrder, Sent } from './send-both-ways.ts'

let folder: string
let child: ChildProcessWithoutNullStreams
let lines: AsyncIterator<string>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-both-ways-'))
  const script = fileURLToPath(new URL('send-both-ways.ts', import.meta.url))
  child = spawn(runnerNodePath(), [script, folder])
  child.stderr.pipe(process.stderr)
  lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
})

afterAll(async () => {
  const exited = new Promise((resolve) => child.once('close', resolve))
  child.stdin.end()
  await exited
  rmSync(folder, { recursive: true, force: true })
})

async function sendBothWays(order: SendOrder): Promise<BothSent> {
  child.stdin.write(`${JSON.stringify(order)}\n`)
  const { value, done } = await lines.next()
  if (done === true) throw new Error('the sending process has exited')
  return JSON.parse(value)
}

const [base] = smallPlan({ runId: 'both-ways' }).producers
if (base === undefined) throw new Error('no producer')

const sizeBytes = fc.integer({ min: 24, max: 2_000 })
const keys = fc.oneof(
  fc.constant({ kind: 'none' as const }),
  fc.record({ kind: fc.constant('uniform' as const), distinct: fc.integer({ min: 1, max: 10_000_000 }) }),
  fc.record({
    kind: fc.constant('zipf' as const),
    distinct: fc.integer({ min: 1, max: 10_000_000 }),
    exponent: fc.oneof(fc.constantFrom(0.99, 1), fc.double({ min: 0.01, max: 4, noNaN: true })),
  }),
)
const partitioning: fc.Arbitrary<PlannedProducer['partitioning']> = fc.oneof(
  fc.record({ kind: fc.constant('keys' as const), keys }),
  fc.record({ kind: fc.constant('keys' as const), keys, firstKey: fc.integer({ min: 1, max: 1e12 }) }),
  fc.record(
    {
      kind: fc.constant('turns' as const),
      recordsPerTurn: fc.integer({ min: 1, max: 20 }),
      bytesPerTurn: fc.integer({ min: 24, max: 20_000 }),
    },
    { requiredKeys: ['kind', 'recordsPerTurn'] },
  ),
)

/** Generates producers with all settings that change a record, its partition, or the time at which it is sent. */
const planned: fc.Arbitrary<PlannedProducer> = fc
  .record(
    {
      recordValueBytes: sizeBytes,
      recordValueSizesBytes: fc.array(sizeBytes, { minLength: 2, maxLength: 7 }),
      recordKeyBytes: fc.constantFrom(0, 3, 8, 20),
      headers: fc.record({
        count: fc.integer({ min: 1, max: 3 }),
        nameBytes: fc.integer({ min: 1, max: 9 }),
        valueBytes: fc.integer({ min: 0, max: 30 }),
      }),
      batchedRecordBytes: fc.double({ min: 24, max: 2_100, noNaN: true }),
      partitioning,
      recordsPerSec: fc.constantFrom(97.3, 1_000, 19_999.5, 60_000),
      isIdempotent: fc.boolean(),
      transactionMs: fc.constantFrom(1, 7, 1_000),
      lingerMs: fc.constantFrom(0, 2),
      compression: fc.constantFrom(...compressionCodecs),
      randomBytesRatio: fc.double({ min: 0, max: 1, noNaN: true }),
      // The queue takes fewer records than are due, so library and loop refuse records, which are offered again.
      queueRecords: fc.integer({ min: 1, max: 50 }),
      startDelayMs: fc.constantFrom(0, 3.7),
    },
    { requiredKeys: ['recordValueBytes', 'recordKeyBytes', 'partitioning', 'recordsPerSec', 'isIdempotent'] },
  )
  .map((change) => ({
    ...base,
    ...change,
    isIdempotent: change.isIdempotent || change.transactionMs !== undefined,
  }))

const order: fc.Arbitrary<SendOrder> = fc
  .record({
    planned,
    index: fc.integer({ min: 0, max: 9 }),
    schedule: fc.oneof(
      fc.constant({ kind: 'constant' as const }),
      fc.record({
        kind: fc.constant('ramp' as const),
        fromFactor: fc.double({ min: 0.5, max: 2, noNaN: true }),
        toFactor: fc.double({ min: 0.5, max: 2, noNaN: true }),
      }),
    ),
    seed: fc.integer(),
    records: fc.integer({ min: 1, max: 400 }),
  })
  .map((rest) => {
    const lateMs = 4 + (2_000 * rest.records) / rest.planned.recordsPerSec
    return { ...rest, lateMs, durationMs: lateMs }
  })

/** The records that both loops have sent. One of them may have sent some more before it was stopped. */
function commonRecords({ native, reference }: BothSent): { native: string[][]; reference: string[][] } {
  const lengths = native.records.map((list, at) => Math.min(list.length, reference.records[at]?.length ?? 0))
  const cut = ({ records }: Sent) => records.map((list, at) => list.slice(0, lengths[at]))
  return { native: cut(native), reference: cut(reference) }
}

/** Sum of the weights of the timed records among the first `records` records. */
function timedOf({ planned: { recordsPerSec }, index, seed }: SendOrder, records: number): number {
  const every = timedEvery(recordsPerSec)
  const sample = new RecordSample(every, seed ^ ~index)
  let timed = 0
  for (; sample.next < records; sample.moveOn()) timed += every
  return timed
}

const withoutTime = (record: string) => JSON.stringify(JSON.parse(record).slice(0, -1))

describe('the two loops of a producer', () => {
  test('send the same records to the byte, with the same keys, headers and times, to the same partitions', async () => {
    await fc.assert(
      fc.asyncProperty(order, async (ordered) => {
        const both = await sendBothWays(ordered)
        for (const sent of [both.native, both.reference]) {
          expect(sent.errors).toEqual([])
          expect(sent.records.map((list) => list.length)).toEqual(sent.ackedByPartition)
          expect(sent.ackedRecords).toBe(sent.acceptedRecords)
          expect(sent.committed > 0).toBe(ordered.planned.transactionMs !== undefined)
          expect(sent.aborted).toBe(0)
          expect(sent.records.flat()).toHaveLength(sent.ackedRecords)
          expect(sent.timedRecords).toBe(timedOf(ordered, sent.ackedRecords))
          const bytes = sent.records.flat().reduce((sum, record) => sum + JSON.parse(record)[2], 0)
          expect(sent.ackedPayloadBytes).toBe(bytes + sent.ackedRecords * ordered.planned.recordKeyBytes)
        }
        const { native, reference } = commonRecords(both)
        expect(native).toEqual(reference)
        expect(native.flat().length).toBeGreaterThan(0)
      }),
      // Each case takes a second, so a counterexample is shown as it was found.
      { numRuns: 40, endOnFailure: true },
    )
  })

  test('send what was due when the load ended, if they were held still longer than its tail', async () => {
    // The load ended half a second before the loops see a clock for the first time.
    const both = await sendBothWays({
      planned: { ...base, recordsPerSec: 1_000 },
      index: 0,
      schedule: { kind: 'constant' },
      seed: 1,
      lateMs: 1_000,
      records: 500,
      durationMs: 500,
    })
    expect([both.native.ackedRecords, both.reference.ackedRecords]).toEqual([500, 500])
  })

  test('send the same bytes where the library refuses a part of a run and each value is in flight several times', async () => {
    // A burst of 256 records has 5.4 MB, the library's queue takes 4.6 MB, and all values together have 1 MB.
    const ordered: SendOrder = {
      planned: {
        ...base,
        recordValueBytes: 10_000,
        recordValueSizesBytes: [24, 30_000, 45_000, 9_000],
        partitioning: { kind: 'turns', recordsPerTurn: 125 },
        randomBytesRatio: 1,
        recordsPerSec: 20,
        queueRecords: 300,
        batchBytes: 500_000,
        compression: 'none',
        isIdempotent: true,
      },
      index: 0,
      schedule: { kind: 'constant' },
      seed: 1,
      lateMs: 25_000,
      // Few records become due after the start, however long the test takes.
      durationMs: 35_000,
      records: 500,
    }
    const both = await sendBothWays(ordered)
    const { native, reference } = commonRecords(both)
    expect(both.native.queueFullRetries).toBeGreaterThan(0)
    for (const sent of [both.native, both.reference]) {
      expect(sent.ackedRecords).toBe(sent.acceptedRecords)
      expect(sent.timedRecords).toBe(timedOf(ordered, sent.ackedRecords))
    }
    expect(native.flat().length).toBeGreaterThan(400)
    expect(native).toEqual(reference)
  })

  test('send the same records, apart from their times, where synchronous senders wait', async () => {
    await fc.assert(
      fc.asyncProperty(order, fc.integer({ min: 1, max: 8 }), async (ordered, synchronousSenders) => {
        // All records are due at the start, and few become due while the senders wait.
        const recordsPerSec = 20
        const lateMs = 6_004
        const both = await sendBothWays({
          ...ordered,
          records: Math.min(ordered.records, 60),
          lateMs,
          durationMs: lateMs + 30_000,
          planned: { ...ordered.planned, recordsPerSec, lingerMs: 0, synchronousSenders },
        })
        const { native, reference } = commonRecords(both)
        expect(native.map((list) => list.map(withoutTime))).toEqual(reference.map((list) => list.map(withoutTime)))
        for (const sent of [both.native, both.reference]) expect(sent.ackedRecords).toBe(sent.acceptedRecords)
      }),
      { numRuns: 10, endOnFailure: true },
    )
  })
})
