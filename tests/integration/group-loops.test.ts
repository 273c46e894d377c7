import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConsumerSample } from '../../src/contracts/sample.ts'
import { plainAccess } from '../../src/runner/admin/cluster-access.ts'
import type { OwnGroup, WorkerSetup } from '../../src/runner/host/worker-messages.ts'
import { epochUs } from '../../src/runner/worker/clock.ts'
import type { Rdkafka } from '../../src/runner/worker/load-rdkafka.ts'
import { chooseEngine, type NativeEngine, type NativeProducerPlan } from '../../src/runner/worker/native-engine.ts'
import { EngineGroup } from '../../src/runner/worker/native-group.ts'
import { recordHeaderBytes, runTag, stampValue, writeRecord } from '../../src/runner/worker/record-header.ts'
import { ReferenceGroup } from '../../src/runner/worker/reference-group.ts'
import { smallPlan } from './runner-controller.ts'

const partitions = 4
const planProducers = 3
const runId = 'loops'
const rest = { wireBytes: 0, lagRecords: null, throttleMs: 0, rebalances: 0 }

const [group] = smallPlan({ runId }).consumerGroups
if (group === undefined) throw new Error('no group')
const planned: OwnGroup = group

const setup: WorkerSetup = {
  workerId: 'loops',
  role: 'consumer',
  access: plainAccess(['127.0.0.1:1']),
  runId,
  producers: [],
  groups: [planned],
  planProducers,
  partitionsByTopic: { [planned.topic]: partitions },
  startOffsets: { [planned.topic]: [0, 5] },
  schedule: { kind: 'constant' },
  rateFactor: 1,
  durationMs: 1_000,
  seed: 7,
  readPauseMs: 1,
  setupTimeoutMs: 1_000,
  clockOffsetMs: 0,
}

function loadedEngine(): NativeEngine {
  const { engine, reason } = chooseEngine()
  if (engine === null) throw new Error(reason)
  return engine
}

/** A record as a broker may deliver it, with the latency that it shows. */
interface Arrival {
  readonly value: Buffer | null
  readonly keyBytes: number
  readonly partition: number
  readonly offset: number
}

const nowUs = Math.floor(epochUs())

const header = fc.record({
  tag: fc.oneof({ weight: 9, arbitrary: fc.constant(runTag(runId)) }, fc.nat()),
  producer: fc.integer({ min: 0, max: planProducers }),
  // A small range of sequence numbers, so that sets get gaps, close them, and see numbers twice.
  sequence: fc.oneof({ weight: 19, arbitrary: fc.nat({ max: 12 }) }, fc.double()),
  latencyUs: fc.oneof(
    // A double holds the present time with a resolution of a quarter of a microsecond.
    { weight: 9, arbitrary: fc.integer({ min: -5_000, max: 80_000_000 }).map((quarters) => quarters / 4) },
    fc.constant(0),
    fc.integer({ min: 3_500_000_000, max: 90_000_000_000 }),
    fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  ),
  padding: fc.nat({ max: 40 }),
})

const value = header.map(({ tag, producer, sequence, latencyUs, padding }) => {
  const bytes = Buffer.from(new ArrayBuffer(recordHeaderBytes + padding))
  stampValue(bytes, tag, producer)
  writeRecord(new DataView(bytes.buffer), 0, sequence, nowUs - latencyUs)
  return bytes
})

const arrival: fc.Arbitrary<Arrival> = fc.record({
  value: fc.oneof(
    { weight: 20, arbitrary: value },
    fc.constant(null),
    fc.uint8Array({ maxLength: recordHeaderBytes - 1 }).map((bytes) => Buffer.from(bytes)),
  ),
  keyBytes: fc.nat({ max: 20 }),
  partition: fc.integer({ min: 0, max: partitions - 1 }),
  offset: fc.nat({ max: 100 }),
})

/** Passes the records to both loops. @returns the sample and the positions of each loop */
function countBoth(engine: NativeEngine, seconds: readonly (readonly Arrival[])[]): Record<string, unknown>[] {
  const options = { planned, partitions, setup, errorNames: () => 'ERR_UNKNOWN' }
  // No member is connected, so neither loop needs a client library or a cluster.
  const reference = new ReferenceGroup({} as Rdkafka, options)
  const native = new EngineGroup(engine, options)
  const samples: { reference: ConsumerSample; native: ConsumerSample }[] = []
  for (const arrivals of seconds) {
    for (const each of arrivals) {
      const key = each.keyBytes === 0 ? null : Buffer.alloc(each.keyBytes)
      reference.receive({ value: each.value, key, partition: each.partition, offset: each.offset }, nowUs)
      native.receive(each, nowUs)
    }
    samples.push({ reference: reference.take(rest), native: native.take(rest) })
  }
  const positions = Array.from({ length: partitions + 1 }, (_, partition) => partition)
  return [
    { samples: samples.map((each) => each.reference), offsets: positions.map((each) => reference.nextOffset(each)) },
    { samples: samples.map((each) => each.native), offsets: positions.map((each) => native.nextOffset(each)) },
  ]
}

