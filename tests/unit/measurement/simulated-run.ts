/**
 * A small model of a run that writes consistent samples with known answers: records flow from schedule to client queue to
 * broker to consumers, second by second, and each step can be held.
 */
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import type { ConsumerSample, ProducerSample, Sample } from '../../../src/contracts/sample.ts'
import { createLatencyRecorder } from '../../../src/measurement/histogram.ts'

export const recordBytes = 1000
export const wireBytesPerRecord = 1020
export const startEpochMs = 1_790_000_000_000
const topic = 'headroom-run-orders'

/** What holds the flow, and what goes wrong. Rates are of one producer, in records a second. */
export interface RunShape {
  readonly producers?: number
  readonly groups?: number
  readonly offeredPerSec?: number
  readonly durationSeconds?: number
  readonly windowSeconds?: number
  readonly burnInSeconds?: number
  /** Quota of one producer: a window's allowance goes out at `burstPerSec`, then the broker throttles. */
  readonly quotaPerSec?: number
  readonly burstPerSec?: number
  /** Most that a producer's process can hand over. */
  readonly clientPerSec?: number
  /** Most that a group can read. */
  readonly readPerSec?: number
  /** Records that fit the client's queue. */
  readonly queueRecords?: number
  /** Added to the rate that passes in a second. */
  readonly passPerSec?: (second: number) => number
  readonly producerCpuCores?: number
  readonly hostCpu?: number | null
  readonly roundTripUs?: number
  readonly serviceUs?: (second: number) => number
  readonly hotPartitionShare?: number
  /** Of each second's records: read twice, of unknown fate, rejected. */
  readonly duplicatesPerSec?: number
  readonly unknownPerSec?: number
  readonly unknownAreWritten?: boolean
  readonly rejectedPerSec?: number
  /** Acknowledged and never delivered, in each second. */
  readonly lostPerSec?: number
  readonly isLagKnown?: boolean
  /** The run is aborted before this second. */
  readonly cutAtSecond?: number
  readonly drainSeconds?: number
}

interface ProducerState {
  backlog: number
  outstanding: number
  allowance: number
}

interface GroupState {
  available: number
}

export function planOf(shape: RunShape): RunPlan {
  const {
    producers = 2,
    groups = 1,
    offeredPerSec = 1000,
    windowSeconds = 11,
    burnInSeconds = 2 * windowSeconds,
  } = shape
  return {
    schemaVersion: 1,
    runId: 'run-1',
    topics: [{ name: topic, partitions: 4, replicationFactor: 1, configs: {} }],
    producers: Array.from({ length: producers }, (_, index) => ({
      id: `p${index}`,
      topic,
      clientId: `headroom-run-1-p${index}`,
      recordsPerSec: offeredPerSec,
      recordValueBytes: recordBytes,
      recordKeyBytes: 0,
      partitioning: { kind: 'turns', recordsPerTurn: 16 },
      acks: 'all',
      isIdempotent: false,
      lingerMs: 10,
      batchBytes: 16_384,
      maxInFlight: 5,
      compression: 'none',
      randomBytesRatio: 1,
      startDelayMs: 0,
    })),
    consumerGroups: Array.from({ length: groups }, (_, index) => ({
      groupId: `g${index}`,
      topic,
      clientId: `headroom-run-1-g${index}`,
      members: 1,
      fetchMinBytes: 1,
      fetchMaxWaitMs: 500,
      startStaggerMs: 0,
    })),
    schedule: { kind: 'constant' },
    burnInMs: burnInSeconds * 1000,
    quotaWindowMs: windowSeconds * 1000,
    durationMs: (shape.durationSeconds ?? burnInSeconds + 8 * windowSeconds) * 1000,
    drainMs: 30_000,
    seed: 1,
  }
}

export function simulateRun(shape: RunShape): { plan: RunPlan; samples: Sample[] } {
  const plan = planOf(shape)
  const producers = plan.producers.map((): ProducerState => ({ backlog: 0, outstanding: 0, allowance: 0 }))
  const groups = plan.consumerGroups.map((): GroupState => ({ available: 0 }))
  const loadSeconds = plan.durationMs / 1000
  const end = shape.cutAtSecond ?? loadSeconds + (shape.drainSeconds ?? 30)
  const samples: Sample[] = []
  for (let second = 0; second < end; second += 1) {
    const isLoad = second < loadSeconds
    const written = producers.map((state, index) => produce(shape, { state, index, second, isLoad }))
    const readable = written.reduce((sum, { readableRecords }) => sum + readableRecords, 0)
    samples.push({
      second,
      startedAtEpochMs: startEpochMs + second * 1000,
      durationMs: 1000,
      producers: written.map(({ sample }) => sample),
      consumers: groups.map((state, index) => consume(shape, state, { index, readable, isLoad })),
      workers: [
        {
          workerId: 'w-p',
          role: 'producer',
          cpuCores: shape.producerCpuCores ?? 0.3,
          eventLoopLagMaxMs: 5,
          residentBytes: 1e8,
        },
        { workerId: 'w-c', role: 'consumer', cpuCores: 0.2, eventLoopLagMaxMs: 4, residentBytes: 1e8 },
      ],
      brokers: [],
      hostCpu: shape.hostCpu === undefined ? 0.4 : shape.hostCpu,
    })
    const isDrained = producers.every(({ outstanding }) => outstanding === 0) && groups.every((g) => g.available === 0)
    if (!isLoad && isDrained && shape.drainSeconds === undefined) break
  }
  return { plan, samples }
}

