/**
 * One consumer group of the plan. All members of this host run in this process, so that their counts need no merging.
 * If other hosts run members too, each member reads fixed partitions, so that only one host counts a record.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Message } from 'node-rdkafka'
import { partitionsOfMember } from '../../contracts/run-share.ts'
import type { ConsumerSample } from '../../contracts/sample.ts'
import type { OwnGroup, WorkerSetup } from '../host/worker-messages.ts'
import { epochMs, epochUs } from './clock.ts'
import { connectClient, partitionsIn } from './connect-client.ts'
import { GroupMember } from './group-member.ts'
import { GroupSecond } from './group-second.ts'
import type { Rdkafka } from './load-rdkafka.ts'
import { consumerSettings, statisticsIntervalMs } from './rdkafka-config.ts'
import type { ErrorNames } from './rdkafka-errors.ts'
import { ReceivedRecords } from './received-records.ts'
import { readIntendedUs, readProducerIndex, readSequence, readTag, recordHeaderBytes, runTag } from './record-header.ts'

/** A group and its members. */
export class GroupClient {
  private readonly planned: OwnGroup
  private readonly partitions: number
  private readonly planProducers: number
  private readonly tag: number
  private readonly received: ReceivedRecords
  private readonly second: GroupSecond
  private readonly members: GroupMember[] = []
  private lastLag: number | null = null
  private isClosing = false
  private resumeTimer: NodeJS.Timeout | undefined

  constructor(planned: OwnGroup, partitions: number, setup: WorkerSetup) {
    this.planned = planned
    this.partitions = partitions
    this.planProducers = setup.planProducers
    this.tag = runTag(setup.runId)
    this.received = new ReceivedRecords(partitions, setup.startOffsets[planned.topic])
    this.second = new GroupSecond(planned.groupId)
  }

  /** Connects all members of this host and lets them join, one after the other at the planned interval. */
  async connectMembers(rdkafka: Rdkafka, setup: WorkerSetup, errorNames: ErrorNames): Promise<void> {
    const { members, ownMembers, startStaggerMs } = this.planned
    const given = ownMembers?.map((member) => partitionsOfMember(this.partitions, members, member))
    for (let index = 0; index < (given?.length ?? members) && !this.isClosing; index += 1) {
      if (index > 0 && startStaggerMs > 0) await sleep(startStaggerMs)
      const member = await this.addMember(rdkafka, setup, errorNames)
      if (this.isClosing) await member.close()
      else member.join(given?.[index] ?? null)
    }
  }

  private async addMember(rdkafka: Rdkafka, setup: WorkerSetup, errorNames: ErrorNames): Promise<GroupMember> {
    const settings = consumerSettings(this.planned, setup.access, this.partitions)
    const consumer = new rdkafka.KafkaConsumer({ ...settings.client, rebalance_cb: () => undefined }, settings.topic)
    const member = new GroupMember({
      consumer,
      topic: this.planned.topic,
      errorNames,
      readPauseMs: setup.readPauseMs,
      statisticsIntervalMs: statisticsIntervalMs(this.partitions),
      listener: {
        onRecord: (message) => this.receive(message),
        onError: (codeName) => this.second.noteError(codeName),
        startOffset: (partition) => this.received.nextOffset(partition),
      },
    })
    await connectClient(consumer, {
      name: this.planned.clientId,
      topic: this.planned.topic,
      timeoutMs: setup.setupTimeoutMs,
    })
    this.members.push(member)
    return member
  }

  /**
   * Counts the assigned partitions whose end offset a broker has reported. No record of them is missed from now on.
   *
   * The count stays below the total until every member has a partition, because the last member to join causes another
   * rebalance.
   */
  countProbed(): number {
    const ends = this.members.map((member) => member.ends())
    const probed = new Set(ends.flat().flatMap(({ partition, endOffset }) => (endOffset === null ? [] : [partition])))
    const owners = ends.filter((own) => own.length > 0).length
    const { members, ownMembers } = this.planned
    const haveAllJoined = owners >= Math.min(ownMembers?.length ?? members, this.partitionCount)
    return haveAllJoined ? probed.size : Math.min(probed.size, this.partitionCount - 1)
  }

