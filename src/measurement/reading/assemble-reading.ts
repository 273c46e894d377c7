/**
 * Assembles one reading of a cluster from the parts that hosts reported. Parts must be in order of arrival. The parts
 * of a resumed reading follow those of its earlier attempts.
 */
import type { ClusterReading, ReadBroker, ReadGroup, ReadingCost, ReadTopic } from '../../contracts/cluster-reading.ts'
import type { PartOf, ReadingPart } from '../../contracts/reading-part.ts'
import { addCommittedSnapshot, type OpenGroup } from './committed-snapshots.ts'
import { addCosts, noCost } from './reading-costs.ts'
import { addTopicSnapshot, type OpenTopic, openTopic, readTopicOf } from './topic-snapshots.ts'

/**
 * Assembles the parts. Returns null if the cluster was not reached, because nothing can be read without its brokers.
 */
export function assembleReading(parts: Iterable<ReadingPart>): ClusterReading | null {
  const assembly = new ReadingAssembly()
  for (const part of parts) assembly.add(part)
  return assembly.read()
}

class ReadingAssembly {
  private startedAtEpochMs: number | null = null
  private cluster: PartOf<'cluster'> | null = null
  private readonly topics = new Map<string, OpenTopic>()
  private groups: Map<string, OpenGroup> | null = null
  private readonly brokerLogBytes = new Map<number, number>()
  private activeProducers: number | null = null
  private readonly refusals = new Map<string, PartOf<'refusal'>['refusal']>()
  private readonly notes = new Set<string>()
  private earlierCost: ReadingCost = noCost
  private cost: PartOf<'cost'> | null = null
  private end: PartOf<'end'> | null = null
  private lastAtEpochMs = 0

  add(part: ReadingPart): void {
    switch (part.part) {
      case 'cluster':
        this.begin(part)
        break
      case 'topics':
        for (const topic of part.topics) this.topics.set(topic.name, openTopic(topic, this.topics.get(topic.name)))
        break
      case 'offsets':
        for (const snapshot of part.topics) addTopicSnapshot(this.topics.get(snapshot.topic), snapshot)
        break
      case 'groups':
        this.groups ??= new Map()
        for (const group of part.groups) {
          this.groups.set(group.groupId, { ...group, committed: this.groups.get(group.groupId)?.committed ?? null })
        }
        break
      case 'committed':
        addCommittedSnapshot(this.groups?.get(part.groupId), part)
        break
      case 'log-sizes':
        this.addLogSizes(part)
        break
      case 'history':
        this.changeTopic(part.topic, (topic) => Object.assign(topic, { history: part.history }))
        break
      case 'sample':
        this.changeTopic(part.topic, (topic) => Object.assign(topic, { sample: part.sample }))
        break
      case 'producers':
        this.activeProducers = part.distinct
        for (const { topic, distinct, byPartition } of part.topics) {
          this.changeTopic(topic, (known) =>
            Object.assign(known, { activeProducers: distinct, byProducers: byPartition }),
          )
        }
        break
      case 'refusal':
        this.refusals.set(`${part.refusal.api} ${part.refusal.brokerId} ${part.refusal.error}`, part.refusal)
        break
      case 'note':
        this.notes.add(part.note)
        break
      case 'cost':
        this.cost = part
        this.lastAtEpochMs = part.atEpochMs
        break
      case 'end':
        this.end = part
        this.lastAtEpochMs = part.atEpochMs
        break
    }
  }

  read(): ClusterReading | null {
    const { cluster, startedAtEpochMs } = this
    if (cluster === null || startedAtEpochMs === null) return null
    const brokers = cluster.brokers.map((broker): ReadBroker => {
      return { ...broker, logBytes: this.brokerLogBytes.get(broker.brokerId) ?? null }
    })
    return {
      kind: 'headroom.cluster-reading',
      schemaVersion: 1,
      clusterId: cluster.clusterId,
      startedAtEpochMs,
      endedAtEpochMs: Math.max(startedAtEpochMs, this.lastAtEpochMs),
      isComplete: this.end !== null && this.end.endedEarlyBecause === null,
      endedEarlyBecause: this.end === null ? 'The reading broke off.' : this.end.endedEarlyBecause,
      brokers,
      topics: [...this.topics.values()].map((topic): ReadTopic => readTopicOf(topic)),
      groups: this.groups === null ? null : [...this.groups.values()].map(closedGroup),
      quotas: cluster.quotas,
      activeProducers: this.activeProducers,
      movingPartitions: cluster.movingPartitions,
      refusals: [...this.refusals.values()],
      notes: [...this.notes],
      cost: addCosts(this.earlierCost, this.cost?.cost ?? noCost),
    }
  }

  /** Begins an attempt. A second `cluster` part begins a resumed reading, whose reported cost starts at zero again. */
  private begin(part: PartOf<'cluster'>): void {
    this.earlierCost = addCosts(this.earlierCost, this.cost?.cost ?? noCost)
    this.cost = null
    this.end = null
    this.startedAtEpochMs ??= part.startedAtEpochMs
    this.lastAtEpochMs = part.startedAtEpochMs
    this.cluster = part
  }

  private addLogSizes({ brokerId, topics }: PartOf<'log-sizes'>): void {
    let total = 0
    for (const { topic, partitions, bytes } of topics) {
      for (const [position, index] of partitions.entries()) {
        const size = bytes[position] ?? 0
        total += size
        this.changeTopic(topic, (known) => {
          known.logBytes.set(`${brokerId} ${index}`, size)
        })
      }
    }
    this.brokerLogBytes.set(brokerId, total)
  }

  private changeTopic(name: string, change: (topic: OpenTopic) => void): void {
    const topic = this.topics.get(name)
    if (topic !== undefined) change(topic)
  }
}

function closedGroup({ committed, ...group }: OpenGroup): ReadGroup {
  return { ...group, committed: committed === null ? null : [...committed.values()] }
}
