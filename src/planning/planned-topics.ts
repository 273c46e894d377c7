/**
 * Plans the topics of a run.
 */

import { keysInUse } from '../capacity/client-keys.ts'
import { hottestPartitionShare } from '../capacity/hottest-partition.ts'
import { minInsyncReplicas } from '../capacity/min-insync-replicas.ts'
import { recordBytes } from '../capacity/record-batch.ts'
import { batchHeaderBytes } from '../contracts/batch-header.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { Topic } from '../contracts/workload.ts'
import { counted } from '../units/count.ts'
import { differentNames, runName } from './run-names.ts'

/** Smallest segment size that managed services accept (Confluent Cloud: 50 MiB). Kafka deletes whole segments. */
const segmentBytes = 52_428_800

/** Retention of a run's topics beyond the run. Afterwards a topic that could not be deleted is empty. */
const orphanMs = 120_000

/** Planned topics, their names by topic entry, and notes on how they differ from the scenario. */
export type PlannedTopics = {
  readonly planned: RunPlan['topics']
  readonly names: ReadonlyMap<string, readonly string[]>
  readonly notes: readonly string[]
}

/**
 * Plans the run's own topics: with its name prefix, short retention by time and bytes, and at most as many replicas as
 * brokers. If existing topics are used, they are planned unchanged.
 */
export function planTopics(
  scenario: Scenario,
  options: {
    runId: string
    brokers: number | null
    durationMs: number
    drainMs: number
    usesExistingTopics?: boolean | undefined
  },
): PlannedTopics {
  if (options.usesExistingTopics === true) return existingTopics(scenario)
  const planned: RunPlan['topics'] = []
  const names = new Map<string, readonly string[]>()
  const notes: string[] = []
  const differentName = differentNames()
  for (const topic of scenario.workload.topics) {
    const { brokers } = options
    const replicas = Math.min(topic.replicationFactor, brokers ?? topic.replicationFactor)
    if (brokers !== null && brokers < topic.replicationFactor) {
      notes.push(
        `"${topic.name}" has ${counted(replicas, 'replica')} per partition instead of ${topic.replicationFactor}, because the target has ${counted(brokers, 'broker')}.`,
      )
    }
    const topicNames = Array.from({ length: topic.count }, (_, index) =>
      differentName(
        topic.count === 1 ? runName(options.runId, topic.name) : runName(options.runId, index + 1, topic.name),
      ),
    )
    names.set(topic.name, topicNames)
    for (const name of topicNames) {
      planned.push({
        name,
        partitions: topic.partitions,
        replicationFactor: replicas,
        configs: configsOf(topic, scenario, replicas, options.durationMs + options.drainMs),
      })
    }
  }
  return { planned, names, notes }
}

/** The scenario's topics, which exist on the cluster and are used unchanged. */
function existingTopics({ workload: { topics } }: Scenario): PlannedTopics {
  const named = topics.map(({ name }) => `"${name}"`).join(', ')
  return {
    planned: topics.map(({ name, partitions, replicationFactor }) => {
      return { name, isExisting: true, partitions, replicationFactor, configs: {} }
    }),
    names: new Map(topics.map(({ name }) => [name, [name]])),
    notes: [
      `The run writes to existing topics (${named}). Its records stay there until retention removes them; the topics are neither altered nor deleted.`,
    ],
  }
}

function configsOf(topic: Topic, scenario: Scenario, replicas: number, runMs: number): Record<string, string> {
  const readers = scenario.workload.consumerGroups.filter((group) => group.topic === topic.name)
  // A group that starts late reads from the first record, so retention must keep that until then.
  const isReadLate = readers.some(({ startDelayMs }) => startDelayMs !== undefined)
  const retainedMs = isReadLate ? Math.max(orphanMs, runMs) : orphanMs
  const retentionBytes = (hottestLogBytesPerSec(topic, scenario) * retainedMs) / 1000
  return {
    'cleanup.policy': 'delete',
    'retention.ms': String(Math.ceil(runMs + orphanMs)),
    'retention.bytes': String(Math.max(segmentBytes, Math.ceil(retentionBytes))),
    'segment.bytes': String(segmentBytes),
    'min.insync.replicas': String(Math.min(replicas, minInsyncReplicas({ ...topic, replicationFactor: replicas }))),
    ...(topic.flushMessages === undefined ? {} : { 'flush.messages': String(topic.flushMessages) }),
  }
}

/**
 * Bytes/s that the log of the hottest partition gets at most: uncompressed, and with a batch for each record. `retention.bytes`
 * counts the bytes of the log, which for small records are several times those of keys and values.
 */
function hottestLogBytesPerSec(topic: Topic, scenario: Scenario): number {
  const producers = scenario.workload.producers.filter((producer) => producer.topic === topic.name)
  return producers.reduce((sum, each) => {
    const { share } = hottestPartitionShare(keysInUse(each), topic.count * topic.partitions)
    return sum + each.peakRecordsPerSec * (recordBytes(each) + batchHeaderBytes) * share
  }, 0)
}
