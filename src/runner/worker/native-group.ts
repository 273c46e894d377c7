/**
 * The native loop of a consumer group. Each member has a thread of the load engine, which reads and accounts for records
 * without JavaScript. Once a second JavaScript takes counters, latencies, and the library's statistics.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerSample } from '../../contracts/sample.ts'
import { createLatencyRecorder } from '../../measurement/histogram.ts'
import { ClientStatistics, type StatisticsSecond } from './client-statistics.ts'
import { cannotConnect } from './connect-client.ts'
import { startCountdown } from './countdown.ts'
import type { GroupLoop, GroupRest, Member } from './group-loop.ts'
import { epochOffsetUs, flatSettings, type NativeEngine, type NativeGroup, type NativeMember } from './native-engine.ts'
import { consumerSettings, statisticsIntervalMs } from './rdkafka-config.ts'
import { runTag } from './record-header.ts'
import { foreignRecord, type GroupOptions } from './reference-group.ts'

/** Interval at which the state of a client is read while it connects or disconnects. */
const statePollMs = 5
const disconnectTimeoutMs = 2_000

/** Counts `count` errors with this code of librdkafka. */
type OnError = (code: number, count: number) => void

/** A member whose records a thread of the engine reads. */
class EngineMember implements Member {
  private readonly engine: NativeEngine
  private readonly member: NativeMember
  /** Time since 1970 minus the engine's clock. */
  private readonly offsetUs: number
  private readonly onError: OnError
  private readonly statistics: ClientStatistics

  constructor(options: {
    readonly engine: NativeEngine
    readonly member: NativeMember
    readonly offsetUs: number
    readonly onError: OnError
    readonly statisticsIntervalMs: number
  }) {
    this.engine = options.engine
    this.member = options.member
    this.offsetUs = options.offsetUs
    this.onError = options.onError
    this.statistics = new ClientStatistics(options.statisticsIntervalMs)
  }

  join(given: readonly number[] | null): void {
    const code = this.engine.join(this.member, given === null ? null : Int32Array.from(given))
    if (code !== 0) this.onError(code, 1)
  }

  endOffsets(): { readonly partition: number; readonly endOffset: number | null }[] {
    const pairs = this.engine.ends(this.member)
    return Array.from({ length: pairs.length / 2 }, (_, at) => {
      const end = pairs[at * 2 + 1] ?? -1
      return { partition: pairs[at * 2] ?? 0, endOffset: end < 0 ? null : end }
    })
  }

  get rebalances(): number {
    return this.engine.memberState(this.member).assignments
  }

  start(): void {
    this.observe()
    this.statistics.rebase()
  }

  pause(): void {
    this.engine.setPaused(this.member, true)
  }

  resume(): void {
    this.engine.setPaused(this.member, false)
  }

  takeStatistics(nowMs: number, isLast: boolean): StatisticsSecond {
    this.observe()
    return this.statistics.take(nowMs, isLast)
  }

  async close(): Promise<void> {
    this.engine.closeMember(this.member)
    const remainingMs = startCountdown(disconnectTimeoutMs)
    // A client that is still connected after the time limit does no harm, because the process ends soon.
    while (this.engine.memberState(this.member).name === 'connected' && remainingMs() > 0) await sleep(statePollMs)
  }

  private observe(): void {
    const { statistics, errors, throttleMs } = this.engine.takeEvents(this.member)
    for (const { json, arrivedUs } of statistics) this.statistics.observe(json, (arrivedUs + this.offsetUs) / 1000)
    for (const { code, count } of errors) this.onError(code, count)
    this.statistics.noteThrottle(throttleMs)
  }
}

/** A group whose records the engine accounts for. */
export class EngineGroup implements GroupLoop {
  private readonly engine: NativeEngine
  private readonly options: GroupOptions
  private readonly offsetUs: number
  private readonly group: NativeGroup
  private readonly endToEndUs = createLatencyRecorder()
  private errors = new Map<string, number>()

  constructor(engine: NativeEngine, options: GroupOptions) {
    const { planned, partitions, setup } = options
    this.engine = engine
    this.options = options
    this.offsetUs = epochOffsetUs(engine)
    const plannedOffsets = setup.startOffsets[planned.topic] ?? []
    const startOffsets = Float64Array.from({ length: partitions }, (_, partition) => plannedOffsets[partition] ?? 0)
    this.group = engine.createGroup(runTag(setup.runId), setup.planProducers, startOffsets, this.offsetUs)
  }

  async addMember(): Promise<Member> {
    const { engine } = this
    const { planned, partitions, setup } = this.options
    const settings = consumerSettings(planned, setup.access, partitions)
    const flat = flatSettings(settings.client, settings.topic)
    const member = engine.connectMember(this.group, flat, planned.topic, setup.setupTimeoutMs, setup.readPauseMs)
    for (;;) {
      const { name, failure } = engine.memberState(member)
      if (name === 'failed') throw cannotConnect(planned.clientId, failure)
      if (name === 'connected') break
      await sleep(statePollMs)
    }
    return new EngineMember({
      engine,
      member,
      offsetUs: this.offsetUs,
      onError: (code, count) => this.noteError(this.options.errorNames({ code }), count),
      statisticsIntervalMs: statisticsIntervalMs(partitions),
    })
  }

  nextOffset(partition: number): number {
    return this.engine.nextOffset(this.group, partition)
  }

  take(rest: GroupRest): ConsumerSample {
    const second = this.engine.takeGroup(this.group)
    if (second.foreignRecords > 0) this.noteError(foreignRecord, second.foreignRecords)
    this.endToEndUs.addCounts(second.latencyIndexes, second.latencyCounts)
    const sample: ConsumerSample = {
      groupId: this.options.planned.groupId,
      records: second.records,
      duplicateRecords: second.duplicateRecords,
      payloadBytes: second.payloadBytes,
      ...rest,
      endToEndHistogram: this.endToEndUs.takeEncoded(),
      negativeLatencies: second.negativeLatencies,
      errors: Object.fromEntries(this.errors),
    }
    this.errors = new Map()
    return sample
  }

  /** For tests: accounts for a record that did not come from a cluster. @param nowUs its arrival (clock.ts) */
  receive(record: { value: Uint8Array | null; keyBytes: number; partition: number; offset: number }, nowUs: number) {
    const { value, keyBytes, partition, offset } = record
    this.engine.receive(this.group, value, keyBytes, partition, offset, nowUs - this.offsetUs)
  }

  private noteError(codeName: string, count: number): void {
    this.errors.set(codeName, (this.errors.get(codeName) ?? 0) + count)
  }
}
