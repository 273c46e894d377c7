/**
 * The load engine in C (src/runner/engine), which set-up builds. Its functions return at once and throw a TypeError for
 * an argument of the wrong kind.
 */
import { createRequire } from 'node:module'
import type { ClientLoop, Environment } from '../../contracts/environment.ts'
import { epochUs } from './clock.ts'
import { reasonOf } from './load-rdkafka.ts'
import type { RdkafkaSettings } from './rdkafka-config.ts'
import type { ScheduleNumbers } from './schedule.ts'

// These types name objects of the engine, of which JavaScript sees nothing.
declare const kind: unique symbol
/** The accounting of a consumer group, which all its members share. */
export type NativeGroup = { readonly [kind]: 'group' }
/** A member: a client of librdkafka, and a thread that reads and accounts for its records. */
export type NativeMember = { readonly [kind]: 'member' }

/** A producer: a client of librdkafka, and a thread that sends by a schedule. */
export type NativeProducer = { readonly [kind]: 'producer' }

/** The records that a group received since the previous call of `takeGroup`. */
export type NativeGroupSecond = {
  readonly records: number
  readonly duplicateRecords: number
  readonly payloadBytes: number
  readonly negativeLatencies: number
  /** Records of other runs or programs. */
  readonly foreignRecords: number
  /** Counters of the histogram that are not zero, by ascending index. */
  readonly latencyIndexes: Uint32Array
  readonly latencyCounts: Uint32Array
}

/** Counters of a histogram that are not zero, by ascending index. */
export type NativeLatencies = { readonly indexes: Uint32Array; readonly counts: Uint32Array }

/** The numbers that determine the records of a producer. In many fields 0 stands for a setting that is absent. */
export type NativeProducerPlan = ScheduleNumbers & {
  /** 0: the number in the topic's metadata. */
  readonly partitions: number
  readonly firstPartition: number
  /** Records in a row to the same partition. 0: the key determines the partition. */
  readonly recordsPerTurn: number
  /** Bytes in a row to the same partition. 0: no limit. */
  readonly bytesPerTurn: number
  /** Bytes that a record takes in a batch besides its value. */
  readonly otherBytes: number
  readonly keyBytes: number
  /** Number of different keys. 0: keys do not determine the partition. */
  readonly distinctKeys: number
  /** Number of the first key; the others follow it. */
  readonly firstKey: number
  /** 0: all keys are equally frequent. */
  readonly zipfExponent: number
  readonly keySeed: number
  /** Time since 1970 (clock.ts) minus the engine's clock. */
  readonly epochOffsetUs: number
  readonly connectTimeoutMs: number
  /** Maximum number of records in the client's queue. */
  readonly queueRecords: number
  /** Number of synchronous senders. 0: an open loop. */
  readonly senders: number
  /** End of the load, since its start. See `LoadEnd` for both. */
  readonly endMs: number
  readonly tailMs: number
  /** 0: no transactions. */
  readonly transactionMs: number
  /** Latencies of one record out of this many are measured. */
  readonly timedEvery: number
  readonly timedSeed: number
}

/** The activity of a producer since the previous call of `takeProducer`. */
export type NativeProducerSecond = {
  readonly acceptedRecords: number
  readonly ackedRecords: number
  readonly ackedPayloadBytes: number
  readonly queueFullRetries: number
  readonly committedTransactions: number
  /** Sum of the times that these commits took. */
  readonly commitMs: number
  readonly abortedTransactions: number
  /** Markers of all transactions that ended. */
  readonly markers: number
  /** Acknowledged records of the aborted transactions. */
  readonly abortedRecords: number
  /** Records that failed, by librdkafka's code. */
  readonly failures: NativeClientEvents['errors']
  /** Partition, acknowledged records, partition, … */
  readonly ackedByPartition: Uint32Array
  readonly service: NativeLatencies
  readonly response: NativeLatencies
  readonly scheduleDelay: NativeLatencies
  /** Since the start of the load. */
  readonly sentRecords: number
  /** Records in the library without a delivery report. */
  readonly outstandingRecords: number
  /** Records of the transaction that has not ended; 0 without transactions. */
  readonly transactionRecords: number
  /** Time since the start of the load at which the schedule was stopped; left out if it was not. */
  readonly stoppedMs?: number
  readonly events: NativeClientEvents
}

/** State of a producer's client. */
export type NativeProducerState = {
  readonly name: 'connecting' | 'connected' | 'failed' | 'closed'
  /** Why the client could not connect; empty unless `name` is `failed`. */
  readonly failure: string
  /** Number of partitions of the topic, once the client has connected. */
  readonly partitions: number
}

/** The events of a client since they were taken last. */
export type NativeClientEvents = {
  /** The engine keeps the last 64 reports. */
  readonly statistics: readonly { readonly json: string; readonly arrivedUs: number }[]
  readonly errors: readonly { readonly code: number; readonly count: number }[]
  /** Maximum throttle time that a broker reported; 0 if none did. */
  readonly throttleMs: number
}

