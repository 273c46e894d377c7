/**
 * The clients of a run plan as arguments of Kafka's own tools (Kafka 4.2 and later). `perfTestLimits` lists what the
 * tools cannot do.
 */
import type { PlannedConsumerGroup, PlannedProducer, RunPlan } from '../contracts/run-plan.ts'

/** Records sent over the whole load at `recordsPerSec`. On a ramp, the rate is multiplied by the mean of its two factors. */
export function recordsOver({ schedule, durationMs }: RunPlan, recordsPerSec: number): number {
  const factor = schedule.kind === 'constant' ? 1 : (schedule.fromFactor + schedule.toFactor) / 2
  return Math.round((recordsPerSec * factor * durationMs) / 1_000)
}

/** Arguments of `kafka-producer-perf-test` for one producer, without the bootstrap servers. */
export function producerPerfTestArguments(plan: RunPlan, producer: PlannedProducer): string[] {
  const settings = {
    acks: producer.acks,
    'linger.ms': producer.lingerMs,
    'batch.size': producer.batchBytes,
    'max.in.flight.requests.per.connection': producer.maxInFlight,
    'compression.type': producer.compression,
    'enable.idempotence': producer.isIdempotent,
  }
  const records = recordsOver(plan, producer.recordsPerSec)
  return [
    ...namedArguments('--topic', producer.topic),
    ...['--num-records', String(records), '--record-size', String(producer.recordValueBytes)],
    // The tool accepts fractions. Further digits would only be rounding errors.
    ...['--throughput', String(Number(producer.recordsPerSec.toFixed(3)))],
    '--command-property',
    ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
  ]
}

/**
 * Arguments of `kafka-consumer-perf-test` for a member of a group, without the bootstrap servers.
 * @param ends the tool ends after this many records, or after this time without records
 */
export function consumerPerfTestArguments(
  group: PlannedConsumerGroup,
  ends: { readonly records: number; readonly idleMs: number },
): string[] {
  const settings = [`fetch.min.bytes=${group.fetchMinBytes}`, `fetch.max.wait.ms=${Math.round(group.fetchMaxWaitMs)}`]
  if (group.fetchMaxBytes !== undefined) settings.push(`fetch.max.bytes=${group.fetchMaxBytes}`)
  return [
    ...namedArguments('--topic', group.topic),
    ...namedArguments('--group', group.groupId),
    ...['--num-records', String(ends.records)],
    ...['--timeout', String(ends.idleMs)],
    ...settings.flatMap((setting) => ['--command-property', setting]),
  ]
}

/** Records that one member of a group reads if all members read equally. */
export function recordsOfMember(plan: RunPlan, group: PlannedConsumerGroup): number {
  const rate = plan.producers
    .filter((producer) => producer.topic === group.topic)
    .reduce((sum, producer) => sum + producer.recordsPerSec, 0)
  return Math.ceil(recordsOver(plan, rate) / group.members)
}

/** A sentence for clients of other tools, if the plan has transactions. */
export const noTransactions = 'They send these records without the transactions of this run.'

/** A sentence for clients of other tools, if the records of the plan have headers. */
export const noHeaders = 'Their records have no headers, so they are smaller than those of this run.'

/** Sentences on what Kafka's own tools do differently from this plan. */
export function perfTestLimits(plan: RunPlan): string[] {
  const hasKeys = plan.producers.some((producer) => producer.partitioning.kind === 'keys')
  const hasSizes = plan.producers.some((producer) => producer.recordValueSizesBytes !== undefined)
  const isLate = plan.consumerGroups.some(({ startDelayMs }) => startDelayMs !== undefined)
  const isSynchronous = plan.producers.some((producer) => producer.synchronousSenders !== undefined)
  const hasTransactions = plan.producers.some(({ transactionMs }) => transactionMs !== undefined)
  const isCompressed = plan.producers.some((producer) => producer.compression !== 'none')
  return [
    'These tools are Java clients: they put batches of several partitions into one request, send in bursts to catch up, and measure latency from the actual send, not from the time at which a record was due. Their "MB" are payload MiB.',
    ...(hasKeys ? ['They send no keys, so the partition skew of this run is not reproduced.'] : []),
    ...(plan.schedule.kind === 'ramp' ? ['They keep one rate instead of the ramp of this run.'] : []),
    ...(isSynchronous ? ['They do not wait for acknowledgements, as the synchronous senders of this run do.'] : []),
    ...(isLate ? ['All their groups read from the start; none begins late.'] : []),
    ...(hasSizes ? ['All their records have one size, the mean.'] : []),
    ...(plan.producers.some(({ headers }) => headers !== undefined) ? [noHeaders] : []),
    ...(hasTransactions ? [noTransactions] : []),
    ...(isCompressed ? ['Their records are random letters, which do not compress as the plan states.'] : []),
  ]
}

/**
 * An option of a Kafka tool whose value is the name of a topic or group. If the name begins with a dash, option and name
 * form one argument, because the tools would take a separate name for another option.
 */
export function namedArguments(option: string, name: string): string[] {
  return name.startsWith('-') ? [`${option}=${name}`] : [option, name]
}
