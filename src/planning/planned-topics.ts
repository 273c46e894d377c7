import { hottestPartitionShare } from '../capacity/hottest-partition.ts'
import { minInsyncReplicas } from '../capacity/min-insync-replicas.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { Topic } from '../contracts/workload.ts'
import { runName } from './run-names.ts'

/** Smallest segment size that managed services accept (Confluent Cloud: 50 MiB). Kafka deletes whole segments. */
const segmentBytes = 52_428_800

/** Retention of a run's topics, after which a topic that was left behind is empty. */
const orphanMs = 120_000

/** Planned topics, their names by topic entry, and what differs from the scenario. */
export type PlannedTopics = {
  readonly planned: RunPlan['topics']
  readonly names: ReadonlyMap<string, readonly string[]>
  readonly notes: readonly string[]
}

/** The run's own topics: with its prefix, short retention by time and bytes, and no more replicas than brokers. */
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
  for (const topic of scenario.workload.topics) {
    const copies = Math.min(topic.replicationFactor, options.brokers ?? topic.replicationFactor)
    if (copies < topic.replicationFactor) {
      notes.push(
        `"${topic.name}" has ${copies} ${copies === 1 ? 'replica' : 'replicas'} per partition instead of ${topic.replicationFactor}, because the target has ${options.brokers} ${options.brokers === 1 ? 'broker' : 'brokers'}.`,
      )
    }
    const topicNames = Array.from({ length: topic.count }, (_, index) =>
      topic.count === 1 ? runName(options.runId, topic.name) : runName(options.runId, index + 1, topic.name),
    )
    names.set(topic.name, topicNames)
    for (const name of topicNames) {
      planned.push({
        name,
        partitions: topic.partitions,
        replicationFactor: copies,
        configs: configsOf(topic, scenario, copies, options.durationMs + options.drainMs),
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

function configsOf(topic: Topic, scenario: Scenario, copies: number, runMs: number): Record<string, string> {
  const readers = scenario.workload.consumerGroups.filter((group) => group.topic === topic.name)
  // A group that starts late reads from the first record, so retention must keep that until then.
  const isReadLate = readers.some(({ startDelayMs }) => startDelayMs !== undefined)
  const keptMs = isReadLate ? Math.max(orphanMs, runMs) : orphanMs
  const retentionBytes = (hottestBytesPerSec(topic, scenario) * keptMs) / 1000
  return {
    'cleanup.policy': 'delete',
    'retention.ms': String(Math.ceil(runMs + orphanMs)),
    'retention.bytes': String(Math.max(segmentBytes, Math.ceil(retentionBytes))),
    'segment.bytes': String(segmentBytes),
    'min.insync.replicas': String(Math.min(copies, minInsyncReplicas({ ...topic, replicationFactor: copies }))),
    ...(topic.flushMessages === undefined ? {} : { 'flush.messages': String(topic.flushMessages) }),
  }
}

/** Payload bytes of the fullest partition of one of the identical topics, which its retention has to hold. */
function hottestBytesPerSec(topic: Topic, scenario: Scenario): number {
  const producers = scenario.workload.producers.filter((producer) => producer.topic === topic.name)
  return producers.reduce((sum, each) => {
    const { share } = hottestPartitionShare(each.keys, topic.count * topic.partitions)
    return sum + each.peakRecordsPerSec * (each.recordValueBytes + each.recordKeyBytes) * share
  }, 0)
}
