/**
 * A world: what a cluster and its clients truly can do. `sendWorld` gives what runners would sample of a run in it, second
 * by second, by the contract of src/contracts/sample.ts.
 */
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import type { Noise } from './resampled-noise.ts'

/** How a client that is the limit shows it. `hidden`: by nothing but a full queue. */
export type ClientSign = 'cpu' | 'machine' | 'hidden'

/** What is true. A limit that is left out holds nothing. */
export interface World {
  readonly plan: RunPlan
  /** Wire bytes/s that the cluster takes, and that it gives to all groups together. */
  readonly ingressBytesPerSec?: number
  readonly egressBytesPerSec?: number
  /** False where hardware is the limit: then nobody reports a throttle. */
  readonly isQuota: boolean
  /** Records/s that the load generator reaches, and that each group reads without any throttle. */
  readonly client?: { readonly recordsPerSec: number; readonly sign: ClientSign }
  readonly groupRecordsPerSec?: number
  /** What the brokers report: the share of the time in which they have a request of each connection. Left out: nothing. */
  readonly brokersShare?: number
  /** Wire bytes of a record in each direction, and produce requests a record. */
  readonly wireBytesPerRecord: number
  readonly readWireBytesPerRecord: number
  readonly requestsPerRecord: number
  readonly noise: Noise
}

const startEpochMs = 1_790_000_000_000
/** A run waits longer; what is unread after these seconds counts as unread after thirty, too. */
const drainSeconds = 6
/** A client's queue holds two seconds of its rate, as a run's does. */
const queueSeconds = 2
const promptRoundTripUs = 2_500
const heldRoundTripUs = 60_000

interface State {
  dueRecords: number
  backlog: number
  outstanding: number
  readonly unread: number[]
}

/** Limits in records/s, and which of them holds. */
interface Limits {
  readonly offeredPerSec: number
  readonly writtenPerSec: number
  readonly readPerSecByGroup: number
  readonly isWritingHeld: boolean
  readonly isReadingHeld: boolean
}

/** The samples of a run in the world, drain included. */
export function sendWorld(world: World): Sample[] {
  const { plan } = world
  const limits = limitsOf(world)
  const state: State = { dueRecords: 0, backlog: 0, outstanding: 0, unread: plan.consumerGroups.map(() => 0) }
  const loadSeconds = plan.durationMs / 1000
  const samples: Sample[] = []
  for (let second = 0; second < loadSeconds + drainSeconds; second += 1) {
    const isLoad = second < loadSeconds
    const producer = write(world, limits, state, { second, isLoad })
    const consumers = plan.consumerGroups.map((_, group) => read(world, limits, state, { second, group, isLoad }))
    const prometheus = reportOf(world, producer.requests)
    samples.push({ ...timeOf(second), producers: [producer], consumers, ...machineOf(world, second), ...prometheus })
    if (!isLoad && state.outstanding === 0 && state.unread.every((records) => records === 0)) break
  }
  return samples
}

function limitsOf({ plan, noise, ...world }: World): Limits {
  const offeredPerSec = plan.producers.reduce((sum, { recordsPerSec }) => sum + recordsPerSec, 0)
  // What hardware takes in this run is its truth.
  const level = world.isQuota ? noise.writtenLevel : 1
  const writable = (world.ingressBytesPerSec ?? Number.POSITIVE_INFINITY) / world.wireBytesPerRecord
  const groups = Math.max(1, plan.consumerGroups.length)
  const readable = (world.egressBytesPerSec ?? Number.POSITIVE_INFINITY) / world.readWireBytesPerRecord / groups
  const written = Math.min(offeredPerSec, writable, world.client?.recordsPerSec ?? offeredPerSec)
  return {
    offeredPerSec,
    writtenPerSec: writable * level,
    readPerSecByGroup: readable * noise.readLevel,
    isWritingHeld: Math.min(offeredPerSec, world.client?.recordsPerSec ?? offeredPerSec) > writable,
    isReadingHeld: written > readable,
  }
}

interface At {
  readonly second: number
  readonly isLoad: boolean
}

