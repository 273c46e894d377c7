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

declare const kind: unique symbol
/** The accounting of a consumer group, which all its members share. */
export type NativeGroup = { readonly [kind]: 'group' }
/** A member: a client of librdkafka, and a thread that reads and accounts for its records. */
export type NativeMember = { readonly [kind]: 'member' }

/** A producer: a client of librdkafka, and a thread that sends by a schedule. */
export type NativeProducer = { readonly [kind]: 'producer' }

/** The records that a group received since the last call. */
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

/** The numbers that determine the records of a producer. 0 means that there is none. */
export type NativeProducerPlan = ScheduleNumbers & {
  /** 0: those of the topic's metadata. */
  readonly partitions: number
  readonly firstPartition: number
  /** 0: the key determines the partition. */
  readonly recordsPerTurn: number
  readonly bytesPerTurn: number
  readonly otherBytes: number
  readonly keyBytes: number
  readonly distinctKeys: number
  /** 0: all keys are equally frequent. */
  readonly zipfExponent: number
  readonly keySeed: number
  /** Time since 1970 (clock.ts) minus the engine's clock. */
  readonly epochOffsetUs: number
  readonly connectTimeoutMs: number
  readonly queueRecords: number
  /** Synchronous senders; 0: an open loop. */
  readonly senders: number
  readonly endMs: number
  readonly tailMs: number
  /** 0: no transactions. */
  readonly transactionMs: number
  readonly timedEvery: number
  readonly timedSeed: number
}

/** The activity of a producer since the last call. */
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
  /** Time since the start at which the schedule ended. Left out: it has not ended. */
  readonly stoppedMs?: number
  readonly events: NativeClientEvents
}

/** Why a producer could not connect (`failure`), and the number of partitions of its topic once it has. */
export type NativeProducerState = {
  readonly name: 'connecting' | 'connected' | 'failed' | 'closed'
  readonly failure: string
  readonly partitions: number
}

/** The events of a client since the last call. */
export type NativeClientEvents = {
  /** The engine keeps the last 64 reports. */
  readonly statistics: readonly { readonly json: string; readonly arrivedUs: number }[]
  readonly errors: readonly { readonly code: number; readonly count: number }[]
  /** Maximum throttle time that a broker reported; 0 if none did. */
  readonly throttleMs: number
}

/** Why a member could not connect (`failure`), and how often partitions were assigned to it. */
export type NativeMemberState = {
  readonly name: 'connecting' | 'connected' | 'failed' | 'closed'
  readonly failure: string
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
  /** Accounts for one record, as a member does for each that it reads. For tests. */
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

/** Time since 1970 (clock.ts) minus the engine's clock, in µs, from the closest of some readings. */
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

/** Writes settings as the engine reads them. */
export function flatSettings(...settings: readonly RdkafkaSettings[]): string[] {
  return settings.flatMap((each) => Object.entries(each).flatMap(([name, value]) => [name, String(value)]))
}
