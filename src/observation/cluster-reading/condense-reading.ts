/**
 * Condenses a reading of the cluster through the Kafka protocol into facts and questions.
 */

import type { ClusterReading } from '../../contracts/cluster-reading.ts'
import type { OpenQuestion, TimeSpan } from '../../contracts/observation.ts'
import { counted } from '../../units/count.ts'
import { largestOf } from '../extremes.ts'
import { isInternalTopic } from '../internal-topics.ts'
import { keepsEverything, unlimitedQuestion } from '../retention-of.ts'
import { someOf } from '../some-of.ts'
import type { Fact, SourceReading } from '../source-reading.ts'
import { topicConfigFacts } from '../topic-configs.ts'
import { clockQuestions } from './clock-difference.ts'
import { clusterRateFacts } from './cluster-rates.ts'
import { groupFacts } from './group-facts.ts'
import { offsetFacts } from './offset-facts.ts'
import { refusedQuestion } from './refusal-question.ts'
import { sizeBoundRetention } from './retention-facts.ts'
import { sampleFacts } from './sample-facts.ts'
import { shareGroupQuestions } from './share-group-questions.ts'
import { codecsQuestion, quotasQuestion, transactionsQuestion } from './unmodelled-questions.ts'
import { unseenQuestion } from './unseen-partitions.ts'

/** How an observation names this source. */
export interface ReadingLabel {
  readonly label: string
  /** SHA-256 of the file with the reading; null for a reading that was just made. */
  readonly sha256: string | null
}

/** The facts of the reading, and a question for each request that was refused. */
export function condenseReading(reading: ClusterReading, { label, sha256 }: ReadingLabel): SourceReading {
  const span = { fromEpochMs: reading.startedAtEpochMs, toEpochMs: reading.endedAtEpochMs }
  const topics = reading.topics.filter(({ name, isInternal }) => !isInternal && !isInternalTopic(name))
  const measured = topics.map((topic) => ({ topic, ...offsetFacts(topic, reading) }))
  const facts: Fact[] = [
    { of: 'cluster', field: 'brokers', value: reading.brokers.length, how: 'measured', span, relativeError: 0 },
    ...leaderFacts(topics, span),
    ...measured.flatMap(({ topic, rates }) => {
      const bound = sizeBoundRetention(topic, rates, span)
      const shape = shapeFacts(topic, span)
      return bound.length === 0 ? shape : [...shape.filter(({ field }) => field !== 'retentionMs'), ...bound]
    }),
    ...measured.flatMap((each) => each.facts),
    ...clusterRateFacts(measured.map(({ rates }) => rates)),
    ...topics.flatMap((topic) => sampleFacts(topic, span)),
    ...groupFacts(
      reading,
      topics.map(({ name }) => name),
    ),
  ]
  const ended = reading.isComplete ? [] : [`It ended early. ${reading.endedEarlyBecause ?? 'No reason is known.'}`]
  const notes = [...ended, ...reading.notes].slice(0, 100)
  const questions = [
    ...lastOfEach(reading.refusals).map(refusedQuestion),
    ...measured.flatMap((each) => each.questions),
  ]
  return {
    source: { kind: 'kafka-protocol', label, sha256, span, notes },
    facts,
    questions: [
      ...leaderlessQuestion(topics),
      ...unseenQuestion(topics, reading),
      ...unlimitedQuestion(topics.filter(({ configs }) => keepsEverything(configs ?? {})).map(({ name }) => name)),
      ...shareGroupQuestions(reading),
      ...transactionsQuestion(topics),
      ...codecsQuestion(topics),
      ...quotasQuestion(reading),
      ...clockQuestions(measured),
      ...questions,
      ...movingQuestion(reading),
    ].slice(0, maxQuestions),
  }
}

/** Upper bound of the questions from one source. */
const maxQuestions = 500

type Refusal = ClusterReading['refusals'][number]

function shapeFacts({ name, partitions, configs }: ClusterReading['topics'][number], span: TimeSpan): Fact[] {
  const exact = { how: 'measured', span, relativeError: 0 } as const
  const topic = { of: 'topic', topic: name, ...exact } as const
  const replicas = Math.max(0, largestOf(partitions.map((each) => each.replicas.length)))
  const sizes = partitions.flatMap(({ leaderLogBytes }) => leaderLogBytes ?? [])
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  return [
    ...(partitions.length === 0 ? [] : [{ ...topic, field: 'partitions', value: partitions.length } as const]),
    ...(replicas === 0 ? [] : [{ ...topic, field: 'replicationFactor', value: replicas } as const]),
    // Without the logs of some partitions, because a broker did not answer or a leader moved, the sum would be too small.
    ...(sizes.length === 0 || sizes.length < partitions.length
      ? []
      : [{ ...topic, field: 'storedBytes', value: bytes } as const]),
    ...topicConfigFacts(name, configs ?? {}, exact),
  ]
}

/** The largest share of records that the leaders on one broker get. */
function leaderFacts(topics: readonly ClusterReading['topics'][number][], span: TimeSpan): Fact[] {
  const written = new Map<number, number>()
  for (const { leader, first, last } of topics.flatMap(({ partitions }) => partitions)) {
    if (leader < 0 || first === null || last === null) continue
    written.set(leader, (written.get(leader) ?? 0) + Math.max(0, last.end - first.end))
  }
  const total = [...written.values()].reduce((sum, records) => sum + records, 0)
  if (total < minRecords) return []
  const value = Math.max(...written.values()) / total
  return [{ of: 'cluster', field: 'busiestBrokerShare', value, how: 'measured', span, relativeError: null }]
}

/** With fewer records, differences may be chance. A rule of thumb. */
const minRecords = 1000

/** The refusals. If a broker was unreachable for a request several times, only the last of these refusals is kept. */
function lastOfEach(refusals: readonly Refusal[]): readonly Refusal[] {
  const isSame = (one: Refusal, other: Refusal) =>
    one.isAway === true && other.isAway === true && one.api === other.api && one.brokerId === other.brokerId
  return refusals.filter((each, index) => !refusals.slice(index + 1).some((later) => isSame(each, later)))
}

/** Only leaders report offsets and batches, so a partition without a leader adds nothing to rates, sizes and lag. */
function leaderlessQuestion(topics: ClusterReading['topics']): OpenQuestion[] {
  const leaderlessOf = ({ partitions }: ClusterReading['topics'][number]) =>
    partitions.filter(({ leader }) => leader < 0).length
  const affected = topics.filter((topic) => leaderlessOf(topic) > 0)
  if (affected.length === 0) return []
  const leaderless = affected.reduce((sum, topic) => sum + leaderlessOf(topic), 0)
  const all = topics.reduce((sum, { partitions }) => sum + partitions.length, 0)
  const named = someOf(
    affected.map((topic) => `${topic.name} (${leaderlessOf(topic)})`),
    'topic',
  )
  return [
    {
      id: 'partitions-without-leader',
      text: `${leaderless} of ${counted(all, 'partition')} had no leader and could not be read: ${named}.`,
      effect: 'What clients write to them and read from them is missing: rates, sizes and lag are too low.',
    },
  ]
}

function movingQuestion({ movingPartitions }: ClusterReading): OpenQuestion[] {
  if (movingPartitions === null || movingPartitions === 0) return []
  return [
    {
      id: 'moving-partitions',
      text: `${movingPartitions} partitions were being moved while the cluster was read.`,
      effect: 'Replication traffic and broker load were higher than usual.',
    },
  ]
}
