/**
 * Writes a plan as workload and driver files of the OpenMessaging Benchmark (the fields of its class Workload and of
 * its Kafka driver's class Config).
 *
 * A workload of that benchmark has one kind of topic, producer and group, so a plan with several kinds of topics
 * becomes several pairs of files.
 */
import type { PlannedConsumerGroup, PlannedProducer, RunPlan } from '../../contracts/run-plan.ts'
import { noHeaders, noTransactions } from '../../measurement/perf-test-arguments.ts'
import type { FileOutput, OutputFile } from '../../presentation/output-files.ts'
import { type PlainValue, yamlText } from '../../presentation/painters/yaml-text.ts'

/** Number of different payloads that a producer of the benchmark sends in turn. */
const payloadPoolSize = 1_000
const minuteMs = 60_000

type PlannedTopic = RunPlan['topics'][number]

/** Topics with equal settings, producers and groups, so one workload can describe them. */
interface TopicKind {
  readonly topics: readonly PlannedTopic[]
  readonly producers: readonly PlannedProducer[]
  readonly groups: readonly PlannedConsumerGroup[]
}

/** Returns a workload file and a driver file for each kind of topic. */
export function openMessagingFiles(plan: RunPlan, name: string): FileOutput {
  const kinds = kindsOf(plan)
  const files = kinds.flatMap((kind, index) =>
    filesOf(plan, kind, { name, suffix: kinds.length === 1 ? '' : `-${index + 1}` }),
  )
  return { files, notes: notesOf(plan, kinds) }
}

function kindsOf(plan: RunPlan): TopicKind[] {
  const kinds = new Map<string, TopicKind>()
  for (const topic of plan.topics) {
    const producers = plan.producers.filter((producer) => producer.topic === topic.name)
    const groups = plan.consumerGroups.filter((group) => group.topic === topic.name)
    // The benchmark has no topics without producers.
    if (producers.length === 0) continue
    const key = JSON.stringify([
      { ...topic, name: '' },
      producers.map((producer) => ({ ...producer, id: '', clientId: '', topic: '', startDelayMs: 0 })),
      groups.map(({ members, fetchMinBytes, fetchMaxWaitMs }) => ({ members, fetchMinBytes, fetchMaxWaitMs })),
    ])
    const before = kinds.get(key) ?? { topics: [], producers: [], groups: [] }
    kinds.set(key, {
      topics: [...before.topics, topic],
      producers: [...before.producers, ...producers],
      groups: [...before.groups, ...groups],
    })
  }
  return [...kinds.values()]
}

function filesOf(plan: RunPlan, kind: TopicKind, { name, suffix }: { name: string; suffix: string }): OutputFile[] {
  return [
    { name: `workload${suffix}.yaml`, text: yamlText(workloadOf(plan, kind, `${name}${suffix}`)) },
    { name: `driver${suffix}.yaml`, text: driverText(kind, `${name}${suffix}`) },
  ]
}

function workloadOf(plan: RunPlan, { topics, producers, groups }: TopicKind, name: string): PlainValue {
  const [topic] = topics
  const [producer] = producers
  const rate = producers.reduce((sum, each) => sum + each.recordsPerSec, 0)
  const groupsPerTopic = groups.length / topics.length
  return {
    name,
    topics: topics.length,
    partitionsPerTopic: topic?.partitions ?? 1,
    keyDistributor: producer?.partitioning.kind === 'keys' ? 'RANDOM_NANO' : 'NO_KEY',
    messageSize: producer?.recordValueBytes ?? 1,
    useRandomizedPayloads: true,
    randomBytesRatio: producer?.randomBytesRatio ?? 1,
    randomizedPayloadPoolSize: payloadPoolSize,
    subscriptionsPerTopic: Math.round(groupsPerTopic),
    consumerPerSubscription: groups.length === 0 ? 0 : Math.max(...groups.map(({ members }) => members)),
    producersPerTopic: Math.round(producers.length / topics.length),
    producerRate: Math.max(1, Math.round(rate)),
    consumerBacklogSizeGB: 0,
    testDurationMinutes: Math.max(1, Math.ceil((plan.durationMs - plan.burnInMs) / minuteMs)),
    warmupDurationMinutes: Math.max(1, Math.ceil(plan.burnInMs / minuteMs)),
  }
}

