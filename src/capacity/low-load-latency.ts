/**
 * The median time from the send of a record to its acknowledgement while nothing is near a limit: the wait for its
 * batch, round trips, and what clients and brokers need for a request. docs/laws/latency.md has the experiment.
 */
import type { PredictedLatency, ProduceLatency } from '../contracts/latency-prediction.ts'
import type { Band } from '../contracts/primitives.ts'
import { significantDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import { batchesAt } from './batching.ts'
import { chanceToCarryMore } from './chance-met.ts'
import { chanceText } from './explain-chance.ts'
import { requestTimeMs } from './pipeline.ts'
import { withBatchHeader } from './record-batch.ts'
import { assumedRoundTripMs, type ProducerLoad, type Situation } from './situation.ts'
import type { Solution } from './solve.ts'

/** Share of a limit up to which a load counts as low. Above it, requests wait for one another. */
const lowShare = 0.5

/** If the load is low with at least this chance, the condition is not mentioned. */
const sureChance = 0.95

/**
 * Maximum time in ms by which waking the threads of clients and brokers delays a request: the median at low load on two
 * busy processors minus the time of a request at full load. Followers add to it.
 */
const maxWakingMs = { ofLeader: 1.8, withFollowers: 2.8 }

/** Round trip between clients and brokers in ms, if the scenario gives none: in one zone, and between zones. */
const assumedRoundTripsMs = { min: 0.1, max: 2 }

/**
 * Number of round trips between brokers that a request waits for. Fewer than two if fetches of followers are under way.
 */
const brokerRoundTrips = { min: 1, likely: 1.25, max: 2 }

/** The median latency of all records of a workload at its offered load. */
export function lowLoadLatency(solution: Solution): PredictedLatency {
  const { situation, growth, refusals } = solution
  const refused = refusalOf(situation)
  if (refused !== null) return { produce: null, reason: refused }
  const share = growth.factor === 0 || refusals.length > 0 ? Number.POSITIVE_INFINITY : 1 / growth.factor
  if (share > lowShare) return { produce: null, reason: busyReason(share) }
  const each = situation.producers
    .filter(({ peakRecordsPerSec }) => peakRecordsPerSec > 0)
    .map((load) => ({ load, latency: latencyOf(load, situation, share) }))
    .sort((one, other) => one.latency.medianMs.likely - other.latency.medianMs.likely)
  const median = medianByRate(each)
  if (median === null) return { produce: null, reason: 'No latency is predicted, as nothing is sent.' }
  const chance = chanceToCarryMore(solution, 1 / lowShare)
  if (chance === null) return { produce: median, reason: reasonOf(median, each.length) }
  return {
    produce: { ...median, lowLoadChance: chance },
    reason: `${reasonOf(median, each.length)}${chanceSentence(chance)}`,
  }
}

/** The condition of the band, unless it is nearly sure. */
function chanceSentence(chance: number): string {
  if (chance >= sureChance) return ''
  return ` This holds if the load fills at most ${formatPercent(lowShare)} of each limit of that cluster; the chance of that is ${chanceText(chance)}. Otherwise requests wait for one another, and the median can be many times as long.`
}

function refusalOf({ hardware, offering, producers }: Situation): string | null {
  if (hardware === null) {
    return `No latency is predicted for ${offering.name}: its hosts are not known, and no measured latency of it is in the model.`
  }
  const named = (found: ProducerLoad | undefined) => found?.producer.name
  const unanswered = named(producers.find(({ producer }) => producer.acks === '0'))
  if (unanswered !== undefined)
    return `No latency is predicted: with acks=0, "${unanswered}" waits for no acknowledgement.`
  const waiting = named(producers.find(({ closedLoop }) => closedLoop !== null))
  if (waiting !== undefined) {
    return `No latency is predicted: "${waiting}" has synchronous senders, which send as fast as they are answered.`
  }
  const committing = named(producers.find(({ transactionMs }) => transactionMs !== null))
  return committing === undefined ? null : `No latency is predicted for transactions, as those of "${committing}".`
}

function busyReason(share: number): string {
  const filled = Number.isFinite(share) ? `the load fills ${formatPercent(share)} of its first limit` : 'it is refused'
  return `No latency is predicted: ${filled}. Up to ${formatPercent(lowShare)} requests seldom wait for one another.`
}

/** The median over all records, each with the latency of its entry. `ordered` begins with the lowest latency. */
function medianByRate(
  ordered: readonly { readonly load: ProducerLoad; readonly latency: ProduceLatency }[],
): ProduceLatency | null {
  let left = ordered.reduce((sum, { load }) => sum + load.peakRecordsPerSec, 0) / 2
  for (const { load, latency } of ordered) {
    left -= load.peakRecordsPerSec
    if (left <= 0) return latency
  }
  return null
}

/**
 * @param share part of its first limit that the load fills, 0 to 1: requests that wait for one another take
 * 1 / (1 - share) as long
 */
function latencyOf(load: ProducerLoad, situation: Situation, share: number): ProduceLatency {
  const batchWaitMs = medianBatchWaitMs(load)
  const { times, deployment } = situation
  const { producer, topic } = load
  const waitsForFollowers = producer.acks === 'all' && topic.topic.replicationFactor > 1
  const betweenMs = waitsForFollowers ? (deployment.brokerRoundTripMs ?? 0) : 0
  // The service time contains one round trip between brokers.
  const minMs = serviceMs(load, times) - betweenMs
  const maxMs = (minMs + maxWakingMs[waitsForFollowers ? 'withFollowers' : 'ofLeader']) / (1 - share)
  const handlingMs = { low: minMs, likely: Math.sqrt(minMs * maxMs), high: maxMs }
  const roundTripMs = roundTripBand(situation.workload.roundTripMs, betweenMs)
  const sum = (end: keyof Band) => batchWaitMs + roundTripMs[end] + handlingMs[end]
  return {
    medianMs: { low: sum('low'), likely: sum('likely'), high: sum('high') },
    producer: producer.name,
    batchWaitMs,
    roundTripMs,
    handlingMs,
  }
}

function roundTripBand(given: number | undefined, betweenMs: number): Band {
  const { min, likely, max } = brokerRoundTrips
  return {
    low: (given ?? assumedRoundTripsMs.min) + betweenMs * min,
    likely: (given ?? assumedRoundTripMs) + betweenMs * likely,
    high: (given ?? assumedRoundTripsMs.max) + betweenMs * max,
  }
}

/**
 * The median over records of the time until their batch is sent. The first record of a batch waits for the whole time T,
 * which ends when linger is over or the batch is full (`waitMs`). The `joining` records after it arrive evenly over T.
 */
function medianBatchWaitMs({
  producer,
  lingerMs,
  fullBatchRecords,
  isKeyed,
  family,
  topic,
  reach,
  ...load
}: ProducerLoad): number {
  const clientRate = load.peakRecordsPerSec / load.clients
  const intoBatch = clientRate / (isKeyed ? reach.partitions : topic.topic.count)
  // A Java client with keys sends all batches of a broker together, when the first of them has waited for its linger.
  const intoRequest = isKeyed && family === 'java' ? clientRate / reach.leaderBrokers : intoBatch
  const waitMs = Math.min(lingerMs, (Math.max(0, fullBatchRecords - 1) * 1000) / intoBatch)
  const joining = (intoRequest * waitMs) / 1000
  return joining <= 1 ? waitMs : (waitMs * (1 + joining)) / (2 * joining)
}

/**
 * Time in ms of a request at the offered load on brokers that do nothing else, without the round trip to its client.
 */
function serviceMs(load: ProducerLoad, times: Situation['times']): number {
  const { peakRecordsPerSec, producer, topic, compressedRecordBytes } = load
  const { recordsPerBatch, batchesPerSec, requestsPerSec } = batchesAt(load, peakRecordsPerSec)
  const records = peakRecordsPerSec / requestsPerSec
  const batches = batchesPerSec / requestsPerSec
  const wireBytes = records * withBatchHeader(compressedRecordBytes, recordsPerBatch)
  const alone = { ...producer, maxInFlight: 1 }
  return requestTimeMs({ producer: alone, topic: topic.topic, records, batches, wireBytes }, 0, times)
}

function reasonOf({ producer, batchWaitMs, roundTripMs, handlingMs }: ProduceLatency, entries: number): string {
  const ms = ({ low, likely, high }: Band) =>
    low === high
      ? `${significantDigits(likely)} ms`
      : `${significantDigits(likely)} ms (${significantDigits(low)} to ${significantDigits(high)})`
  const whose = entries === 1 ? '' : ` of "${producer}", which has the median record`
  return `Wait for the batch${whose} ${significantDigits(batchWaitMs)} ms + round trips ${ms(roundTripMs)} + clients and brokers ${ms(handlingMs)}.`
}
