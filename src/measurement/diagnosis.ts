/**
 * Diagnoses what limited the measured rate, and lists the evidence.
 */
import type { Diagnosis } from '../contracts/result.ts'
import { formatDuration, formatMicroseconds } from '../units/duration.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import { findFullThreads, findSlowBrokers } from './broker-finding.ts'
import type { ClosedLoopSigns } from './closed-loop.ts'
import { formatPercentDown, listEvidence, type RunFindings } from './diagnosis-evidence.ts'
import type { LimiterSigns } from './limiter-signs.ts'
import { metAckedRatio } from './steady-state.ts'
import { belowMinIsrSentence, silenceSentence } from './stopped-writes.ts'

/**
 * A worker that uses at least this much CPU, in cores, counts as saturated. The limit is below one core because a
 * worker's JavaScript runs on one thread. A rule of thumb.
 */
export const fullWorkerCores = 0.85

/** At or above this CPU utilisation of a machine, its clients get less CPU than they need. A rule of thumb. */
const fullHostCpu = 0.95

/**
 * If the longest event loop pause of each second is at least this on average, a client sends and receives late. A rule
 * of thumb.
 */
const lateLoopLagMs = 200

/**
 * A client that is throttled for a share of the time loses at most about that share of its rate. A throttle explains a
 * shortfall if the throttled share of the time is at least this part of the shortfall. If a client also looks
 * saturated, the throttled share of the time must also reach `throttledFractionThatOutweighsClient`. Both are rules of
 * thumb.
 */
const throttleToShortfall = 0.8
const throttledFractionThatOutweighsClient = 0.5

/** Errors explain the rate if at least this share of the unmet records failed. A rule of thumb. */
const failedFractionThatExplains = 0.5

/** The hottest partition explains the rate if it takes at least this many times an even share. A rule of thumb. */
const hotPartitionSkew = 1.5

/** A round trip of at least this length, in µs, can limit a client with few requests in flight. A rule of thumb. */
const longRoundTripUs = 20_000

type Finding = Pick<Diagnosis, 'limiter' | 'sentence'>

/**
 * Diagnoses what limited the rate. The first explanation that fits is the limiter. The order for writes is: below min
 * ISR, throttle, errors, silent brokers, client, slow brokers, hot partition, full threads of brokers, network, full send
 * queue. Reads are only examined if all writes were met.
 *
 * The offered load is met if acked / offered is at least `metAckedRatio`, the number of unacknowledged records does not
 * grow, and consumers keep up.
 *
 * Synchronous senders offer only what they send, so whether they kept up with the schedule is examined last.
 */
export function diagnose(signs: LimiterSigns, findings: RunFindings = {}): Diagnosis {
  const finding = findLimiter(signs)
  return { ...finding, evidence: listEvidence(signs, findings) }
}

function findLimiter(signs: LimiterSigns): Finding {
  if (signs.offeredRecords === 0) return { limiter: 'unknown', sentence: 'No load was offered.' }
  // Writes that were refused at first and accepted later do not count as met: the cluster took no writes meanwhile.
  if (signs.stoppedWrites.belowMinIsrSeconds > 0) {
    return { limiter: 'below-min-isr', sentence: belowMinIsrSentence(signs.stoppedWrites) }
  }
  const isWritingMet = signs.ackedRatio >= metAckedRatio && !signs.isUnacknowledgedGrowing
  if (!isWritingMet) return findWriteLimiter(signs)
  if (signs.isReadingBehind) return findReadLimiter(signs)
  const { closedLoop } = signs
  if (closedLoop !== null && closedLoop.metRatio < metAckedRatio) return findClosedLoopLimiter(signs, closedLoop)
  const piledUp = signs.readRatio === null ? 'nothing piled up' : 'consumers kept up'
  return {
    limiter: 'nothing',
    sentence: `The offered load was met: ${formatPercentDown(signs.ackedRatio)} of it was acknowledged, and ${piledUp}.`,
  }
}

/** What limited synchronous senders that sent less than the schedule although all records were acknowledged. */
function findClosedLoopLimiter(signs: LimiterSigns, loop: ClosedLoopSigns): Finding {
  if (isExplainedBy(signs.producerThrottledFraction, loop.metRatio)) return throttledProducers(signs)
  return findClientLimiter(signs) ?? waitingSenders(loop)
}

function waitingSenders({ senders, recordsPerSec, waitMs, metRatio }: ClosedLoopSigns): Finding {
  const sendersText = senders === 1 ? 'One synchronous sender' : `${groupDigits(senders)} synchronous senders`
  return {
    limiter: 'synchronous-senders',
    sentence: `${sendersText} waited ${formatMicroseconds(waitMs * 1000)} for each acknowledgement: they sent ${groupDigits(recordsPerSec)} records/s, ${formatPercentDown(metRatio)} of the load in the scenario.`,
  }
}

function throttledProducers(signs: LimiterSigns): Finding {
  return {
    limiter: 'broker-throttle',
    sentence: `The brokers throttled the producers in ${formatPercent(signs.producerThrottledFraction)} of the counted seconds, by up to ${formatDuration(signs.maxThrottleMs)}.`,
  }
}

