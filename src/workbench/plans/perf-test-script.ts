/**
 * Writes a plan as a shell script for Kafka's own tools. The script creates the topics, starts the consumers, then the
 * producers, and keeps the outputs for `headroom import`.
 */
import type { PlannedConsumerGroup, RunPlan } from '../../contracts/run-plan.ts'
import {
  consumerPerfTestArguments,
  namedArguments,
  perfTestLimits,
  producerPerfTestArguments,
  recordsOfMember,
} from '../../measurement/perf-test-arguments.ts'
import type { FileOutput } from '../../presentation/output-files.ts'
import { alikeProducers } from '../../presentation/run/alike-producers.ts'
import { shellWord, shellWords, topicCommands } from '../../presentation/run/perf-test-commands.ts'

/** A consumer that receives nothing for this time has read everything and ends. */
const idleMs = 30_000
/** Time between the start of consumers and of producers, in which groups get their partitions. */
const joinSeconds = 10

/** The option with which each tool gets the address of the cluster. */
const access = '--bootstrap-server "$BROKERS"'

/** Returns the script. It needs a POSIX shell and Kafka's `bin` on the path. */
export function perfTestScript(plan: RunPlan, name: string): FileOutput {
  const notes = [
    'It needs the tools of Kafka 4.2 or later on the path.',
    'All clients start on the machine that runs the script; for several machines, run parts of it on each.',
    ...perfTestLimits(plan),
  ]
  const lines = [
    '#!/bin/sh',
    `# ${oneLine(name)}: the run plan of Headroom, with Kafka's own tools.`,
    ...notes.map((note) => `# ${oneLine(note)}`),
    '# BROKERS=host:9092 [CLIENT_CONFIG=client.properties] [OUTPUT=folder] sh run.sh; then: headroom import folder/*.txt',
    'set -e',
    '[ -n "$BROKERS" ] || { echo "BROKERS: the address of the cluster" >&2; exit 2; }',
    '[ -n "$OUTPUT" ] || OUTPUT=output',
    'mkdir -p "$OUTPUT"',
    '',
    '# A tool, with the configuration of a client where one is given.',
    'tool() { if [ -n "$CLIENT_CONFIG" ]; then "$@" --command-config "$CLIENT_CONFIG"; else "$@"; fi; }',
    'clean_up() {',
    ...plan.topics
      .filter(({ isExisting }) => isExisting !== true)
      .map(
        ({ name: topic }) =>
          `  tool kafka-topics.sh ${access} --delete ${shellWords(namedArguments('--topic', topic))} || true`,
      ),
    '  :',
    '}',
    "trap 'clean_up' EXIT",
    "trap 'exit 130' INT TERM",
    '',
    ...topicCommands(plan, access).map((command) => `tool ${command}`),
    '',
    ...plan.consumerGroups.flatMap((group) => groupLines(plan, group)),
    ...(plan.consumerGroups.length === 0 ? [] : [`sleep ${joinSeconds}`, '']),
    ...producerLines(plan),
    'wait',
    '',
  ]
  return { files: [{ name: 'run.sh', text: lines.join('\n') }], notes }
}

function groupLines(plan: RunPlan, group: PlannedConsumerGroup): string[] {
  // A member may read more than its share of the records, so each ends only when nothing more arrives.
  const records = recordsOfMember(plan, { ...group, members: 1 })
  const words = shellWords(consumerPerfTestArguments(group, { records, idleMs }))
  const command = `tool kafka-consumer-perf-test.sh ${access} ${words}`
  const output = `"$OUTPUT"/consumer-${shellWord(group.groupId)}`
  const wait = group.startStaggerMs === 0 ? '' : ` sleep ${group.startStaggerMs / 1000};`
  return loop(group.members, (suffix) => `${command} > ${output}${suffix}.txt 2>&1 &${wait}`)
}

function producerLines(plan: RunPlan): string[] {
  return alikeProducers(plan).flatMap(({ producer, clients }) => {
    const words = shellWords(producerPerfTestArguments(plan, producer))
    const output = `"$OUTPUT"/producer-${shellWord(producer.id)}`
    return loop(
      clients,
      (suffix) => `tool kafka-producer-perf-test.sh ${access} ${words} > ${output}${suffix}.txt 2>&1 &`,
    )
  })
}

/** Returns the lines that start a command `times` times. The suffix distinguishes the output files. */
function loop(times: number, command: (suffix: string) => string): string[] {
  if (times === 1) return [command('')]
  return [
    'client=1',
    `while [ "$client" -le ${times} ]; do`,
    `  ${command('-"$client"')}`,
    '  client=$((client + 1))',
    'done',
  ]
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}
