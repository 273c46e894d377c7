/**
 * The reference loop of a consumer group, in JavaScript on node-rdkafka.
 */
import type { Message } from 'node-rdkafka'
import type { ConsumerSample } from '../../contracts/sample.ts'
import type { OwnGroup, WorkerSetup } from '../host/worker-messages.ts'
import { epochUs } from './clock.ts'
import { connectClient } from './connect-client.ts'
import type { GroupLoop, GroupRest, Member } from './group-loop.ts'
import { GroupMember } from './group-member.ts'
import { GroupSecond } from './group-second.ts'
import type { Rdkafka } from './load-rdkafka.ts'
import { consumerSettings, statisticsIntervalMs } from './rdkafka-config.ts'
import type { ErrorNames } from './rdkafka-errors.ts'
import { ReceivedRecords } from './received-records.ts'
import { readIntendedUs, readProducerIndex, readSequence, readTag, recordHeaderBytes, runTag } from './record-header.ts'

/** What a loop needs to know about its group. */
export type GroupOptions = {
  readonly planned: OwnGroup
  readonly partitions: number
  readonly setup: WorkerSetup
  readonly errorNames: ErrorNames
}

/** The error under which a record of another run or program is counted. It is counted nowhere else. */
export const foreignRecord = 'RECORD_NOT_OF_THIS_RUN'

/** The fields of node-rdkafka's records that are used here. */
export type ReceivedMessage = Pick<Message, 'value' | 'key' | 'partition' | 'offset'>

/** Accounts for the records of a group, each when it arrives. */
export class ReferenceGroup implements GroupLoop {
  private readonly rdkafka: Rdkafka
  private readonly options: GroupOptions
  private readonly tag: number
  private readonly received: ReceivedRecords
  private readonly second: GroupSecond

  constructor(rdkafka: Rdkafka, options: GroupOptions) {
    const { planned, setup } = options
    this.rdkafka = rdkafka
    this.options = options
    this.tag = runTag(setup.runId)
    this.received = new ReceivedRecords(setup.startOffsets[planned.topic])
    this.second = new GroupSecond(planned.groupId)
  }

  async addMember(): Promise<Member> {
    const { planned, partitions, setup, errorNames } = this.options
    const settings = consumerSettings(planned, setup.access, partitions)
    const consumer = new this.rdkafka.KafkaConsumer(
      { ...settings.client, rebalance_cb: () => undefined },
      settings.topic,
    )
    const member = new GroupMember({
      consumer,
      topic: planned.topic,
      errorNames,
      readPauseMs: setup.readPauseMs,
      statisticsIntervalMs: statisticsIntervalMs(partitions),
      listener: {
        onRecord: (message) => this.receive(message, epochUs()),
        onEnd: (partition, offset) => this.received.noteEnd(partition, offset),
        onError: (codeName) => this.second.noteError(codeName),
        startOffset: (partition) => this.nextOffset(partition),
      },
    })
    await connectClient(consumer, {
      name: planned.clientId,
      topic: planned.topic,
      timeoutMs: setup.setupTimeoutMs,
    })
    return member
  }

  nextOffset(partition: number): number {
    return this.received.nextOffset(partition)
  }

  take(rest: GroupRest): ConsumerSample {
    return this.second.take(rest)
  }

  /** Accounts for one record. @param nowUs its arrival (clock.ts) */
  receive({ value, key, partition, offset }: ReceivedMessage, nowUs: number): void {
    this.received.noteOffset(partition, offset)
    const producerIndex = value === null ? null : this.producerOf(value)
    if (value === null || producerIndex === null) {
      this.second.noteError(foreignRecord)
      return
    }
    const isDuplicate = this.received.add(producerIndex, partition, readSequence(value))
    this.second.noteRecord(value.length + keyBytes(key), isDuplicate)
    this.second.noteLatency(nowUs - readIntendedUs(value))
  }

  /** Number of the producer that sent a record; null if another run or program did. */
  private producerOf(value: Buffer): number | null {
    if (value.length < recordHeaderBytes || readTag(value) !== this.tag) return null
    if (!Number.isFinite(readSequence(value)) || !Number.isFinite(readIntendedUs(value))) return null
    const producerIndex = readProducerIndex(value)
    return producerIndex < this.options.setup.planProducers ? producerIndex : null
  }
}

function keyBytes(key: Message['key']): number {
  if (key === null || key === undefined) return 0
  return typeof key === 'string' ? Buffer.byteLength(key) : key.length
}
