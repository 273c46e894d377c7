/**
 * The life cycle of a worker: it is set up, started, reports every second, and is closed.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { WorkerCommand, WorkerMessage, WorkerReport, WorkerSetup } from '../host/worker-messages.ts'
import { followController } from './clock.ts'
import { connectProducer } from './connect-producer.ts'
import { startCountdown } from './countdown.ts'
import { createGroup, type GroupClient } from './group-client.ts'
import { loadRdkafka } from './load-rdkafka.ts'
import { describeLoops } from './native-engine.ts'
import { ProcessCost } from './process-cost.ts'
import type { ProducerLoop } from './producer-loop.ts'
import { createErrorNames } from './rdkafka-errors.ts'
import { reachCluster } from './reach-cluster.ts'
import { ReferenceProducer } from './reference-producer.ts'
import { type EndedSecond, SecondClock } from './second-clock.ts'
import { SendLoop } from './send-loop.ts'

/** Interval at which the assigned partitions are counted. */
const partitionPollMs = 50

/** Sends a message to the host. */
export type SendToHost = (message: WorkerMessage) => void

/** One worker process. The host sends its commands in the sequence in which worker-messages.ts lists them. */
export class Worker {
  private readonly send: SendToHost
  private readonly onClosed: () => void
  private readonly cost = new ProcessCost()
  private setup: WorkerSetup | null = null
  private producers: ProducerLoop[] = []
  private groups: GroupClient[] = []
  private sendLoop: SendLoop | null = null
  private clock: SecondClock | null = null
  private isClosing = false

  constructor(send: SendToHost, onClosed: () => void) {
    this.send = send
    this.onClosed = onClosed
  }

  /** Executes a command of the host. Never rejects, because failures are sent as messages. */
  async execute(command: WorkerCommand): Promise<void> {
    try {
      await this.carryOut(command)
    } catch (error) {
      this.send({ type: 'failed', error: AppError.from(error).toData() })
    }
  }

  private async carryOut(command: WorkerCommand): Promise<void> {
    switch (command.type) {
      case 'describe': {
        const { librdkafkaVersion, features } = loadRdkafka()
        return this.send({ type: 'description', librdkafkaVersion, features, loops: describeLoops() })
      }
      case 'reach':
        return this.send({ type: 'reached', reached: await reachCluster(loadRdkafka(), command.reach) })
      case 'setup':
        return this.prepare(command.setup)
      case 'start':
        return this.start(command.atEpochMs)
      case 'stop-load':
        return this.producers.forEach((producer) => void producer.stopLoad())
      case 'close':
        return this.close()
    }
  }

  private async prepare(setup: WorkerSetup): Promise<void> {
    this.setup = setup
    followController(setup.clockOffsetMs)
    const rdkafka = loadRdkafka()
    const errorNames = createErrorNames(rdkafka)
    const partitionsByTopic: Record<string, number> = {}
    const connecting = setup.producers.map(({ producer: planned, index }) =>
      connectProducer(rdkafka, { planned, index, setup, errorNames }),
    )
    for (const [at, { producer, partitions }] of (await Promise.all(connecting)).entries()) {
      this.producers.push(producer)
      const topic = setup.producers[at]?.producer.topic
      if (topic !== undefined) partitionsByTopic[topic] = partitions
    }
    // The send loop starts before the load, because the library's errors arrive only by polling, which the loop does.
    const polled = this.producers.filter((producer) => producer instanceof ReferenceProducer)
    if (polled.length > 0) this.sendLoop = new SendLoop(polled)
    // Groups are stored before their members join. So a close during the set-up makes the members leave, and the groups can then
    // be deleted.
    this.groups = await Promise.all(setup.groups.map((planned) => createGroup(rdkafka, planned, setup, errorNames)))
    await Promise.all(this.groups.map((group) => group.connectMembers()))
    await this.waitForPartitions(setup)
    if (!this.isClosing) this.send({ type: 'ready', partitionsByTopic })
  }

  private async waitForPartitions(setup: WorkerSetup): Promise<void> {
    const total = this.groups.reduce((sum, group) => sum + group.partitionCount, 0)
    const remainingMs = startCountdown(setup.setupTimeoutMs)
    let reported = -1
    while (!this.isClosing) {
      const done = this.groups.reduce((sum, group) => sum + group.countProbed(), 0)
      if (done !== reported) this.send({ type: 'progress', done, total })
      reported = done
      if (done >= total) return
      if (remainingMs() < 0) throw notAssigned(done, total, setup)
      await sleep(partitionPollMs)
    }
  }

  private start(atEpochMs: number): void {
    for (const producer of this.producers) producer.start(atEpochMs)
    for (const group of this.groups) group.start(atEpochMs)
    this.cost.take()
    this.clock = new SecondClock(atEpochMs, (ended) => this.report(ended, false))
  }

  private report(ended: EndedSecond, isLast: boolean): void {
    const { second, startedAtEpochMs, durationMs, nowMs } = ended
    const report: WorkerReport = {
      second,
      startedAtEpochMs,
      durationMs,
      producers: this.producers.map((producer) => producer.takeSecond(nowMs, isLast)),
      consumers: this.groups.map((group) => group.takeSecond(nowMs, isLast)),
      worker: {
        workerId: this.setup?.workerId ?? 'unnamed',
        role: this.setup?.role ?? 'producer',
        ...this.cost.take(),
      },
    }
    this.send({ type: 'report', report, isLoadOver: this.producers.every(({ hasEnded }) => hasEnded) })
  }

  private async close(): Promise<void> {
    if (this.isClosing) return
    this.isClosing = true
    for (const producer of this.producers) producer.stopNow()
    const ended = this.clock?.finish() ?? null
    if (ended !== null) this.report(ended, true)
    this.sendLoop?.stop()
    // Nothing is measured after this message, so a crash of the native client while it disconnects does no harm.
    this.send({ type: 'closed' })
    await Promise.all(this.groups.map((group) => group.close()))
    await Promise.all(this.producers.map((producer) => producer.disconnect()))
    this.onClosed()
  }
}

function notAssigned(done: number, total: number, setup: WorkerSetup): AppError {
  const names = setup.groups.map(({ groupId }) => groupId).join(', ')
  return new AppError(
    'RUN_FAILED',
    `Only ${done} of ${total} partitions were assigned and answered within ${setup.setupTimeoutMs / 1000} s (${names}).`,
    { remedy: 'Check that the cluster has a group coordinator and that every broker can be reached from here.' },
  )
}