function findWriteLimiter(signs: LimiterSigns): Finding {
  const clientFinding = findClientLimiter(signs)
  const minFraction = clientFinding === null ? 0 : throttledFractionThatOutweighsClient
  if (
    signs.producerThrottledFraction >= minFraction &&
    isExplainedBy(signs.producerThrottledFraction, signs.ackedRatio)
  ) {
    return throttledProducers(signs)
  }
  if (signs.failedRecords >= failedFractionThatExplains * signs.unmetRecords && signs.failedRecords > 0) {
    return { limiter: 'broker-errors', sentence: errorSentence(signs) }
  }
  if (isExplainedBy(silentFraction(signs), signs.ackedRatio)) {
    return { limiter: 'broker-errors', sentence: silenceSentence(signs.stoppedWrites) }
  }
  return (
    clientFinding ??
    findSlowBrokers(signs) ??
    findHotPartition(signs) ??
    findFullThreads(signs) ??
    findNetwork(signs) ??
    findFullQueue(signs) ??
    unexplained
  )
}

function findClientLimiter(signs: LimiterSigns): Finding | null {
  if (signs.producerCpuCores >= fullWorkerCores) {
    return clientFindingOf(
      `its busiest producer worker${onAgent(signs.busiestAgents.producer)} used ${formatCores(signs.producerCpuCores)}`,
    )
  }
  if (signs.producerLoopLagMs >= lateLoopLagMs) {
    return clientFindingOf(`its event loop paused for ${formatDuration(signs.producerLoopLagMs)} per second on average`)
  }
  // If the brokers had a request of each connection all the time, the client waited for them, however busy its machine.
  if (signs.hostCpuMean !== null && signs.hostCpuMean >= fullHostCpu && findSlowBrokers(signs) === null) {
    return clientFindingOf(
      `the processors of its machine${onAgent(signs.busiestAgents.host)} were ${formatPercent(signs.hostCpuMean)} busy`,
    )
  }
  if (signs.acceptedRatio < metAckedRatio && signs.queueFullRetries === 0) {
    return clientFindingOf(`it handed over ${formatPercentDown(signs.acceptedRatio)} of the records that were due`)
  }
  return null
}

function findHotPartition(signs: LimiterSigns): Finding | null {
  if (signs.partitionSkew === null || signs.partitionSkew < hotPartitionSkew) return null
  return {
    limiter: 'hot-partition',
    sentence: `One partition took ${groupDigits(signs.partitionSkew, 1)} times an even share of the records and held the rest.`,
  }
}

function findNetwork(signs: LimiterSigns): Finding | null {
  if (signs.roundTripUs === null || signs.roundTripUs < longRoundTripUs) return null
  return {
    limiter: 'network',
    sentence: `Responses took ${formatMicroseconds(signs.roundTripUs)} to arrive, without any throttle.`,
  }
}

function findFullQueue(signs: LimiterSigns): Finding | null {
  if (signs.queueFullRetries === 0) return null
  return clientFindingOf('its send queue was full although no broker throttled it')
}

function findReadLimiter(signs: LimiterSigns): Finding {
  const readText =
    signs.readRatio === null ? '' : ` They read ${formatPercentDown(signs.readRatio)} of what was written.`
  if (isExplainedBy(signs.consumerThrottledFraction, signs.readRatio ?? 1)) {
    return {
      limiter: 'broker-throttle',
      sentence: `The brokers throttled the consumers in ${formatPercent(signs.consumerThrottledFraction)} of the counted seconds, by up to ${formatDuration(signs.maxThrottleMs)}.${readText}`,
    }
  }
  if (signs.consumerCpuCores >= fullWorkerCores) {
    return clientFindingOf(
      `its busiest consumer worker${onAgent(signs.busiestAgents.consumer)} used ${formatCores(signs.consumerCpuCores)}.${readText}`,
    )
  }
  if (signs.consumerLoopLagMs >= lateLoopLagMs) {
    return clientFindingOf(
      `the event loop of its consumers paused for ${formatDuration(signs.consumerLoopLagMs)} per second on average`,
    )
  }
  return { limiter: 'consumer', sentence: `The consumers did not keep up, without any throttle.${readText}` }
}

/** True if a limiter that was active for `activeFraction` of the time explains the shortfall `1 - reachedRatio`. */
function isExplainedBy(activeFraction: number, reachedRatio: number): boolean {
  return activeFraction > 0 && activeFraction >= throttleToShortfall * (1 - reachedRatio)
}

function silentFraction({ stoppedWrites }: LimiterSigns): number {
  return stoppedWrites.seconds === 0 ? 0 : stoppedWrites.silentSeconds / stoppedWrites.seconds
}

function errorSentence(signs: LimiterSigns): string {
  const [code, count] = signs.errors[0] ?? ['', 0]
  const mostFrequent = code === '' ? '' : `, most often ${code} (${groupDigits(count)} times)`
  return `${groupDigits(signs.failedRecords)} records were refused or never acknowledged${mostFrequent}.`
}

function clientFindingOf(reason: string): Finding {
  return { limiter: 'client', sentence: `The load generator was the limit: ${reason.replace(/\.$/, '')}.` }
}

/** The agent's name in brackets; empty if no agents ran the load. */
function onAgent(agent: string | null): string {
  return agent === null ? '' : ` (agent ${agent})`
}

function formatCores(value: number): string {
  return `${groupDigits(value, 2)} of a processor core`
}

const unexplained: Finding = {
  limiter: 'unknown',
  sentence: 'The offered load was not met, and neither throttle nor client, network or errors explain it.',
}
