/**
 * Writes the topics as a script with commands of Kafka's own tools. It can be run repeatedly: existing topics are kept,
 * and their settings are set.
 */
import { namedArguments } from '../../measurement/perf-test-arguments.ts'
import type { FileOutput } from '../output-files.ts'
import { shellWord, shellWords } from '../run/perf-test-commands.ts'
import { commentLines, headerLines } from './comment-lines.ts'
import type { ProvisionedTopic } from './provisioned-topics.ts'
import type { Provisioning } from './provisioning.ts'

/** Returns the script. It needs a POSIX shell and Kafka's `bin` on the path. */
export function kafkaScript(provisioning: Provisioning): FileOutput {
  const { topics } = provisioning
  const lines = [
    '#!/bin/sh',
    ...headerLines('Topics', provisioning),
    '# BROKERS=host:9092 [CLIENT_CONFIG=client.properties] sh topics.sh',
    ...commentLines([existingTopics]),
    'set -e',
    '[ -n "$BROKERS" ] || { echo "BROKERS: the address of the cluster" >&2; exit 2; }',
    '',
    '# A tool, with the configuration of a client where one is given.',
    'tool() {',
    '  if [ -n "$CLIENT_CONFIG" ]; then "$@" --bootstrap-server "$BROKERS" --command-config "$CLIENT_CONFIG"',
    '  else "$@" --bootstrap-server "$BROKERS"; fi',
    '}',
    ...topics.flatMap((topic) => ['', ...commentLines(topic.reasons), ...topicLines(topic)]),
    '',
  ]
  return { files: [{ name: 'topics.sh', text: lines.join('\n') }], notes: [existingTopics] }
}

const existingTopics =
  'A topic that exists keeps its partitions and replicas, and only gets the settings. More partitions: kafka-topics.sh --alter --topic NAME --partitions N, which moves keys to other partitions.'

function topicLines(topic: ProvisionedTopic): string[] {
  if (topic.count === 1) return commandsOf(topic, '')
  return [
    'topic=1',
    `while [ "$topic" -le ${topic.count} ]; do`,
    ...commandsOf(topic, '"$topic"').map((command) => `  ${command}`),
    '  topic=$((topic + 1))',
    'done',
  ]
}

/** @param suffix what the shell adds to the name: the number of the topic */
function commandsOf(
  { name, partitions, replicationFactor, settings }: ProvisionedTopic,
  suffix: '' | '"$topic"',
): string[] {
  const named = (option: string) => `${shellWords(namedArguments(option, name))}${suffix}`
  const added = settings.map(([key, value]) => `${key}=${value}`).join(',')
  return [
    `tool kafka-topics.sh --create --if-not-exists ${named('--topic')} --partitions ${partitions} --replication-factor ${replicationFactor}`,
    ...(added === ''
      ? []
      : [
          `tool kafka-configs.sh --alter --entity-type topics ${named('--entity-name')} --add-config ${shellWord(added)}`,
        ]),
  ]
}