  /** Number of partitions that this host reads. */
  get partitionCount(): number {
    const { members, ownMembers } = this.planned
    if (ownMembers === undefined) return this.partitions
    return ownMembers.flatMap((member) => partitionsOfMember(this.partitions, members, member)).length
  }

  /**
   * Begins the load. A group with a start delay is paused until then, and afterwards reads from the first record on.
   */
  start(atEpochMs: number): void {
    for (const member of this.members) member.start()
    const { startDelayMs } = this.planned
    if (startDelayMs === undefined) return
    for (const member of this.members) member.pause()
    const resume = () => {
      if (!this.isClosing) for (const member of this.members) member.resume()
    }
    this.resumeTimer = setTimeout(resume, Math.max(0, atEpochMs + startDelayMs - epochMs()))
  }

  takeSecond(nowMs: number, isLast: boolean): ConsumerSample {
    const statistics = this.members.map((member) => member.takeStatistics(nowMs, isLast))
    this.lastLag = this.lag() ?? this.lastLag
    return this.second.take({
      wireBytes: statistics.reduce((sum, each) => sum + each.receivedBytes, 0),
      lagRecords: this.lastLag,
      throttleMs: Math.max(0, ...statistics.map((each) => each.throttleMs)),
      rebalances: Math.max(0, ...this.members.map((member) => member.rebalances)),
    })
  }

  /** Lets all members leave the group and disconnect. */
  async close(): Promise<void> {
    this.isClosing = true
    clearTimeout(this.resumeTimer)
    await Promise.all(this.members.map((member) => member.close()))
  }

  /**
   * Lag of the whole group. Null while a partition is unassigned or its end offset is unknown, because the lag of some
   * partitions would look like a small lag of the group.
   */
  private lag(): number | null {
    let lag = 0
    const known = new Set<number>()
    for (const { partition, endOffset } of this.members.flatMap((member) => member.ends())) {
      if (endOffset === null) return null
      known.add(partition)
      lag += Math.max(0, endOffset - this.received.nextOffset(partition))
    }
    return known.size === this.partitionCount ? lag : null
  }

  private receive({ value, key, partition, offset }: Message): void {
    const nowUs = epochUs()
    this.received.noteOffset(partition, offset)
    const isOurs = value !== null && value.length >= recordHeaderBytes && readTag(value) === this.tag
    const producerIndex = isOurs ? readProducerIndex(value) : this.planProducers
    if (!isOurs || producerIndex >= this.planProducers) {
      // Another program writes to the run's topic. The record is reported as an error and counted nowhere else.
      this.second.noteError('RECORD_NOT_OF_THIS_RUN')
      return
    }
    const isDuplicate = this.received.add(producerIndex, partition, readSequence(value))
    this.second.noteRecord(value.length + keyBytes(key), isDuplicate)
    this.second.noteLatency(nowUs - readIntendedUs(value))
  }
}

function keyBytes(key: Message['key']): number {
  if (key === null || key === undefined) return 0
  return typeof key === 'string' ? Buffer.byteLength(key) : key.length
}

/** Creates a group of the plan without members, which `connectMembers` adds. */
export async function createGroup(rdkafka: Rdkafka, planned: OwnGroup, setup: WorkerSetup): Promise<GroupClient> {
  const partitions = setup.partitionsByTopic?.[planned.topic] ?? (await askPartitions(rdkafka, planned, setup))
  return new GroupClient(planned, partitions, setup)
}

/** Requests the number of partitions of a topic, which simulated brokers choose themselves. */
async function askPartitions(rdkafka: Rdkafka, planned: OwnGroup, setup: WorkerSetup): Promise<number> {
  const settings = consumerSettings(planned, setup.access, 1)
  const client = new rdkafka.Producer({
    'bootstrap.servers': settings.client['bootstrap.servers']?.toString() ?? '',
    'client.id': planned.clientId,
  })
  client.on('event.error', () => undefined)
  const metadata = await connectClient(client, {
    name: planned.clientId,
    topic: planned.topic,
    timeoutMs: setup.setupTimeoutMs,
  })
  client.disconnect()
  return partitionsIn(metadata, planned.topic)
}
