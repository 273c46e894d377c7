/**
 * Diagnoses what limited the rate, with the evidence.
 */
import type { Diagnosis } from '../contracts/result.ts'
import { formatDuration, formatMicroseconds } from '../units/duration.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import type { ClosedLoopSigns } from './closed-loop.ts'
import { type EvidenceBeside, listEvidence } from './diagnosis-evidence.ts'
import type { LimiterSigns } from './limiter-signs.ts'
import { metAckedRatio } from './steady-state.ts'
import { belowMinIsrSentence, silenceSentence } from './stopped-writes.ts'

/** CPU, in cores, from which on a worker is saturated: its JavaScript runs on one thread. */
export const fullWorkerCores = 0.85

/** CPU utilisation of a machine from which on its clients get less than they need. */
const fullHostCpu = 0.95

/** Mean event loop pause per second from which on a client sends and receives late. */
const lateLoopLagMs = 200

/**
 * A client that is throttled for a share of the time loses at most about that share of its rate. A throttle explains a
 * shortfall if its share of the time is at least this part of the shortfall. If a client also looks saturated, the
 * throttled share of the time has to be at least `throttledFractionThatOutweighsClient` as well.
 */
const throttleToShortfall = 0.8
const throttledFractionThatOutweighsClient = 0.5

/** Share of failed records among the unmet ones from which on errors explain the rate. */
const failedFractionThatExplains = 0.5

/** Share of the hottest partition relative to an even share, from which on it explains the rate. */
const hotPartitionSkew = 1.5

/** Round trip from which on it can limit a client with few requests in flight, in µs. */
const longRoundTripUs = 20_000

type Finding = Pick<Diagnosis, 'limiter' | 'sentence'>

/**
 * Diagnoses what limited the rate. The first explanation counts, in this order: below min ISR, throttle, errors,
 * silence of the brokers, client, hot partition, network.
 *
 * Synchronous senders offer what they send: whether they kept up with the schedule is asked last.
 *
 * The offered load is met if acked / offered is at least 0.995, unacknowledged records do not grow and consumers keep up.
 */
export function diagnose(signs: LimiterSigns, beside: EvidenceBeside = {}): Diagnosis {
  const finding = find(signs)
  return { ...finding, evidence: listEvidence(signs, beside) }
}

function find(seen: LimiterSigns): Finding {
  if (seen.offeredRecords === 0) return { limiter: 'unknown', sentence: 'No load was offered.' }
  // Writes that were refused and accepted later do not count as met, because the cluster took no writes meanwhile.
  if (seen.stoppedWrites.belowMinIsrSeconds > 0) {
    return { limiter: 'below-min-isr', sentence: belowMinIsrSentence(seen.stoppedWrites) }
  }
  const isWritingMet = seen.ackedRatio >= metAckedRatio && !seen.isUnacknowledgedGrowing
  if (!isWritingMet) return findWriteLimiter(seen)
  if (seen.isReadingBehind) return findReadLimiter(seen)
  const { closedLoop } = seen
  if (closedLoop !== null && closedLoop.metRatio < metAckedRatio) return findClosedLoopLimiter(seen, closedLoop)
  const piledUp = seen.readRatio === null ? 'nothing piled up' : 'consumers kept up'
  return {
    limiter: 'nothing',
    sentence: `The offered load was met: ${percentDown(seen.ackedRatio)} of it was acknowledged, and ${piledUp}.`,
  }
}

/** What held synchronous senders below the rate of the schedule: all that they offered was acknowledged. */
function findClosedLoopLimiter(seen: LimiterSigns, loop: ClosedLoopSigns): Finding {
  if (isExplainedBy(seen.producerThrottledFraction, loop.metRatio)) return throttledProducers(seen)
  return findClientLimiter(seen) ?? waitingSenders(loop)
}

function waitingSenders({ senders, recordsPerSec, waitMs, metRatio }: ClosedLoopSigns): Finding {
  const many = senders === 1 ? 'One synchronous sender' : `${groupDigits(senders)} synchronous senders`
  return {
    limiter: 'synchronous-senders',
    sentence: `${many} waited ${formatMicroseconds(waitMs * 1000)} for each acknowledgement: they sent ${groupDigits(recordsPerSec)} records/s, ${percentDown(metRatio)} of the load in the scenario.`,
  }
}

function throttledProducers(seen: LimiterSigns): Finding {
  return {
    limiter: 'broker-throttle',
    sentence: `The brokers throttled the producers in ${formatPercent(seen.producerThrottledFraction)} of the seconds, by up to ${formatDuration(seen.largestThrottleMs)}.`,
  }
}

