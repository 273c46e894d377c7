/**
 * Sends the records of producers with both loops to simulated brokers, and reads them back. Runs on the runner's Node.
 *
 * `send-both-ways STATE_DIRECTORY`; reads one `SendOrder` per line, and writes one `BothSent` per line.
 */
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlannedProducer, RunPlan } from '../../src/contracts/run-plan.ts'
import type { ProducerSample } from '../../src/contracts/sample.ts'
import { mergeEncodedHistograms, summariseHistogram } from '../../src/measurement/histogram.ts'
import { plainAccess } from '../../src/runner/admin/cluster-access.ts'
import { startEmbeddedCluster } from '../../src/runner/embedded/embedded-cluster.ts'
import { simulatedPartitions } from '../../src/runner/embedded/simulated-cluster.ts'
import type { WorkerSetup } from '../../src/runner/host/worker-messages.ts'
import { epochMs } from '../../src/runner/worker/clock.ts'
import { loadRdkafka, type Rdkafka } from '../../src/runner/worker/load-rdkafka.ts'
import { chooseEngine } from '../../src/runner/worker/native-engine.ts'
import { connectEngineProducer } from '../../src/runner/worker/native-producer.ts'
import type { ProducerLoop } from '../../src/runner/worker/producer-loop.ts'
import { createErrorNames } from '../../src/runner/worker/rdkafka-errors.ts'
import { connectReferenceProducer } from '../../src/runner/worker/reference-producer.ts'
import { SendLoop } from '../../src/runner/worker/send-loop.ts'

type KafkaConsumer = InstanceType<Rdkafka['KafkaConsumer']>
/** The parts of a record of node-rdkafka that are compared. */
interface Message {
  readonly partition: number
  readonly key?: Buffer | string | null | undefined
  readonly headers?: readonly Readonly<Record<string, unknown>>[] | undefined
  readonly value: Buffer | null
}

/** What a producer has to send: `records` records or more, all of which are due at the start. */
export interface SendOrder {
  readonly planned: PlannedProducer
  readonly index: number
  readonly schedule: RunPlan['schedule']
  readonly seed: number
  /** Time before now at which the schedule began. */
  readonly lateMs: number
  readonly records: number
  /**
   * Length of the load. Bounds what is due, however long a busy machine pauses one of the threads: a simulated partition
   * keeps 5 MB and then drops its oldest records, which could not be read back.
   */
  readonly durationMs: number
}

/** What arrived, and what the loop counted. */
export interface Sent {
  /** By partition: key, headers, hash of the value without intended time, intended time. */
  readonly records: readonly (readonly string[])[]
  readonly acceptedRecords: number
  readonly ackedRecords: number
  readonly ackedPayloadBytes: number
  readonly ackedByPartition: readonly number[]
  readonly timedRecords: number
  readonly queueFullRetries: number
  /** Transactions. */
  readonly committed: number
  readonly aborted: number
  readonly errors: readonly string[]
}

export interface BothSent {
  readonly native: Sent
  readonly reference: Sent
}

const pollMs = 5
/** Time for each step of an order, about a hundred times what it takes on an idle machine. */
const stepTimeoutMs = 60_000
const intendedAt = 16
const intendedEnd = 24

const [stateDirectory = ''] = process.argv.slice(2)
const { engine, reason } = chooseEngine()
if (engine === null) throw new Error(reason)
const rdkafka = loadRdkafka()
const errorNames = createErrorNames(rdkafka)
const cluster = await startEmbeddedCluster(
  { kind: 'embedded:simulated', brokers: 1 },
  { runId: 'both-ways', stateDirectory, onProgress: () => undefined, onResource: () => undefined },
)

function setupOf({ schedule, seed, durationMs }: SendOrder, topic: string): WorkerSetup {
  return {
    workerId: 'both-ways',
    role: 'producer',
    access: plainAccess(cluster.bootstrapServers),
    runId: 'both-ways',
    producers: [],
    groups: [],
    planProducers: 1,
    // Simulated brokers may report a topic before it has partitions, which the reference loop does not expect.
    partitionsByTopic: { [topic]: simulatedPartitions },
    startOffsets: {},
    schedule,
    rateFactor: 1,
    durationMs,
    seed,
    readPauseMs: 1,
    setupTimeoutMs: 30_000,
    clockOffsetMs: 0,
  }
}

/** Returns a function that throws once the time of a step is over. @param step such as "the acknowledgement of all records" */
function boundOf(step: string): () => void {
  const endsAtMs = epochMs() + stepTimeoutMs
  return () => {
    if (epochMs() > endsAtMs) throw new Error(`waited ${stepTimeoutMs / 1000} s for ${step}`)
  }
}

