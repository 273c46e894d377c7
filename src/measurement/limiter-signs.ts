/**
 * Collects the signs from which a diagnosis infers the limiter.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { meanOf } from './batch-means.ts'
import { type BrokerSigns, brokerSignsOver } from './broker-signs.ts'
import { busiestHost, busiestWorker, busiestWorkerCores, clientCostOver, meanEventLoopLagMs } from './client-cost.ts'
import { type ClosedLoopSigns, closedLoopOver } from './closed-loop.ts'
import { withoutLateReaders } from './late-readers.ts'
import { partitionSkewOver } from './partition-skew.ts'
import { isLagGrowing, isLagKnown, isUnacknowledgedGrowing, lowestReadRatio } from './pile-up.ts'
import type { QuotaWindow } from './quota-windows.ts'
import { ackedRatioOver, sumProducers } from './rates.ts'
import { countStoppedWrites, type StoppedWrites } from './stopped-writes.ts'
import { maxThrottleMs, type ThrottledSeconds, throttledFraction } from './throttle.ts'

/** The signs of all limiters over the seconds that count (`focus` of `limiterSigns`). Ratios are 0 to 1. */
export interface LimiterSigns {
  readonly offeredRecords: number
  /** offered - acked, at least 0. */
  readonly unmetRecords: number
  /** Records that brokers rejected, or whose fate is unknown. */
  readonly failedRecords: number
  readonly ackedRatio: number
  /** Records accepted by the client library / records offered. */
  readonly acceptedRatio: number
  readonly queueFullRetries: number
  readonly isUnacknowledgedGrowing: boolean
  /** Records read / records to read, of the slowest group; null if there are no groups. */
  readonly readRatio: number | null
  /** True if groups fall behind: they read less than was written, and their lag grows if it is known. */
  readonly isReadingBehind: boolean
  readonly producerThrottledFraction: number
  readonly consumerThrottledFraction: number
  readonly maxThrottleMs: number
  /** Mean CPU of the busiest worker of each role, in cores. */
  readonly producerCpuCores: number
  readonly consumerCpuCores: number
  /** The agents of these workers, and the agent with the busiest machine; null if no agents ran the load. */
  readonly busiestAgents: {
    readonly producer: string | null
    readonly consumer: string | null
    readonly host: string | null
  }
  /** Mean over the seconds of the longest event loop pause of a worker of the role, in ms. */
  readonly producerLoopLagMs: number
  readonly consumerLoopLagMs: number
  readonly hostCpuMean: number | null
  /** Mean of the median round trips that clients reported, in µs; null if none did. */
  readonly roundTripUs: number | null
  readonly partitionSkew: number | null
  /** Signs of synchronous senders; null if the plan has none. */
  readonly closedLoop: ClosedLoopSigns | null
  readonly stoppedWrites: StoppedWrites
  /** The brokers' own metrics; null if no endpoint was read. */
  readonly brokers: BrokerSigns | null
  /** Errors of all clients by code, most frequent first. */
  readonly errors: readonly (readonly [code: string, count: number])[]
}

/** The length of a sample. */
const sampleMs = 1000

/** A group keeps up if records read / records to read is at least this. */
const keptUpReadRatio = 0.995

/**
 * Collects the signs.
 *
 * @param focus samples of the steady windows, or of the whole load if there are none
 * @param windows the steady windows, for trends; may be empty
 */
export function limiterSigns(
  plan: RunPlan,
  focus: readonly Sample[],
  windows: readonly QuotaWindow[],
  throttled: ThrottledSeconds,
): LimiterSigns {
  const sum = (read: Parameters<typeof sumProducers>[1]) => sumProducers(focus, read)
  const offeredRecords = sum((producer) => producer.offeredRecords)
  const acceptedRecords = sum((producer) => producer.acceptedRecords)
  const prompt = withoutLateReaders(plan)
  const readRatio = lowestReadRatio(prompt.plan, focus)
  const roundTripUs = meanRoundTripUs(focus)
  return {
    offeredRecords,
    unmetRecords: Math.max(0, offeredRecords - sum((producer) => producer.ackedRecords)),
    failedRecords: sum((producer) => producer.rejectedRecords + producer.unknownRecords),
    ackedRatio: ackedRatioOver(focus),
    acceptedRatio: offeredRecords === 0 ? 0 : Math.min(1, acceptedRecords / offeredRecords),
    queueFullRetries: sum((producer) => producer.queueFullRetries),
    isUnacknowledgedGrowing: isUnacknowledgedGrowing(windows),
    readRatio,
    isReadingBehind: isBehind(readRatio, prompt.plan, prompt.samples(focus), prompt.windows(windows)),
    producerThrottledFraction: throttledFraction(focus, throttled.producers),
    consumerThrottledFraction: throttledFraction(focus, throttled.consumers),
    maxThrottleMs: maxThrottleMs(focus),
    producerCpuCores: busiestWorkerCores(focus, 'producer'),
    consumerCpuCores: busiestWorkerCores(focus, 'consumer'),
    busiestAgents: {
      producer: busiestWorker(focus, 'producer').agent,
      consumer: busiestWorker(focus, 'consumer').agent,
      host: busiestHost(focus)?.host ?? null,
    },
    producerLoopLagMs: meanEventLoopLagMs(focus, 'producer'),
    consumerLoopLagMs: meanEventLoopLagMs(focus, 'consumer'),
    hostCpuMean: clientCostOver(focus).hostCpuMean,
    roundTripUs,
    partitionSkew: partitionSkewOver(plan, focus),
    closedLoop: closedLoopOver(plan, focus),
    stoppedWrites: countStoppedWrites(focus, throttled.producers),
    brokers: brokerSignsOver(focus, roundTripUs),
    errors: countErrors(focus),
  }
}

function isBehind(
  readRatio: number | null,
  plan: RunPlan,
  focus: readonly Sample[],
  windows: readonly QuotaWindow[],
): boolean {
  if (readRatio === null || readRatio >= keptUpReadRatio) return false
  // Without windows the focus begins with nothing to read, so what is on its way at the end is missing from the ratio.
  const focusMs = focus.reduce((sum, { durationMs }) => sum + durationMs, 0)
  if (windows.length === 0 && (1 - readRatio) * focusMs <= onTheWayMs(plan)) return false
  // With fewer than three windows, or without a known lag, there is no trend to test, so only the ratio decides.
  if (windows.length < 3 || !isLagKnown(focus)) return true
  return isLagGrowing(windows)
}

/** The time for which records are on their way to a consumer that keeps up: the wait of a fetch and one second of samples. */
function onTheWayMs({ consumerGroups }: RunPlan): number {
  return Math.max(...consumerGroups.map(({ fetchMaxWaitMs }) => fetchMaxWaitMs)) + sampleMs
}

function meanRoundTripUs(focus: readonly Sample[]): number | null {
  const trips = focus.flatMap((sample) => sample.producers.flatMap((producer) => producer.roundTripMedianUs ?? []))
  return trips.length === 0 ? null : meanOf(trips)
}

function countErrors(focus: readonly Sample[]): (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const sample of focus) {
    for (const client of [...sample.producers, ...sample.consumers]) {
      for (const [code, count] of Object.entries(client.errors)) counts.set(code, (counts.get(code) ?? 0) + count)
    }
  }
  return [...counts.entries()].sort(([, left], [, right]) => right - left)
}