function write(world: World, limits: Limits, state: State, { second, isLoad }: At): Sample['producers'][number] {
  const { noise, client, plan } = world
  const offeredRecords = isLoad ? Math.round(limits.offeredPerSec * (second + 1)) - state.dueRecords : 0
  state.dueRecords += offeredRecords
  state.backlog += offeredRecords
  const room = Math.max(0, Math.ceil(queueSeconds * limits.offeredPerSec) - state.outstanding)
  const isClientHeld = client !== undefined && client.sign !== 'hidden'
  const handed = isClientHeld ? Math.min(state.backlog, Math.round(client.recordsPerSec)) : state.backlog
  const acceptedRecords = isLoad ? Math.min(handed, room) : 0
  state.backlog -= acceptedRecords
  state.outstanding += acceptedRecords
  const ackedRecords = Math.min(state.outstanding, passes(world, limits, state, second))
  state.outstanding -= ackedRecords
  for (const group of state.unread.keys()) state.unread[group] = (state.unread[group] ?? 0) + ackedRecords
  const requests = Math.round(ackedRecords * world.requestsPerRecord)
  const isThrottled = world.isQuota && limits.isWritingHeld
  return {
    producerId: plan.producers[0]?.id ?? '',
    offeredRecords,
    acceptedRecords,
    ackedRecords,
    rejectedRecords: 0,
    unknownRecords: 0,
    backlogRecords: state.backlog,
    outstandingRecords: state.outstanding,
    queueFullRetries: handed > room ? 700 : 0,
    ackedPayloadBytes: ackedRecords * (plan.producers[0]?.recordValueBytes ?? 0),
    wireBytes: ackedRecords * world.wireBytesPerRecord,
    requests,
    brokerConnections: connections,
    ackedRecordsByPartition: isLoad && second + 1 === plan.durationMs / 1000 ? evenly(plan) : {},
    throttleMs: isThrottled ? (noise.writersThrottleMs[second] ?? 0) : 0,
    roundTripMedianUs: limits.isWritingHeld ? heldRoundTripUs : promptRoundTripUs,
    internalLatencyP99Us: 12_000,
    recordsPerBatch: requests === 0 ? null : 1 / world.requestsPerRecord,
    // Latency judges nothing here; unpacking it would take most of a world's time.
    serviceHistogram: null,
    responseHistogram: null,
    scheduleDelayHistogram: null,
    errors: {},
  }
}

/** Records that the cluster takes in a second. */
function passes(world: World, limits: Limits, state: State, second: number): number {
  const { noise, client } = world
  if (client?.sign === 'hidden') return Math.round(client.recordsPerSec)
  if (!limits.isWritingHeld) {
    const onTheWay = Math.round(limits.offeredPerSec * (noise.writersBehindSeconds[second] ?? 0))
    return Math.max(0, state.outstanding - onTheWay)
  }
  // The sawtooth is the quota's: hardware has none.
  const share = world.isQuota ? noise.written[second] : noise.writtenSmoothly[second]
  return Math.round(limits.writtenPerSec * (share ?? 1))
}

function read(
  world: World,
  limits: Limits,
  { unread }: State,
  { second, group, isLoad }: At & { readonly group: number },
): Sample['consumers'][number] {
  const { noise, plan } = world
  const available = unread[group] ?? 0
  const column = group % noise.read.length
  const share = noise.read[column]?.[second] ?? 1
  const behindSeconds = isLoad
    ? (noise.readersBehindSeconds[column % noise.readersBehindSeconds.length]?.[second] ?? 0)
    : 0
  const onTheWay = Math.round(Math.min(limits.offeredPerSec, limits.writtenPerSec) * behindSeconds)
  const most = limits.isReadingHeld ? Math.round(limits.readPerSecByGroup * share) : Math.max(0, available - onTheWay)
  const records = Math.min(available, most, Math.round(world.groupRecordsPerSec ?? available))
  unread[group] = available - records
  return {
    groupId: plan.consumerGroups[group]?.groupId ?? '',
    records,
    duplicateRecords: 0,
    payloadBytes: records * (plan.producers[0]?.recordValueBytes ?? 0),
    wireBytes: records * world.readWireBytesPerRecord,
    lagRecords: available - records,
    throttleMs: world.isQuota && limits.isReadingHeld ? (noise.readersThrottleMs[column]?.[second] ?? 0) : 0,
    rebalances: 1,
    endToEndHistogram: null,
    negativeLatencies: 0,
    errors: {},
  }
}

function timeOf(second: number): Pick<Sample, 'second' | 'startedAtEpochMs' | 'durationMs'> {
  return { second, startedAtEpochMs: startEpochMs + second * 1000, durationMs: 1000 }
}

function machineOf({ noise, client }: World, second: number): Pick<Sample, 'workers' | 'brokers' | 'hostCpu'> {
  const worker = { eventLoopLagMaxMs: 4, residentBytes: 1e8 }
  const cpuCores = client?.sign === 'cpu' ? 0.97 : 0.12
  return {
    workers: [
      { ...worker, workerId: 'producers', role: 'producer', cpuCores },
      { ...worker, workerId: 'readers', role: 'consumer', cpuCores: 0.08 },
    ],
    brokers: [],
    hostCpu: client?.sign === 'machine' ? 0.99 : Math.min(0.9, noise.hostCpu[second] ?? 0.5),
  }
}

/** Connections of the world's client. So many that a request takes the brokers some milliseconds at any rate. */
const connections = 100

function reportOf({ brokersShare }: World, requests: number): Pick<Sample, 'prometheus'> {
  if (brokersShare === undefined) return {}
  const produceTimeMsPerSec = brokersShare * connections * 1000
  return { prometheus: { figures: { produceTimeMsPerSec, produceRequestsPerSec: requests }, error: null } }
}

function evenly({ topics }: RunPlan): Record<string, number> {
  return Object.fromEntries(Array.from({ length: topics[0]?.partitions ?? 1 }, (_, partition) => [partition, 100]))
}