/** Returns the driver file. Its four blocks are properties files inside YAML. */
function driverText({ topics, producers, groups }: TopicKind, name: string): string {
  const [topic] = topics
  const [producer] = producers
  const [group] = groups
  const blocks = {
    topicConfig: topic?.configs ?? {},
    commonConfig: { 'bootstrap.servers': 'localhost:9092' },
    producerConfig: producer === undefined ? {} : producerConfig(producer),
    consumerConfig: {
      'auto.offset.reset': 'earliest',
      'enable.auto.commit': false,
      ...(group === undefined
        ? {}
        : { 'fetch.min.bytes': group.fetchMinBytes, 'fetch.max.wait.ms': Math.round(group.fetchMaxWaitMs) }),
    },
  }
  const head = yamlText({
    name,
    driverClass: 'io.openmessaging.benchmark.driver.kafka.KafkaBenchmarkDriver',
    replicationFactor: topic?.replicationFactor ?? 1,
  })
  const texts = Object.entries(blocks).map(([block, settings]) => {
    const lines = Object.entries(settings).map(([key, value]) => `  ${key}=${value}\n`)
    return lines.length === 0 ? `${block}: ""\n` : `${block}: |\n${lines.join('')}`
  })
  return `${head}\n${texts.join('\n')}`
}

function producerConfig(producer: PlannedProducer) {
  return {
    acks: producer.acks,
    'linger.ms': producer.lingerMs,
    'batch.size': producer.batchBytes,
    'max.in.flight.requests.per.connection': producer.maxInFlight,
    'compression.type': producer.compression,
    'enable.idempotence': producer.isIdempotent,
  }
}

/** What all producers of a workload of the benchmark share, besides their rate. */
function sharedSettings(producer: PlannedProducer): unknown {
  return [producerConfig(producer), producer.partitioning.kind, producer.recordValueBytes, producer.randomBytesRatio]
}

function notesOf(plan: RunPlan, kinds: readonly TopicKind[]): string[] {
  const doDiffer = (settingsOf: (kind: TopicKind) => readonly unknown[]) =>
    kinds.some((kind) => new Set(settingsOf(kind).map((settings) => JSON.stringify(settings))).size > 1)
  const isKeyed = plan.producers.some(({ partitioning }) => partitioning.kind === 'keys')
  const isExisting = plan.topics.some((topic) => topic.isExisting === true)
  return [
    'Set bootstrap.servers and the log-in settings of the cluster in commonConfig of the driver.',
    'Durations are whole minutes there: test and warm-up are rounded up. It creates topics with its own names and does not delete them.',
    'Its clients are Java clients, and all producers start at once. Its publish latency counts from the actual send; the schedule delay is a separate figure.',
    ...(kinds.length > 1
      ? [
          `A workload there has one kind of topic. This plan has ${kinds.length} kinds, so it has ${kinds.length} pairs of files, to be run at the same time.`,
        ]
      : []),
    ...(doDiffer((kind) => kind.groups.map(({ members }) => members))
      ? ['Groups have different numbers of members; there, each gets as many as the largest.']
      : []),
    ...(doDiffer((kind) => kind.groups.map((group) => [group.fetchMinBytes, group.fetchMaxWaitMs]))
      ? ['Groups of a topic have different fetch settings; there, all have those of the first.']
      : []),
    ...(plan.consumerGroups.some(({ startDelayMs }) => startDelayMs !== undefined)
      ? ['All its groups read from the start; none begins late.']
      : []),
    ...(doDiffer((kind) => kind.producers.map(({ recordsPerSec }) => recordsPerSec))
      ? ['Producers of a topic have different rates; there, the sum is divided evenly.']
      : []),
    ...(doDiffer((kind) => kind.producers.map(sharedSettings))
      ? ['Producers of a topic have different records or settings; there, all have those of the first.']
      : []),
    ...(plan.producers.some(({ recordValueSizesBytes }) => recordValueSizesBytes !== undefined)
      ? ['All its records have one size, the mean.']
      : []),
    ...(plan.producers.some(({ headers }) => headers !== undefined) ? [noHeaders] : []),
    ...(plan.producers.some(({ transactionMs }) => transactionMs !== undefined) ? [noTransactions] : []),
    ...(isKeyed ? ['It uses 10,000 random keys, not the keys of this plan and their skew.'] : []),
    ...(plan.schedule.kind === 'ramp' ? ['It keeps one rate instead of the ramp.'] : []),
    ...(plan.producers.some(({ synchronousSenders }) => synchronousSenders !== undefined)
      ? ['Its producers do not wait for acknowledgements, as the synchronous senders of this plan do.']
      : []),
    ...(isExisting ? ['It creates its own topics and does not use existing ones.'] : []),
  ]
}
