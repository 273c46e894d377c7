/**
 * Writes a run as commands of Kafka's own tools, for readers who do not have Headroom.
 */
import { ownTopics, type PlannedConsumerGroup, type RunPlan } from '../../contracts/run-plan.ts'
import {
  consumerPerfTestArguments,
  namedArguments,
  perfTestLimits,
  producerPerfTestArguments,
  recordsOfMember,
} from '../../measurement/perf-test-arguments.ts'
import { alikeProducers } from './alike-producers.ts'

const address = '--bootstrap-server "$BROKERS"'

/** Text as one word of a POSIX shell, quoted if necessary. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

/**
 * One command per topic that the run creates.
 * @param access the tools' options to reach the cluster
 */
export function topicCommands(plan: RunPlan, access: string): string[] {
  return ownTopics(plan).map(({ name, partitions, replicationFactor, configs }) => {
    const settings = Object.entries(configs).map(([key, value]) => ` --config ${shellWord(`${key}=${value}`)}`)
    return `kafka-topics.sh ${access} --create ${shellWords(namedArguments('--topic', name))} --partitions ${partitions} --replication-factor ${replicationFactor}${settings.join('')}`
  })
}

function producerCommands(plan: RunPlan): string[] {
  return alikeProducers(plan).flatMap(({ producer, clients }) => [
    `# ${clients === 1 ? 'one producer' : `${clients} of these at once`}`,
    `kafka-producer-perf-test.sh ${address} ${shellWords(producerPerfTestArguments(plan, producer))}`,
  ])
}

function groupCommands(plan: RunPlan, group: PlannedConsumerGroup): string[] {
  const ends = { records: recordsOfMember(plan, group), idleMs: 30_000 }
  return [
    `# ${group.members === 1 ? 'one consumer' : `${group.members} of these at once`}`,
    `kafka-consumer-perf-test.sh ${address} ${shellWords(consumerPerfTestArguments(group, ends))}`,
  ]
}

/** Texts as words of a POSIX shell, separated by spaces. */
export function shellWords(list: readonly string[]): string {
  return list.map(shellWord).join(' ')
}

/**
 * The run as commands of Kafka 4: topics, producers, consumers. `perfTestNotes` says what the commands cannot do.
 */
export function perfTestCommands(plan: RunPlan): string {
  return [
    ...topicCommands(plan, address),
    ...producerCommands(plan),
    ...plan.consumerGroups.flatMap((group) => groupCommands(plan, group)),
  ].join('\n')
}

/** Sentences on how to use these commands and what they cannot do. */
export function perfTestNotes(plan: RunPlan): string[] {
  return [
    'BROKERS is the address of the cluster. If the cluster is secured, each command needs --command-config client.properties too. Before Kafka 4.2 the options are --producer-props, --consumer.config and --messages.',
    ...perfTestLimits(plan),
  ]
}
