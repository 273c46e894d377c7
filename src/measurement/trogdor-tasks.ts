/**
 * The clients of a run plan as tasks of Kafka's Trogdor: one ProduceBench per producer, one ConsumeBench per group.
 * `trogdorLimits` lists what Trogdor cannot do or measure.
 */
import type { PlannedConsumerGroup, PlannedProducer, RunPlan } from '../contracts/run-plan.ts'
import { noHeaders, noTransactions, recordsOver } from './perf-test-arguments.ts'

/** Facts about a Trogdor fleet that are not in a plan. */
export interface TrogdorFleet {
  readonly bootstrapServers: string
  /** Names of the fleet's agents, as in its platform file. */
  readonly nodes: readonly string[]
  /** When all tasks begin, in epoch ms; 0 to start at once. */
  readonly startMs: number
}

/** A task as the coordinator accepts it. */
export interface TrogdorTaskOrder {
  readonly id: string
  readonly spec: Readonly<Record<string, unknown>> & { readonly class: string }
}

/** The period of Trogdor's token bucket is 100 ms, so the lowest rate is one record per 100 ms. */
const minRecordsPerSec = 10

const classes = {
  produce: 'org.apache.kafka.trogdor.workload.ProduceBenchSpec',
  consume: 'org.apache.kafka.trogdor.workload.ConsumeBenchSpec',
} as const

/** The tasks of a plan, with the clients assigned to the nodes in turn. */
export function trogdorTasksOf(plan: RunPlan, fleet: TrogdorFleet): TrogdorTaskOrder[] {
  const nodeOf = (index: number) => fleet.nodes[index % fleet.nodes.length] ?? 'node0'
  return [
    ...plan.consumerGroups.map((group, index) => consumeTask(plan, group, { ...fleet, node: nodeOf(index) })),
    ...plan.producers.map((producer, index) => {
      return produceTask(plan, producer, { ...fleet, node: nodeOf(plan.consumerGroups.length + index) })
    }),
  ]
}

/** The rate of a ProduceBench in records/s: a whole number of tokens per 100 ms. */
export function trogdorRate(recordsPerSec: number): number {
  return Math.max(minRecordsPerSec, Math.round(recordsPerSec / minRecordsPerSec) * minRecordsPerSec)
}

type TaskFleet = TrogdorFleet & { readonly node: string }

function produceTask(plan: RunPlan, producer: PlannedProducer, fleet: TaskFleet): TrogdorTaskOrder {
  const topic = plan.topics.find(({ name }) => name === producer.topic)
  const rate = trogdorRate(producer.recordsPerSec)
  return {
    id: producer.clientId,
    spec: {
      class: classes.produce,
      startMs: fleet.startMs === 0 ? 0 : Math.round(fleet.startMs + producer.startDelayMs),
      durationMs: Math.round(plan.durationMs + plan.drainMs),
      producerNode: fleet.node,
      bootstrapServers: fleet.bootstrapServers,
      targetMessagesPerSec: rate,
      maxMessages: recordsOver(plan, rate),
      keyGenerator:
        producer.partitioning.kind === 'keys'
          ? { type: 'sequential', size: Math.max(8, producer.recordKeyBytes), offset: 0 }
          : { type: 'null' },
      valueGenerator: { type: 'timestampRandom', size: producer.recordValueBytes, seed: plan.seed },
      producerConf: {
        acks: producer.acks,
        'linger.ms': String(producer.lingerMs),
        'batch.size': String(producer.batchBytes),
        'max.in.flight.requests.per.connection': String(producer.maxInFlight),
        'compression.type': producer.compression,
        'enable.idempotence': String(producer.isIdempotent),
      },
      activeTopics: {
        [producer.topic]: {
          numPartitions: topic?.partitions ?? 1,
          replicationFactor: topic?.replicationFactor ?? 1,
          configs: topic?.configs ?? {},
        },
      },
      // Otherwise Trogdor sends each record to the next partition, which makes unrealistically small batches.
      useConfiguredPartitioner: true,
      // Otherwise Trogdor flushes every 100 ms, which changes the batches and hides queueing.
      skipFlush: true,
    },
  }
}

function consumeTask(plan: RunPlan, group: PlannedConsumerGroup, fleet: TaskFleet): TrogdorTaskOrder {
  const written = plan.producers
    .filter((producer) => producer.topic === group.topic)
    .reduce((sum, producer) => sum + recordsOver(plan, trogdorRate(producer.recordsPerSec)), 0)
  return {
    id: group.groupId,
    spec: {
      class: classes.consume,
      startMs: fleet.startMs === 0 ? 0 : Math.round(fleet.startMs + (group.startDelayMs ?? 0)),
      durationMs: Math.round(plan.durationMs + plan.drainMs),
      consumerNode: fleet.node,
      bootstrapServers: fleet.bootstrapServers,
      // Zero means no limit, so the consumers read all records that arrive.
      targetMessagesPerSec: 0,
      // The limit applies to each thread, and how threads share the records is unknown, so each may read all of them.
      maxMessages: written,
      consumerGroup: group.groupId,
      threadsPerWorker: group.members,
      consumerConf: {
        'fetch.min.bytes': String(group.fetchMinBytes),
        'fetch.max.wait.ms': String(Math.round(group.fetchMaxWaitMs)),
      },
      recordProcessor: { type: 'timestamp', histogramMinMs: 0, histogramMaxMs: 10_000, histogramStepMs: 1 },
      activeTopics: [group.topic],
    },
  }
}

/** Sentences on what Trogdor does differently from this plan, and on what it does not measure. */
export function trogdorLimits(plan: RunPlan): string[] {
  const changed = plan.producers.some(({ recordsPerSec }) => {
    return Math.abs(trogdorRate(recordsPerSec) - recordsPerSec) > recordsPerSec / 1_000
  })
  return [
    'Trogdor does not measure wire bytes, throttle, lost or duplicate records, or the rate over time. Records that failed count as sent. Latencies are whole ms, count as 10 s if they are longer, and are measured from the actual send, not from the time at which a record was due.',
    'Its consumers report what they read only at their end, so the read rate is not known.',
    ...(changed ? ['Its rates are multiples of 10 records/s, so those of this plan are rounded.'] : []),
    ...(plan.producers.some((producer) => producer.partitioning.kind === 'keys')
      ? ['Its keys are all different, so the partition skew of this plan is not reproduced.']
      : []),
    ...(plan.schedule.kind === 'ramp' ? ['It keeps one rate instead of the ramp of this plan.'] : []),
    ...(plan.producers.some((producer) => producer.recordValueSizesBytes !== undefined)
      ? ['All its records have one size, the mean.']
      : []),
    ...(plan.producers.some(({ headers }) => headers !== undefined) ? [noHeaders] : []),
    ...(plan.producers.some(({ transactionMs }) => transactionMs !== undefined) ? [noTransactions] : []),
    ...(plan.producers.some((producer) => producer.compression !== 'none')
      ? ['Its records are random bytes, which do not compress.']
      : []),
  ]
}
