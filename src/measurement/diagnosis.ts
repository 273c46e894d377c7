/**
 * What stopped the rate from being higher, with the evidence.
 */
import type { Diagnosis } from '../contracts/result.ts'
import { formatDuration, formatMicroseconds } from '../units/duration.ts'
import { groupDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import { type EvidenceBeside, listEvidence } from './diagnosis-evidence.ts'
import type { LimiterSigns } from './limiter-signs.ts'
import { metAckedRatio } from './steady-state.ts'
import { belowMinIsrSentence, silenceSentence } from './stopped-writes.ts'

/** A worker that uses this much of a core has no more to give: its JavaScript runs on one thread. */
export const fullWorkerCores = 0.85

/** A machine this full gives its clients less than they ask for. */
const fullHostCpu = 0.95

/** An event loop that pauses this long every second sends and answers late. */
const lateLoopLagMs = 200

/**
 * A client that is held back for a share of its time loses about that share of the rate at most, so a throttle explains a
 * shortfall where it took at least this part of it. A full client needs more to be ruled out.
 */
const throttleToShortfall = 0.8
const throttledFractionThatOutweighsClient = 0.5

/** Share of the unmet records that failed from which on errors explain the rate. */
const failedFractionThatExplains = 0.5

/** Hottest partition against an even one. */
const hotPartitionSkew = 1.5

/** Round trip that can hold a client with few requests in flight, in µs. */
const longRoundTripUs = 20_000

type Finding = Pick<Diagnosis, 'limiter' | 'sentence'>

/**
 * Says what held the rate. The first that explains it counts: below min ISR, throttle, errors, silence of the brokers,
 * client, hot partition, network.
 *
 * The offered load is met where acked / offered is at least 0.995, the unacknowledged records do not grow and consumers keep up.
 */
export function diagnose(signs: LimiterSigns, beside: EvidenceBeside = {}): Diagnosis {
  const finding = find(signs)
  return { ...finding, evidence: listEvidence(signs, beside) }
}

function find(seen: LimiterSigns): Finding {
  if (seen.offeredRecords === 0) return { limiter: 'unknown', sentence: 'No load was offered.' }
  // Refused writes that were taken later are no load that was met: the cluster stood still meanwhile.
  if (seen.stoppedWrites.belowMinIsrSeconds > 0) {
    return { limiter: 'below-min-isr', sentence: belowMinIsrSentence(seen.stoppedWrites) }
  }
  const isWritingMet = seen.ackedRatio >= metAckedRatio && !seen.isUnacknowledgedGrowing
  if (!isWritingMet) return findWriteLimiter(seen)
  if (seen.isReadingBehind) return findReadLimiter(seen)
  const piledUp = seen.readRatio === null ? 'nothing piled up' : 'consumers kept up'
  return {
    limiter: 'nothing',
    sentence: `The offered load was met: ${percentDown(seen.ackedRatio)} of it was acknowledged, and ${piledUp}.`,
  }
}

function findWriteLimiter(seen: LimiterSigns): Finding {
  const clientFinding = findClientLimiter(seen)
  const leastFraction = clientFinding === null ? 0 : throttledFractionThatOutweighsClient
  if (
    seen.producerThrottledFraction >= leastFraction &&
    isExplainedBy(seen.producerThrottledFraction, seen.ackedRatio)
  ) {
    return {
      limiter: 'broker-throttle',
      sentence: `The brokers throttled the producers in ${formatPercent(seen.producerThrottledFraction)} of the seconds, by up to ${formatDuration(seen.largestThrottleMs)}.`,
    }
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

/** True where a limiter that was at work for a share of the time accounts for the shortfall. */
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

/** Which of several agents it is. */
function onAgent(agent: string | null): string {
  return agent === null ? '' : ` (agent ${agent})`
}

function cores(value: number): string {
  return `${groupDigits(value, 2)} of a processor core`
}

/** Percent rounded down to a tenth: 99.96 % met is not "100 %". */
function percentDown(ratio: number): string {
  return `${groupDigits(Math.floor(ratio * 1000) / 10, 1)} %`
}

const unexplained: Finding = {
  limiter: 'unknown',
  sentence: 'The offered load was not met, and neither throttle nor client, network or errors explain it.',
}