describe('the two loops of a consumer group', () => {
  const engine = loadedEngine()

  test('count the same records, duplicates, bytes, errors, latencies and positions, second by second', () => {
    fc.assert(
      fc.property(fc.array(fc.array(arrival, { maxLength: 120, size: 'max' }), { maxLength: 3 }), (seconds) => {
        const [reference, native] = countBoth(engine, seconds)
        expect(native).toEqual(reference)
      }),
      { numRuns: 300 },
    )
  })

  test('count a record of an unknown partition as foreign in the engine, which has no place for it', () => {
    const native = new EngineGroup(engine, { planned, partitions, setup, errorNames: () => 'ERR_UNKNOWN' })
    for (const partition of [-1, partitions, 2 ** 31 - 1]) {
      native.receive({ value: Buffer.alloc(recordHeaderBytes), keyBytes: 0, partition, offset: 0 }, nowUs)
    }
    expect(native.take(rest)).toMatchObject({ records: 0, errors: { RECORD_NOT_OF_THIS_RUN: 3 } })
  })
})

const producerPlan: NativeProducerPlan = {
  startDelayMs: 0,
  lengthMs: 1_000,
  fromPerMs: 1,
  slope: 0,
  totalRecords: 1_000,
  partitions: 1,
  firstPartition: 0,
  recordsPerTurn: 1,
  bytesPerTurn: 0,
  otherBytes: 0,
  keyBytes: 0,
  distinctKeys: 0,
  firstKey: 0,
  zipfExponent: 0,
  keySeed: 0,
  epochOffsetUs: 0,
  connectTimeoutMs: 1,
  queueRecords: 1,
  senders: 0,
  endMs: 1_000,
  tailMs: 100,
  transactionMs: 0,
  timedEvery: 1,
  timedSeed: 0,
}

describe('the engine', () => {
  const engine = loadedEngine()
  const functions = Object.entries(engine).filter(
    (entry): entry is [string, (...words: unknown[]) => unknown] => typeof entry[1] === 'function',
  )

  test('refuses arguments of any wrong kind with a TypeError', () => {
    const detached = new Float64Array(4)
    structuredClone(detached.buffer, { transfer: [detached.buffer] })
    const odd = fc.oneof(
      fc.anything(),
      fc.constantFrom(2 ** 53, -1, 1e308, Number.NaN, detached, new BigInt64Array(2), 'a\0b', [], [1, 2], ['x']),
    )
    fc.assert(
      fc.property(fc.constantFrom(...functions), fc.array(odd, { maxLength: 7 }), ([name, call], words) => {
        if (name === 'nowUs') return
        try {
          const made: unknown = call(...words)
          expect([name, typeof made]).toEqual(['createGroup', 'object'])
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
        }
      }),
      { numRuns: 5_000 },
    )
  })

  test('refuses arrays of another kind, a value too many, a group for a member, and settings that librdkafka does not know', () => {
    const made = engine.createGroup(1, 1, new Float64Array(1), 0)
    expect(() => engine.createGroup(1, 1, new Float32Array(8) as never, 0)).toThrow('typed array of another kind')
    expect(() => engine.createGroup(1, 1, new Uint8Array(1) as never, 0)).toThrow('typed array of another kind')
    expect(() => Reflect.apply(engine.createGroup, engine, [1, 1, new Float64Array(1), 0, 0])).toThrow(
      '4 values, not 5',
    )
    expect(() => engine.ends(made as never)).toThrow("argument 'member' must be made by the engine")
    expect(() => engine.connectMember(made, ['no.such.setting', '1'], 'orders', 1, 1)).toThrow('no.such.setting')
    expect(() => engine.connectMember(made, ['fetch.min.bytes'], 'orders', 1, 1)).toThrow('pairs')
  })

  test('refuses a plan with a number left out or beyond its limits, values that do not fill the pool, and odd headers', () => {
    const connect = (change: { plan?: object; poolBytes?: number; sizes?: number[]; headers?: string[] }) => () =>
      engine.connectProducer(
        'orders',
        ['bootstrap.servers', '127.0.0.1:1'],
        { ...producerPlan, ...change.plan },
        new Uint8Array(change.poolBytes ?? 48),
        Uint32Array.from(change.sizes ?? [24, 24]),
        change.headers ?? [],
      )
    for (const name of Object.keys(producerPlan)) {
      for (const wrong of [undefined, Number.NaN, Number.POSITIVE_INFINITY, 1e301, '1']) {
        expect(connect({ plan: { [name]: wrong } }), name).toThrow(`argument '${name}'`)
      }
    }
    expect(connect({ plan: { timedEvery: 0 } })).toThrow('at least 1')
    for (const sizes of [[], [24], [23, 25], [24, 25]]) expect(connect({ sizes })).toThrow("argument 'valueSizes'")
    expect(connect({ headers: ['name'] })).toThrow('up to 1000 pairs of texts')
    expect(connect({ headers: Array.from({ length: 2002 }, () => 'name') })).toThrow('up to 1000 pairs of texts')
    expect(connect({ headers: ['name', 1 as unknown as string] })).toThrow("argument 'headers' must be a text")
    expect(() => engine.takeProducer(connect({})())).toThrow('connected')
  })
})
