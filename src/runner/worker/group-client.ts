/**
 * One consumer group of the plan. All members of this host run in this process, so that their counts need no merging.
 * If other hosts run members too, each member reads fixed partitions, so that only one host counts a record.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { partitionsOfMember } from '../../contracts/run-share.ts'
import type { ConsumerSample } from '../../contracts/sample.ts'
import type { OwnGroup, WorkerSetup } from '../host/worker-messages.ts'
import { epochMs } from './clock.ts'
import { connectClient, partitionsIn } from './connect-client.ts'
import type { GroupLoop, Member } from './group-loop.ts'
import type { Rdkafka } from './load-rdkafka.ts'
import { chooseEngine } from './native-engine.ts'
import { EngineGroup } from './native-group.ts'
import { consumerSettings } from './rdkafka-config.ts'
import type { ErrorNames } from './rdkafka-errors.ts'
import { ReferenceGroup } from './reference-group.ts'

/** A group and its members. */
export class GroupClient {
  private readonly planned: OwnGroup
  private readonly partitions: number
  private readonly loop: GroupLoop
  private readonly members: Member[] = []
  /** The last lag that was known, which stands for seconds in which it is not. */
  private lastLag: number | null = null
  private isClosing = false
  private resumeTimer: NodeJS.Timeout | undefined

  constructor(planned: OwnGroup, partitions: number, loop: GroupLoop) {
    this.planned = planned
    this.partitions = partitions
    this.loop = loop
  }

  /** Connects all members of this host and lets them join, one after the other at the planned interval. */
  async connectMembers(): Promise<void> {
    const { members, ownMembers, startStaggerMs } = this.planned
    const given = ownMembers?.map((member) => partitionsOfMember(this.partitions, members, member))
    for (let index = 0; index < (given?.length ?? members) && !this.isClosing; index += 1) {
      if (index > 0 && startStaggerMs > 0) await sleep(startStaggerMs)
      const member = await this.loop.addMember()
      this.members.push(member)
      if (this.isClosing) await member.close()
      else member.join(given?.[index] ?? null)
    }
  }

  /**
   * Counts the assigned partitions whose end offset a broker has reported. From then on, no record of such a partition is missed.
   *
   * The count stays below the number of partitions until every member has one, because each member that joins later causes
   * another rebalance.
   */
  countProbed(): number {
    const endOffsets = this.members.map((member) => member.endOffsets())
    const probed = new Set(
      endOffsets.flat().flatMap(({ partition, endOffset }) => (endOffset === null ? [] : [partition])),
    )
    const owners = endOffsets.filter((own) => own.length > 0).length
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
   * Begins the load. A group with a start delay is paused until the delay is over, and then reads from the first record on.
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
    return this.loop.take({
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
    for (const { partition, endOffset } of this.members.flatMap((member) => member.endOffsets())) {
      if (endOffset === null) return null
      known.add(partition)
      lag += Math.max(0, endOffset - this.loop.nextOffset(partition))
    }
    return known.size === this.partitionCount ? lag : null
  }
}

/** Creates a group of the plan without members, which `connectMembers` adds. */
export async function createGroup(
  rdkafka: Rdkafka,
  planned: OwnGroup,
  setup: WorkerSetup,
  errorNames: ErrorNames,
): Promise<GroupClient> {
  const partitions = setup.partitionsByTopic?.[planned.topic] ?? (await askPartitions(rdkafka, planned, setup))
  const options = { planned, partitions, setup, errorNames }
  const { engine } = chooseEngine()
  const loop = engine === null ? new ReferenceGroup(rdkafka, options) : new EngineGroup(engine, options)
  return new GroupClient(planned, partitions, loop)
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