/** Lets a producer send until every record is acknowledged. */
async function send(producer: ProducerLoop, order: SendOrder, atEpochMs: number): Promise<Omit<Sent, 'records'>> {
  const samples: ProducerSample[] = []
  const sum = (read: (sample: ProducerSample) => number) => samples.reduce((total, each) => total + read(each), 0)
  const take = () => samples.push(producer.takeSecond(epochMs(), true))
  const throwIfLate = boundOf('the acknowledgement of all records')
  producer.start(atEpochMs)
  while (sum((each) => each.acceptedRecords) < order.records && !producer.hasEnded) {
    throwIfLate()
    await sleep(pollMs)
    take()
  }
  producer.stopLoad()
  take()
  while (samples.at(-1)?.outstandingRecords !== 0 || !producer.hasEnded) {
    throwIfLate()
    await sleep(pollMs)
    take()
  }
  const ackedByPartition = Array.from({ length: simulatedPartitions }, (_, partition) =>
    sum((each) => each.ackedRecordsByPartition[partition] ?? 0),
  )
  const timed = summariseHistogram(mergeEncodedHistograms(samples.map((each) => each.responseHistogram)))
  return {
    acceptedRecords: sum((each) => each.acceptedRecords),
    ackedRecords: sum((each) => each.ackedRecords),
    ackedPayloadBytes: sum((each) => each.ackedPayloadBytes),
    ackedByPartition,
    timedRecords: timed?.count ?? 0,
    queueFullRetries: sum((each) => each.queueFullRetries),
    committed: sum((each) => each.transactions?.committed ?? 0),
    aborted: sum((each) => each.transactions?.aborted ?? 0),
    errors: samples.flatMap((each) => Object.keys(each.errors)),
  }
}

async function readBack(topic: string, expected: readonly number[]): Promise<string[][]> {
  const consumer = new rdkafka.KafkaConsumer(
    { 'bootstrap.servers': cluster.bootstrapServers.join(','), 'group.id': topic, 'enable.auto.commit': false },
    { 'auto.offset.reset': 'earliest' },
  )
  await new Promise((resolve, reject) =>
    consumer.connect({}, (error) => (error ? reject(new Error(error.message)) : resolve(null))),
  )
  const records: string[][] = expected.map(() => [])
  consumer.assign(expected.map((_, partition) => ({ topic, partition, offset: 0 })))
  const throwIfLate = boundOf(`${expected.join(', ')} records in the partitions of ${topic}`)
  while (records.some((list, partition) => list.length < (expected[partition] ?? 0))) {
    throwIfLate()
    for (const message of await consume(consumer)) records[message.partition]?.push(describe(message))
  }
  await new Promise((resolve) => consumer.disconnect(() => resolve(null)))
  return records
}

function consume(consumer: KafkaConsumer): Promise<readonly Message[]> {
  consumer.setDefaultConsumeTimeout(50)
  return new Promise((resolve, reject) =>
    consumer.consume(1_000, (error, messages) => (error ? reject(new Error(error.message)) : resolve(messages))),
  )
}

function describe({ key, headers, value }: Message): string {
  const bytes = Buffer.from(value ?? [])
  const intendedUs = bytes.readDoubleLE(intendedAt)
  bytes.fill(0, intendedAt, intendedEnd)
  const texts = (headers ?? []).map((header) =>
    Object.entries(header).map(([name, text]) => [name, Buffer.from(text as Buffer).toString('hex')]),
  )
  const keyText = key === null || key === undefined ? null : Buffer.from(key).toString('hex')
  const hash = createHash('sha256').update(bytes).digest('hex')
  return JSON.stringify([keyText, texts, bytes.length, hash, intendedUs])
}

let orders = 0

async function sendBothWays(order: SendOrder): Promise<BothSent> {
  orders += 1
  const options = (topic: string) => ({
    planned: { ...order.planned, topic },
    index: order.index,
    setup: setupOf(order, topic),
    errorNames,
  })
  const topics = { native: `native-${orders}`, reference: `reference-${orders}` }
  if (engine === null) throw new Error(reason)
  const native = await connectEngineProducer(engine, options(topics.native))
  const reference = await connectReferenceProducer(rdkafka, options(topics.reference))
  const loop = new SendLoop([reference.producer])
  const atEpochMs = epochMs() - order.lateMs
  const sent = await Promise.all([send(native.producer, order, atEpochMs), send(reference.producer, order, atEpochMs)])
  loop.stop()
  await Promise.all([native.producer.disconnect(), reference.producer.disconnect()])
  return {
    native: { ...sent[0], records: await readBack(topics.native, sent[0].ackedByPartition) },
    reference: { ...sent[1], records: await readBack(topics.reference, sent[1].ackedByPartition) },
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const order: SendOrder = JSON.parse(line)
  process.stdout.write(`${JSON.stringify(await sendBothWays(order))}\n`)
}
await cluster.stop()
process.exit(0)
