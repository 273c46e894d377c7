/** Any samples that the schema allows, sensible or not: what comes from files and other hosts. */
import fc from 'fast-check'
import type { ConsumerSample, ProducerSample, Sample } from '../../../src/contracts/sample.ts'
import { histogram, startEpochMs } from './simulated-run.ts'

const records = fc.integer({ min: 0, max: 1_000_000_000 })
const bytes = fc.double({ min: 0, max: 1e15, noNaN: true })
const milliseconds = fc.double({ min: 0, max: 1e9, noNaN: true })
const encoded = fc.oneof(
  fc.constant(null),
  fc.constantFrom(histogram(10), histogram(1_000_000)),
  fc.string({ minLength: 1 }),
)
const errors = fc.dictionary(fc.string(), records)

const producerCounts = fc.record({
  producerId: fc.constantFrom('p0', 'p1', 'stranger'),
  offeredRecords: records,
  acceptedRecords: records,
  ackedRecords: records,
  rejectedRecords: records,
  unknownRecords: records,
  backlogRecords: records,
  outstandingRecords: records,
  queueFullRetries: records,
  ackedPayloadBytes: bytes,
  wireBytes: bytes,
  requests: records,
  ackedRecordsByPartition: fc.dictionary(fc.constantFrom('0', '1', '2'), records),
  throttleMs: milliseconds,
  roundTripMedianUs: fc.option(milliseconds),
  internalLatencyP99Us: fc.option(milliseconds),
  recordsPerBatch: fc.option(milliseconds),
  serviceHistogram: encoded,
  responseHistogram: encoded,
  scheduleDelayHistogram: encoded,
  errors,
})

/** Of a version that told of its batches, or of one before it. */
const producer: fc.Arbitrary<ProducerSample> = fc
  .tuple(producerCounts, fc.option(fc.record({ count: records, records, bytes })))
  .map(([counts, batches]) => (batches === null ? counts : { ...counts, batches }))

const consumer: fc.Arbitrary<ConsumerSample> = fc.record({
  groupId: fc.constantFrom('g0', 'stranger'),
  records,
  duplicateRecords: records,
  payloadBytes: bytes,
  wireBytes: bytes,
  lagRecords: fc.option(fc.double({ min: 0, max: 1e12, noNaN: true })),
  throttleMs: milliseconds,
  rebalances: records,
  endToEndHistogram: encoded,
  negativeLatencies: records,
  errors,
})

const sample: fc.Arbitrary<Sample> = fc.record({
  second: fc.oneof(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })),
  startedAtEpochMs: fc.oneof(fc.constant(startEpochMs), fc.double({ min: 0, max: 1e15, noNaN: true })),
  durationMs: fc.oneof(fc.constant(1000), fc.constant(0), milliseconds),
  producers: fc.array(producer, { maxLength: 3 }),
  consumers: fc.array(consumer, { maxLength: 2 }),
  workers: fc.array(
    fc.record({
      workerId: fc.constantFrom('a', 'b'),
      role: fc.constantFrom('producer' as const, 'consumer' as const),
      cpuCores: fc.double({ min: 0, max: 64, noNaN: true }),
      eventLoopLagMaxMs: milliseconds,
      residentBytes: bytes,
    }),
    { maxLength: 2 },
  ),
  brokers: fc.constant([]),
  hostCpu: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
})

/** Up to thirty samples, in any order, with holes and doubles. */
export const anySamples: fc.Arbitrary<Sample[]> = fc.array(sample, { maxLength: 30 })