function findWriteLimiter(seen: LimiterSigns): Finding {
  const clientFinding = findClientLimiter(seen)
  const leastFraction = clientFinding === null ? 0 : throttledFractionThatOutweighsClient
  if (
    seen.producerThrottledFraction >= leastFraction &&
    isExplainedBy(seen.producerThrottledFraction, seen.ackedRatio)
  ) {
    return throttledProducers(seen)
  }
  if (seen.failedRecords >= failedFractionThatExplains * seen.unmetRecords && seen.failedRecords > 0) {
    return { limiter: 'broker-errors', sentence: errorSentence(seen) }
  }
  if (isExplainedBy(silentFraction(seen), seen.ackedRatio)) {
    return { limiter: 'broker-errors', sentence: silenceSentence(seen.stoppedWrites) }
  }
  return clientFinding ?? findHotPartition(seen) ?? findNetwork(seen) ?? findFullQueue(seen) ?? unexplained
}

function findClientLimiter(seen: LimiterSigns): Finding | null {
  if (seen.producerCpuCores >= fullWorkerCores) {
    return client(
      `its busiest producer worker${onAgent(seen.busiestAgents.producer)} used ${cores(seen.producerCpuCores)}`,
    )
  }
  if (seen.producerLoopLagMs >= lateLoopLagMs) {
    return client(`its event loop paused for ${formatDuration(seen.producerLoopLagMs)} per second on average`)
  }
  if (seen.hostCpuMean !== null && seen.hostCpuMean >= fullHostCpu) {
    return client(
      `the processors of its machine${onAgent(seen.busiestAgents.host)} were ${formatPercent(seen.hostCpuMean)} busy`,
    )
  }
  if (seen.acceptedRatio < metAckedRatio && seen.queueFullRetries === 0) {
    return client(`it handed over ${percentDown(seen.acceptedRatio)} of the records that were due`)
  }
  return null
}

function findHotPartition(seen: LimiterSigns): Finding | null {
  if (seen.partitionSkew === null || seen.partitionSkew < hotPartitionSkew) return null
  return {
    limiter: 'hot-partition',
    sentence: `One partition took ${groupDigits(seen.partitionSkew, 1)} times an even share of the records and held the rest.`,
  }
}

function findNetwork(seen: LimiterSigns): Finding | null {
  if (seen.roundTripUs === null || seen.roundTripUs < longRoundTripUs) return null
  return {
    limiter: 'network',
    sentence: `Responses took ${formatMicroseconds(seen.roundTripUs)} to arrive, without any throttle.`,
  }
}

function findFullQueue(seen: LimiterSigns): Finding | null {
  if (seen.queueFullRetries === 0) return null
  return client('its send queue was full although no broker throttled it')
}

function findReadLimiter(seen: LimiterSigns): Finding {
  const read = seen.readRatio === null ? '' : ` They read ${percentDown(seen.readRatio)} of what was written.`
  if (isExplainedBy(seen.consumerThrottledFraction, seen.readRatio ?? 1)) {
    return {
      limiter: 'broker-throttle',
      sentence: `The brokers throttled the consumers in ${formatPercent(seen.consumerThrottledFraction)} of the seconds, by up to ${formatDuration(seen.largestThrottleMs)}.${read}`,
    }
  }
  if (seen.consumerCpuCores >= fullWorkerCores) {
    return client(
      `its busiest consumer worker${onAgent(seen.busiestAgents.consumer)} used ${cores(seen.consumerCpuCores)}.${read}`,
    )
  }
  if (seen.consumerLoopLagMs >= lateLoopLagMs) {
    return client(
      `the event loop of its consumers paused for ${formatDuration(seen.consumerLoopLagMs)} per second on average`,
    )
  }
  return { limiter: 'consumer', sentence: `The consumers did not keep up, without any throttle.${read}` }
}

/** True if a limiter that was active for a share of the time explains the shortfall. */
function isExplainedBy(fraction: number, reachedRatio: number): boolean {
  return fraction > 0 && fraction >= throttleToShortfall * (1 - reachedRatio)
}

function silentFraction({ stoppedWrites }: LimiterSigns): number {
  return stoppedWrites.seconds === 0 ? 0 : stoppedWrites.silentSeconds / stoppedWrites.seconds
}

function errorSentence(seen: LimiterSigns): string {
  const [code, count] = seen.errors[0] ?? ['', 0]
  const most = code === '' ? '' : `, most often ${code} (${groupDigits(count)} times)`
  return `${groupDigits(seen.failedRecords)} records were refused or never acknowledged${most}.`
}

function client(why: string): Finding {
  return { limiter: 'client', sentence: `The load generator was the limit: ${why.replace(/\.$/, '')}.` }
}

/** Names the agent, if agents ran the load. */
function onAgent(agent: string | null): string {
  return agent === null ? '' : ` (agent ${agent})`
}

function cores(value: number): string {
  return `${groupDigits(value, 2)} of a processor core`
}

/** Percent, rounded down to one decimal, so that 99.96 % is not shown as 100 %. */
function percentDown(ratio: number): string {
  return `${groupDigits(Math.floor(ratio * 1000) / 10, 1)} %`
}

const unexplained: Finding = {
  limiter: 'unknown',
  sentence: 'The offered load was not met, and neither throttle nor client, network or errors explain it.',
}