function produce(
  shape: RunShape,
  { state, index, second, isLoad }: { state: ProducerState; index: number; second: number; isLoad: boolean },
): { sample: ProducerSample; readableRecords: number } {
  const windowSeconds = shape.windowSeconds ?? 11
  const offered = isLoad ? (shape.offeredPerSec ?? 1000) : 0
  state.backlog += offered
  const queueSpace = Math.max(0, (shape.queueRecords ?? 1e9) - state.outstanding)
  const wanted = Math.min(state.backlog, shape.clientPerSec ?? Number.POSITIVE_INFINITY)
  const accepted = isLoad ? Math.min(wanted, queueSpace) : 0
  state.backlog -= accepted
  state.outstanding += accepted
  const unknown = Math.min(state.outstanding, isLoad ? (shape.unknownPerSec ?? 0) : 0)
  const rejected = Math.min(state.outstanding - unknown, isLoad ? (shape.rejectedPerSec ?? 0) : 0)
  state.outstanding -= unknown + rejected
  if (shape.quotaPerSec !== undefined && second % windowSeconds === 0) {
    state.allowance = shape.quotaPerSec * windowSeconds
  }
  const pass = shape.passPerSec?.(second) ?? shape.burstPerSec ?? 1e9
  const acked = Math.min(state.outstanding, pass, shape.quotaPerSec === undefined ? 1e9 : state.allowance)
  state.allowance -= acked
  state.outstanding -= acked
  const isThrottled = shape.quotaPerSec !== undefined && state.allowance === 0 && state.outstanding > 0
  return {
    readableRecords: acked - Math.min(acked, shape.lostPerSec ?? 0) + (shape.unknownAreWritten ? unknown : 0),
    sample: {
      producerId: `p${index}`,
      offeredRecords: offered,
      acceptedRecords: accepted,
      ackedRecords: acked,
      rejectedRecords: rejected,
      unknownRecords: unknown,
      backlogRecords: state.backlog,
      outstandingRecords: state.outstanding,
      queueFullRetries: wanted > queueSpace ? 3 : 0,
      ackedPayloadBytes: acked * recordBytes,
      wireBytes: acked * wireBytesPerRecord,
      requests: Math.ceil(acked / 16),
      ackedRecordsByPartition: spread(acked, shape.hotPartitionShare ?? 0.25),
      throttleMs: isThrottled ? 900 : 0,
      roundTripMedianUs: shape.roundTripUs ?? 800,
      internalLatencyP99Us: 12_000,
      recordsPerBatch: acked === 0 ? null : 16,
      serviceHistogram: histogram(shape.serviceUs?.(second) ?? 3000),
      responseHistogram: histogram((shape.serviceUs?.(second) ?? 3000) + 1000),
      scheduleDelayHistogram: histogram(100),
      errors: rejected > 0 ? { ERR__MSG_TIMED_OUT: rejected } : {},
    },
  }
}

/** Over four partitions: one takes its share, the others the rest evenly. */
function spread(records: number, hotShare: number): Record<string, number> {
  const hot = Math.round(records * hotShare)
  const other = Math.floor((records - hot) / 3)
  return { '0': hot, '1': other, '2': other, '3': records - hot - 2 * other }
}

function consume(
  shape: RunShape,
  state: GroupState,
  { index, readable, isLoad }: { index: number; readable: number; isLoad: boolean },
): ConsumerSample {
  state.available += readable
  const read = Math.min(state.available, shape.readPerSec ?? 1e9)
  state.available -= read
  const duplicates = isLoad ? Math.min(read, shape.duplicatesPerSec ?? 0) : 0
  const records = read + duplicates
  return {
    groupId: `g${index}`,
    records,
    duplicateRecords: duplicates,
    payloadBytes: records * recordBytes,
    wireBytes: records * wireBytesPerRecord,
    lagRecords: shape.isLagKnown === false ? null : state.available,
    throttleMs: 0,
    rebalances: 1,
    endToEndHistogram: histogram(5000),
    negativeLatencies: 0,
    errors: {},
  }
}

const histograms = new Map<number, string | null>()

/** Ten records of one latency, encoded once. */
export function histogram(valueUs: number): string | null {
  const known = histograms.get(valueUs)
  if (known !== undefined) return known
  const recorder = createLatencyRecorder()
  for (let count = 0; count < 10; count += 1) recorder.recordUs(valueUs)
  const encoded = recorder.takeEncoded()
  histograms.set(valueUs, encoded)
  return encoded
}
