/**
 * A run as commands of Kafka's own tools, for readers who do not have Headroom: what its clients would be there.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import { alikeProducers } from './alike-producers.ts'

type Group = RunPlan['consumerGroups'][number]

/** A word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/** Records of a producer over the whole load; a ramp's mean factor is the mean of its ends. */
function recordsOver({ schedule, durationMs }: RunPlan, recordsPerSec: number): number {
  const factor = schedule.kind === 'constant' ? 1 : (schedule.fromFactor + schedule.toFactor) / 2
  return Math.round((recordsPerSec * factor * durationMs) / 1_000)
}

function topicCommands({ topics }: RunPlan): string[] {
  return topics.map(({ name, partitions, replicationFactor, configs }) => {
    const settings = Object.entries(configs).map(([key, value]) => ` --config ${shellWord(`${key}=${value}`)}`)
    return `kafka-topics.sh --bootstrap-server "$BROKERS" --create --topic ${shellWord(name)} --partitions ${partitions} --replication-factor ${replicationFactor}${settings.join('')}`
  })
}

function producerCommands(plan: RunPlan): string[] {
  return alikeProducers(plan).flatMap(({ producer, clients }) => {
    const settings = {
      acks: producer.acks,
      'linger.ms': producer.lingerMs,
      'batch.size': producer.batchBytes,
      'max.in.flight.requests.per.connection': producer.maxInFlight,
      'compression.type': producer.compression,
      'enable.idempotence': producer.isIdempotent,
    }
    const properties = Object.entries(settings).map(([key, value]) => shellWord(`${key}=${value}`))
    return [
      `# ${clients === 1 ? 'one producer' : `${clients} of these at once`}`,
      `kafka-producer-perf-test.sh --bootstrap-server "$BROKERS" --topic ${shellWord(producer.topic)} --num-records ${recordsOver(plan, producer.recordsPerSec)} --record-size ${producer.recordValueBytes} --throughput ${Math.round(producer.recordsPerSec)} --command-property ${properties.join(' ')}`,
    ]
  })
}

function groupCommands(plan: RunPlan, group: Group): string[] {
  const rate = plan.producers
    .filter((producer) => producer.topic === group.topic)
    .reduce((sum, producer) => sum + producer.recordsPerSec, 0)
  const records = Math.ceil(recordsOver(plan, rate) / group.members)
  const settings = [`fetch.min.bytes=${group.fetchMinBytes}`, `fetch.max.wait.ms=${group.fetchMaxWaitMs}`]
  const properties = settings.map((setting) => ` --command-property ${setting}`).join('')
  return [
    `# ${group.members === 1 ? 'one consumer' : `${group.members} of these at once`}`,
    `kafka-consumer-perf-test.sh --bootstrap-server "$BROKERS" --topic ${shellWord(group.topic)} --group ${shellWord(group.groupId)} --num-records ${records} --timeout 30000${properties}`,
  ]
}

/**
 * The run as commands of Kafka 4: topics, producers, consumers. What they cannot do is said by `perfTestLimits`.
 */
export function perfTestCommands(plan: RunPlan): string {
  return [
    ...topicCommands(plan),
    ...producerCommands(plan),
    ...plan.consumerGroups.flatMap((group) => groupCommands(plan, group)),
  ].join('\n')
}

/** How such a run differs from this one, in sentences. */
export function perfTestLimits(plan: RunPlan): string[] {
  const hasKeys = plan.producers.some((producer) => producer.partitioning.kind === 'keys')
  return [
    'BROKERS is the address of the cluster; where it is secured, each command takes --command-config client.properties too. Before Kafka 4.2 the options are --producer-props, --consumer.config and --messages.',
    'These tools are Java clients: they put batches of several partitions into one request, send in bursts to catch up, and measure latency from the real send, not from the time at which a record was due. Their "MB" are payload MiB.',
    ...(hasKeys ? ['They send no keys: the skew of this run over partitions is not repeated.'] : []),
    ...(plan.schedule.kind === 'ramp' ? ['They keep one rate: the ramp of this run is not repeated.'] : []),
  ]
}
