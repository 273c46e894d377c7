/**
 * Samples as a host sends them, with histograms of real shape and no load behind them, for benchmarks.
 */
import { loadSources } from './load-sources.mjs'

const distributions = 50
const recordsPerSecond = 2_000
const partitions = 12

const { createLatencyRecorder } = await loadSources(['src/measurement/histogram'], [])

/** Latencies as brokers show them: most near 3 ms, a long tail. Made once, handed out in turn. */
const histograms = Array.from({ length: distributions }, () => {
  const recorder = createLatencyRecorder()
  for (let record = 0; record < recordsPerSecond; record += 1) {
    const normal = Math.sqrt(-2 * Math.log(1 - Math.random())) * Math.cos(2 * Math.PI * Math.random())
    recorder.recordUs(Math.round(3_000 * Math.exp(0.6 * normal)))
  }
  return recorder.takeEncoded()
})
let next = 0
const histogram = () => histograms[next++ % histograms.length]

/** One second of a plan's share, all of it taken. */
export function sampleOf({ plan, share }, startMs, second) {
  const isLoad = second * 1_000 < plan.durationMs
  const records = isLoad ? recordsPerSecond : 0
  return {
    second,
    startedAtEpochMs: startMs + second * 1_000,
    durationMs: 1_000,
    producers: share.producerIds.map((producerId) => producerOf(producerId, records)),
    consumers: share.groupIds.map((groupId) => groupOf(groupId, isLoad ? recordsPerSecond * plan.producers.length : 0)),
    workers: [{ workerId: 'producers-1', role: 'producer', cpuCores: 0.4, eventLoopLagMaxMs: 3, residentBytes: 9e7 }],
    brokers: [],
    hostCpu: 0.2,
  }
}

function producerOf(producerId, records) {
  return {
    ...{ producerId, offeredRecords: records, acceptedRecords: records, ackedRecords: records },
    ...{ rejectedRecords: 0, unknownRecords: 0, backlogRecords: 0, outstandingRecords: 0, queueFullRetries: 0 },
    ...{ ackedPayloadBytes: records * 512, wireBytes: records * 520, requests: 400, throttleMs: 0 },
    ackedRecordsByPartition: Object.fromEntries(
      Array.from({ length: partitions }, (_, partition) => [partition, Math.round(records / partitions)]),
    ),
    ...{ roundTripMedianUs: 900, internalLatencyP99Us: 5_200, recordsPerBatch: 5.1 },
    ...{ serviceHistogram: histogram(), responseHistogram: histogram(), scheduleDelayHistogram: histogram() },
    errors: {},
  }
}

function groupOf(groupId, records) {
  return {
    ...{ groupId, records, duplicateRecords: 0, payloadBytes: records * 512, wireBytes: records * 520, lagRecords: 0 },
    ...{ throttleMs: 0, rebalances: 1, endToEndHistogram: histogram(), negativeLatencies: 0, errors: {} },
  }
}
