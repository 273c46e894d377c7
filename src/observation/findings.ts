/**
 * What stands out in an observed cluster, each with what it costs in the limit that binds: the prediction with it, and
 * without it.
 */
import type { Finding } from '../contracts/answered-observation.ts'
import type { Producer } from '../contracts/workload.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration } from '../units/duration.ts'
import { significantDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import { costOf, type FindingInput } from './finding-cost.ts'

/** Findings of each kind that are shown, those with most traffic first. */
const mostOfKind = 5

/** All findings, those that cost most first. */
export function findingsOf(input: FindingInput): Finding[] {
  const found = [
    ...uncompressed(input),
    ...smallBatches(input),
    ...hotPartitions(input),
    ...idleTopics(input),
    ...fanOut(input),
    ...lagging(input),
    ...leaderSkew(input),
  ]
  const reliefOf = ({ cost }: Finding) => (cost === null ? 0 : cost.utilisation - cost.without)
  return found.sort((one, other) => reliefOf(other) - reliefOf(one))
}

/** Entries with their observed topic, those with most payload first. */
function producersOf({ observation, scenario }: FindingInput) {
  const topics = new Map(observation.topics.map((topic) => [topic.name, topic]))
  return scenario.workload.producers
    .flatMap((producer) => {
      const topic = topics.get(producer.topic)
      return topic === undefined ? [] : [{ producer, topic, figures: topic.figures }]
    })
    .sort((one, other) => payloadOf(other.producer) - payloadOf(one.producer))
}

function payloadOf({ peakRecordsPerSec, recordValueBytes }: Producer): number {
  return peakRecordsPerSec * recordValueBytes
}

/** Topics with less of the load than this are not worth a change. */
const worthwhileShare = 0.01
const assumedRatio = 0.5

function uncompressed(input: FindingInput): Finding[] {
  const all = input.scenario.workload.producers.reduce((sum, producer) => sum + payloadOf(producer), 0)
  const found = producersOf(input).filter(({ producer, topic }) => {
    return topic.texts.compression?.value === 'none' && payloadOf(producer) >= all * worthwhileShare
  })
  return found.slice(0, mostOfKind).map(({ producer }) => ({
    kind: 'no-compression',
    text: `${producer.topic} is not compressed.`,
    cost: costOf(input, `its records were compressed to ${formatPercent(assumedRatio)}`, (workload) => ({
      ...workload,
      producers: replaced(workload.producers, producer, { compression: 'lz4', compressionRatio: assumedRatio }),
    })),
  }))
}

/** A batch below this is mostly the work of a request. */
const smallBatchBytes = 4096
const usualLingerMs = 50
const usualBatchBytes = 16_384

function smallBatches(input: FindingInput): Finding[] {
  const found = producersOf(input).filter(({ producer, figures }) => {
    const { recordsPerBatch, wireBytesPerRecord } = figures
    if (recordsPerBatch === undefined || wireBytesPerRecord === undefined) return false
    return recordsPerBatch.value * wireBytesPerRecord.value < smallBatchBytes && producer.peakRecordsPerSec >= 100
  })
  return found.slice(0, mostOfKind).map(({ producer, figures }) => ({
    kind: 'small-batches',
    text: `${producer.topic} has ${significantDigits(figures.recordsPerBatch?.value ?? 1)} records in a batch.`,
    cost: costOf(input, `its producers lingered for ${usualLingerMs} ms`, (workload) => {
      const lingerMs = Math.max(usualLingerMs, producer.lingerMs)
      const batchBytes = Math.max(usualBatchBytes, producer.batchBytes)
      return { ...workload, producers: replaced(workload.producers, producer, { lingerMs, batchBytes }) }
    }),
  }))
}

/** A partition with this many times its even share is hot. */
const hotFactor = 1.5

function hotPartitions(input: FindingInput): Finding[] {
  const found = producersOf(input).filter(({ figures }) => {
    const { hottestPartitionShare: hottest, partitions } = figures
    if (hottest === undefined || partitions === undefined) return false
    return hottest.value * partitions.value > hotFactor * (1 + (hottest.relativeError ?? 0))
  })
  return found.slice(0, mostOfKind).map(({ producer, figures }) => {
    const share = figures.hottestPartitionShare?.value ?? 0
    const times = share * (figures.partitions?.value ?? 1)
    return {
      kind: 'hot-partition',
      text: `One partition of ${producer.topic} gets ${formatPercent(share)} of its records, ${significantDigits(times)} times its even share.`,
      cost: costOf(input, 'its records were spread evenly', (workload) => ({
        ...workload,
        producers: replaced(workload.producers, producer, { keys: { kind: 'none' } }),
      })),
    }
  })
}

/** Topics of which a source says that nothing is written, and that nobody reads. */
function idleTopics(input: FindingInput): Finding[] {
  const { observation, scenario } = input
  const written = new Set(scenario.workload.producers.map(({ topic }) => topic))
  const read = new Set(observation.groups.flatMap(({ reads }) => reads.map(({ topic }) => topic)))
  const idle = observation.topics.filter(({ name, isInternal, figures }) => {
    const hasRate = Object.entries(figures).some(([field, figure]) => /In(?:PerSec)$/.test(field) && figure.value === 0)
    const hasReaders = read.has(name) || (figures.consumerGroups?.value ?? 0) > 0
    return !isInternal && hasRate && !written.has(name) && !hasReaders
  })
  if (idle.length === 0) return []
  const names = new Set(idle.map(({ name }) => name))
  const partitions = idle.reduce((sum, { figures }) => sum + (figures.partitions?.value ?? 0), 0)
  const shown = [...names].slice(0, mostOfKind).join(', ')
  const more = names.size > mostOfKind ? ` and ${formatCount(names.size - mostOfKind)} more` : ''
  const isOne = names.size === 1
  const text = `${shown}${more} ${isOne ? 'is' : 'are'} neither written nor read, and ${isOne ? 'has' : 'have'} ${formatCount(partitions)} partitions.`
  const cost = costOf(input, 'they did not exist', (workload) => ({
    ...workload,
    topics: workload.topics.filter(({ name }) => !names.has(name)),
    consumerGroups: workload.consumerGroups.filter(({ topic }) => !names.has(topic)),
  }))
  return [{ kind: 'idle-topics', text, cost }]
}

/** From this many groups on, reading a topic is most of its traffic. */
const manyGroups = 4

function fanOut(input: FindingInput): Finding[] {
  const { consumerGroups } = input.scenario.workload
  const found = producersOf(input).flatMap(({ producer }) => {
    const own = consumerGroups.filter(({ topic }) => topic === producer.topic)
    const groups = own.reduce((sum, { count }) => sum + count, 0)
    return groups < manyGroups ? [] : [{ producer, groups }]
  })
  return found.slice(0, mostOfKind).map(({ producer, groups }) => ({
    kind: 'fan-out',
    text: `${formatCount(groups)} consumer groups read ${producer.topic}.`,
    cost: costOf(input, 'one of them did not', (workload) => {
      const [first, ...others] = workload.consumerGroups.filter(({ topic }) => topic === producer.topic)
      const elsewhere = workload.consumerGroups.filter(({ topic }) => topic !== producer.topic)
      const fewer = first === undefined || first.count === 1 ? [] : [{ ...first, count: first.count - 1 }]
      return { ...workload, consumerGroups: [...elsewhere, ...fewer, ...others] }
    }),
  }))
}

/** A group that is further behind than this reads from disk, or will. */
const longLagSec = 60

function lagging({ observation, scenario }: FindingInput): Finding[] {
  const rates = new Map(
    scenario.workload.producers.map(({ topic, averageRecordsPerSec, peakRecordsPerSec }) => {
      return [topic, averageRecordsPerSec ?? peakRecordsPerSec]
    }),
  )
  const found = observation.groups.flatMap(({ name, reads }) =>
    reads.flatMap(({ topic, figures }) => {
      const rate = rates.get(topic)
      const lag = figures.lagRecords?.value ?? 0
      return rate === undefined || lag < rate * longLagSec ? [] : [{ name, topic, lag, behindMs: (lag / rate) * 1000 }]
    }),
  )
  return found
    .sort((one, other) => other.behindMs - one.behindMs)
    .slice(0, mostOfKind)
    .map(({ name, topic, lag, behindMs }) => ({
      kind: 'lag',
      text: `${name} is ${formatCount(Math.round(lag))} records behind on ${topic}, which are written in ${formatDuration(Math.round(behindMs / 60_000) * 60_000)}.`,
      cost: null,
    }))
}

/** A broker whose leaders get this many times the even share is a limit before the others are. */
const skewFactor = 1.3

function leaderSkew({ observation }: FindingInput): Finding[] {
  const { busiestBrokerShare, brokers } = observation.cluster
  if (busiestBrokerShare === undefined || brokers === undefined) return []
  const times = busiestBrokerShare.value * brokers.value
  if (times < skewFactor) return []
  const text = `The leaders on one broker get ${formatPercent(busiestBrokerShare.value)} of the records, ${significantDigits(times)} times its even share: a limit of that broker is reached at ${formatPercent(1 / times)} of the load that an even cluster carries.`
  return [{ kind: 'leader-skew', text, cost: null }]
}

function replaced(producers: readonly Producer[], one: Producer, change: Partial<Producer>): Producer[] {
  return producers.map((producer) =>
    producer.name === one.name && producer.topic === one.topic ? { ...producer, ...change } : producer,
  )
}