/** State of a member's client. */
export type NativeMemberState = {
  readonly name: 'connecting' | 'connected' | 'failed' | 'closed'
  /** Why the client could not connect; empty unless `name` is `failed`. */
  readonly failure: string
  /** How often partitions were assigned to the member. */
  readonly assignments: number
}

/** The engine's functions. Times are in µs of its own monotonic clock, which `nowUs` reads. */
export type NativeEngine = {
  readonly librdkafkaVersion: string
  nowUs(): number
  /**
   * @param startOffsets one per partition
   * @param epochOffsetUs time since 1970 (clock.ts) minus the engine's clock
   */
  createGroup(tag: number, planProducers: number, startOffsets: Float64Array, epochOffsetUs: number): NativeGroup
  /** Accounts for one record as if a member had read it. For tests. */
  receive(
    group: NativeGroup,
    value: Uint8Array | null,
    keyBytes: number,
    partition: number,
    offset: number,
    arrivedUs: number,
  ): void
  nextOffset(group: NativeGroup, partition: number): number
  takeGroup(group: NativeGroup): NativeGroupSecond
  /** Begins to connect. @param settings name, value, name, … of librdkafka */
  connectMember(
    group: NativeGroup,
    settings: readonly string[],
    topic: string,
    connectTimeoutMs: number,
    readPauseMs: number,
  ): NativeMember
  memberState(member: NativeMember): NativeMemberState
  /** Joins the group, or reads the given partitions. @returns librdkafka's error code; 0 if there is none */
  join(member: NativeMember, partitions: Int32Array | null): number
  setPaused(member: NativeMember, isPaused: boolean): void
  /** @returns partition, end offset, partition, …; -1 for ends that are not known yet */
  ends(member: NativeMember): Float64Array
  takeEvents(member: NativeMember): NativeClientEvents
  /** Begins to leave the group. The state becomes `closed`. */
  closeMember(member: NativeMember): void
  /**
   * Begins to connect.
   *
   * @param settings name, value, name, … of librdkafka
   * @param pool the values to send in turn, one after the other; the engine copies it
   * @param headers name, text, name, …
   */
  connectProducer(
    topic: string,
    settings: readonly string[],
    plan: NativeProducerPlan,
    pool: Uint8Array,
    valueSizes: Uint32Array,
    headers: readonly string[],
  ): NativeProducer
  producerState(producer: NativeProducer): NativeProducerState
  /** Sets the start of the schedule, in µs since 1970 (clock.ts). */
  startProducer(producer: NativeProducer, startEpochUs: number): void
  /** Ends the schedule at this time since the start, if it has not ended yet. */
  stopProducer(producer: NativeProducer, atMs: number): void
  /** Only for a producer that has connected. */
  takeProducer(producer: NativeProducer): NativeProducerSecond
  /** Begins to disconnect. The state becomes `closed`. */
  closeProducer(producer: NativeProducer): void
}

/** The engine, or why the reference loop is used instead. */
export type EngineChoice =
  | { readonly engine: NativeEngine; readonly reason: null }
  | { readonly engine: null; readonly reason: string }

/** Environment variable that selects the reference loop, for comparisons. */
const loopVariable = 'HEADROOM_LOOP'

/** Loads the engine if it was built and is not switched off. Never throws. */
export function chooseEngine(): EngineChoice {
  if (process.env[loopVariable] === 'reference') return { engine: null, reason: `${loopVariable} is set to reference` }
  const require = createRequire(import.meta.url)
  try {
    return { engine: require('headroom-engine/engine.node'), reason: null }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    return { engine: null, reason: reasonOfBuild(require) ?? `the load engine: ${reasonOf(text)}` }
  }
}

/** Why set-up could not build the engine; null if it did, or did not try. */
function reasonOfBuild(require: NodeJS.Require): string | null {
  try {
    const { reason }: { readonly reason?: string | null } = require('headroom-engine/.headroom-stamp.json')
    return reason ?? null
  } catch {
    // The package was prepared before there was an engine.
    return null
  }
}

/** Says which loops the clients of this process use. */
export function describeLoops(): NonNullable<Environment['loops']> {
  const { reason } = chooseEngine()
  const loop: ClientLoop = reason === null ? { kind: 'native', reason: null } : { kind: 'reference', reason }
  return { producers: loop, consumers: loop }
}

const clockReadings = 16

/**
 * Time since 1970 (clock.ts) minus the engine's clock, in µs. Of several readings it uses the one that took the least time,
 * because its error is the smallest.
 */
export function epochOffsetUs(engine: NativeEngine): number {
  let closest = { spreadUs: Number.POSITIVE_INFINITY, offsetUs: 0 }
  for (let reading = 0; reading < clockReadings; reading += 1) {
    const beforeUs = epochUs()
    const engineUs = engine.nowUs()
    const spreadUs = epochUs() - beforeUs
    if (spreadUs < closest.spreadUs) closest = { spreadUs, offsetUs: beforeUs + spreadUs / 2 - engineUs }
  }
  return closest.offsetUs
}

/** Flattens settings into the list that the engine reads: name, value, name, value, … */
export function flatSettings(...settings: readonly RdkafkaSettings[]): string[] {
  return settings.flatMap((each) => Object.entries(each).flatMap(([name, value]) => [name, String(value)]))
}
