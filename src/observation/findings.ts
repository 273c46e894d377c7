/**
 * Finds properties of an observed cluster that may cost capacity. The cost of a finding is the utilisation of a limit
 * with and without it.
 */
import type { Finding } from '../contracts/answered-observation.ts'
import type { Observation } from '../contracts/observation.ts'
import type { Producer } from '../contracts/workload.ts'
import { counted, formatCount } from '../units/count.ts'
import { formatDuration } from '../units/duration.ts'
import { significantDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import { isGone } from './consumers-of.ts'
import { largestOf, smallestOf } from './extremes.ts'
import { costOf, type FindingInput } from './finding-cost.ts'

/** At most this many findings of each kind are shown, those with most traffic first. */
const maxPerKind = 5

/** All findings, those that cost most first. */
export function findingsOf(input: FindingInput): Finding[] {
  const findings = [
    ...uncompressed(input),
    ...smallBatches(input),
    ...hotPartitions(input),
    ...idleTopics(input),
    ...fanOut(input),
    ...lagging(input),
    ...leaderSkew(input),
  ]
  const reliefOf = ({ cost }: Finding) => (cost === null ? 0 : cost.utilisation - cost.without)
  return findings.sort((one, other) => reliefOf(other) - reliefOf(one))
}

/** Producer entries with their observed topics, those with most payload first. */
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

/** A topic with a smaller share of the payload is not worth a change. A rule of thumb. */
const worthwhileShare = 0.01
/** Compressed / uncompressed bytes assumed of a topic that is not compressed. A rule of thumb. */
const assumedRatio = 0.5

function uncompressed(input: FindingInput): Finding[] {
  const all = input.scenario.workload.producers.reduce((sum, producer) => sum + payloadOf(producer), 0)
  const affected = producersOf(input).filter(({ producer, topic }) => {
    return topic.texts.compression?.value === 'none' && payloadOf(producer) >= all * worthwhileShare
  })
  return affected.slice(0, maxPerKind).map(({ producer }) => ({
    kind: 'no-compression',
    text: `${producer.topic} is not compressed.`,
    cost: costOf(input, `its records were compressed to ${formatPercent(assumedRatio)}`, (workload) => ({
      ...workload,
      producers: withChanged(workload.producers, producer, { compression: 'lz4', compressionRatio: assumedRatio }),
    })),
  }))
}

/** Below this size, most of a batch's cost is the request itself. */
const smallBatchBytes = 4096
/** Settings with which the cost of small batches is computed. Rules of thumb. */
const usualLingerMs = 50
const usualBatchBytes = 16_384

function smallBatches(input: FindingInput): Finding[] {
  const affected = producersOf(input).filter(({ producer, figures }) => {
    const { recordsPerBatch, wireBytesPerRecord } = figures
    if (recordsPerBatch === undefined || wireBytesPerRecord === undefined) return false
    return recordsPerBatch.value * wireBytesPerRecord.value < smallBatchBytes && producer.peakRecordsPerSec >= 100
  })
  return affected.slice(0, maxPerKind).map(({ producer, figures }) => ({
    kind: 'small-batches',
    text: `${producer.topic} has ${significantDigits(figures.recordsPerBatch?.value ?? 1)} records per batch.`,
    cost: costOf(input, `its producers lingered for ${usualLingerMs} ms`, (workload) => {
      const lingerMs = Math.max(usualLingerMs, producer.lingerMs)
      const batchBytes = Math.max(usualBatchBytes, producer.batchBytes)
      return { ...workload, producers: withChanged(workload.producers, producer, { lingerMs, batchBytes }) }
    }),
  }))
}

/** A partition that gets this many times its even share is hot. A rule of thumb. */
const hotFactor = 1.5

function hotPartitions(input: FindingInput): Finding[] {
  const affected = producersOf(input).filter(({ figures }) => {
    const { hottestPartitionShare: hottest, partitions } = figures
    if (hottest === undefined || partitions === undefined) return false
    return hottest.value * partitions.value > hotFactor * (1 + (hottest.relativeError ?? 0))
  })
  return affected.slice(0, maxPerKind).map(({ producer, figures }) => {
    const share = figures.hottestPartitionShare?.value ?? 0
    const times = share * (figures.partitions?.value ?? 1)
    return {
      kind: 'hot-partition',
      text: `One partition of ${producer.topic} gets ${formatPercent(share)} of its records, ${significantDigits(times)} times its even share.`,
      cost: costOf(input, 'its records were spread evenly', (workload) => ({
        ...workload,
        producers: withChanged(workload.producers, producer, { keys: { kind: 'none' } }),
      })),
    }
  })
}

type Topic = Observation['topics'][number]

/** The rates of 0 that sources state. A topic without any rate may be written. */
function zeroRates({ figures }: Topic) {
  return Object.entries(figures).flatMap(([field, figure]) =>
    /InPerSec$/.test(field) && figure.value === 0 ? [figure] : [],
  )
}

function isKnownUnwritten(topic: Topic): boolean {
  return zeroRates(topic).length > 0
}

/** In a shorter observation than this, a topic that is written once a day may look idle. */
const dayMs = 86_400_000

/** How long the topics were observed at least, if that is less than a day and known. */
function timeText(topics: readonly Topic[]): string {
  const times = topics.map((topic) =>
    largestOf(zeroRates(topic).map(({ span }) => (span === null ? dayMs : span.toEpochMs - span.fromEpochMs))),
  )
  const shortestMs = smallestOf(times)
  if (shortestMs >= dayMs) return ''
  const subject = topics.length === 1 ? 'It was' : 'They were'
  return ` ${subject} observed for ${formatDuration(Math.round(shortestMs / 1000) * 1000)} only.`
}

/** Topics whose rate is known to be 0 and that no consumer group reads. */
function idleTopics(input: FindingInput): Finding[] {
  const { observation, scenario } = input
  const written = new Set(scenario.workload.producers.map(({ topic }) => topic))
  const reads = observation.groups.flatMap((group) => group.reads)
  const read = new Set(reads.filter(({ figures }) => !isGone(figures)).map(({ topic }) => topic))
  const idle = observation.topics.filter((topic) => {
    const { name, isInternal, figures } = topic
    const hasReaders = read.has(name) || (figures.consumerGroups?.value ?? 0) > 0
    return !isInternal && isKnownUnwritten(topic) && !written.has(name) && !hasReaders
  })
  if (idle.length === 0) return []
  const names = new Set(idle.map(({ name }) => name))
  const partitions = idle.reduce((sum, { figures }) => sum + (figures.partitions?.value ?? 0), 0)
  const shown = [...names].slice(0, maxPerKind).join(', ')
  const more = names.size > maxPerKind ? ` and ${formatCount(names.size - maxPerKind)} more` : ''
  const isOne = names.size === 1
  const text = `${shown}${more} ${isOne ? 'is' : 'are'} neither written nor read, but ${isOne ? 'has' : 'have'} ${counted(partitions, 'partition')}.${timeText(idle)}`
  const cost = costOf(input, 'they did not exist', (workload) => ({
    ...workload,
    topics: workload.topics.filter(({ name }) => !names.has(name)),
    consumerGroups: workload.consumerGroups.filter(({ topic }) => !names.has(topic)),
  }))
  return [{ kind: 'idle-topics', text, cost }]
}

/** With this many groups or more, reads are most of a topic's traffic. */
const manyGroups = 4

function fanOut(input: FindingInput): Finding[] {
  const { consumerGroups } = input.scenario.workload
  const affected = producersOf(input).flatMap(({ producer }) => {
    const readers = consumerGroups.filter(({ topic }) => topic === producer.topic)
    const groups = readers.reduce((sum, { count }) => sum + count, 0)
    return groups < manyGroups ? [] : [{ producer, groups }]
  })
  return affected.slice(0, maxPerKind).map(({ producer, groups }) => ({
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

/** A group that is further behind than this may read from disk. A rule of thumb. */
const longLagSec = 60

function lagging({ observation, scenario }: FindingInput): Finding[] {
  const rates = new Map(
    scenario.workload.producers.map(({ topic, averageRecordsPerSec, peakRecordsPerSec }) => {
      return [topic, averageRecordsPerSec ?? peakRecordsPerSec]
    }),
  )
  const unwritten = new Set(observation.topics.filter(isKnownUnwritten).map(({ name }) => name))
  const affected = observation.groups.flatMap(({ name, reads }) =>
    reads.flatMap(({ topic, figures }) => {
      const rate = rates.get(topic) ?? (unwritten.has(topic) ? 0 : undefined)
      const lag = figures.lagRecords?.value ?? 0
      if (rate === undefined || lag === 0 || lag < rate * longLagSec) return []
      return [{ name, topic, lag, behindSec: lag / rate, hasMembers: figures.members?.value !== 0 }]
    }),
  )
  return affected
    .sort((one, other) => other.behindSec - one.behindSec || other.lag - one.lag)
    .slice(0, maxPerKind)
    .map(({ name, topic, lag, behindSec, hasMembers }) => ({
      kind: 'lag',
      text: `${name} is ${counted(Math.round(lag), 'record')} behind on ${topic}, ${behindText(behindSec)}${hasMembers ? '' : ', and has no members'}.`,
      cost: null,
    }))
}

/** @param behindSec lag / rate; infinite if nothing is written */
function behindText(behindSec: number): string {
  if (!Number.isFinite(behindSec)) return 'to which nothing is written'
  return `which took ${formatDuration(Math.round(behindSec / 60) * 60_000)} to write`
}

/**
 * A broker whose leaders get this many times the even share reaches its limit well before the others. A rule of thumb.
 */
const skewFactor = 1.3

function leaderSkew({ observation }: FindingInput): Finding[] {
  const { busiestBrokerShare, brokers } = observation.cluster
  if (busiestBrokerShare === undefined || brokers === undefined) return []
  const times = busiestBrokerShare.value * brokers.value
  if (times < skewFactor) return []
  const text = `The leaders on one broker get ${formatPercent(busiestBrokerShare.value)} of the records, ${significantDigits(times)} times its even share, so that broker reaches a limit at ${formatPercent(1 / times)} of the load that an evenly spread cluster can take.`
  return [{ kind: 'leader-skew', text, cost: null }]
}

/** The producers, with `change` applied to the entry `one`. */
function withChanged(producers: readonly Producer[], one: Producer, change: Partial<Producer>): Producer[] {
  return producers.map((producer) =>
    producer.name === one.name && producer.topic === one.topic ? { ...producer, ...change } : producer,
  )
}
