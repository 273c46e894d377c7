/**
 * Computes the result of a run from its samples.
 */
import type { Result } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { accountForRecords } from './accounting.ts'
import { acknowledgedOnly, resentOver } from './acknowledged-wire.ts'
import { brokerCostsOver, prometheusOver } from './broker-cost.ts'
import { clientCostOver } from './client-cost.ts'
import { transactionsOver } from './committed-transactions.ts'
import { compressionOver } from './compression.ts'
import { diagnose } from './diagnosis.ts'
import { connectionsOver } from './held-connections.ts'
import { catchUpsOver } from './late-readers.ts'
import { mergeLatencies } from './latencies.ts'
import { limiterSigns } from './limiter-signs.ts'
import { type LoadSeconds, sortSeconds } from './load-seconds.ts'
import { framingOver } from './measured-framing.ts'
import { partitionSkewOver } from './partition-skew.ts'
import { samplesOf } from './pile-up.ts'
import { ackedRatioOver, figuresOver, recordsPerBatchOver, requestsPerSecOver } from './rates.ts'
import { findSteadyState } from './steady-state.ts'
import { findThrottledSeconds, summariseThrottle } from './throttle.ts'

/** Facts about a run that its samples do not contain. */
export interface ResultOptions {
  /** Numbers of seconds that are known to be lost. Gaps between samples are found without it. */
  readonly lostSeconds?: readonly number[]
  /** True if the run did not wait for its consumers. By default true if no second follows the load. */
  readonly isCutShort?: boolean
  /** True if a client was lost, so that its last records are unknown. The run then counts as cut short. */
  readonly isClientLost?: boolean
}

/**
 * The result of a run, from its plan and samples.
 *
 * Never throws. It gives a result for any samples in any order, however the run ended. Figures cover the steady windows
 * if there are at least two, otherwise the whole load. Seconds after the load count only for the accounting and for
 * groups that catch up. Written wire bytes are those of acknowledged records.
 */
export function computeResult(plan: RunPlan, samples: readonly Sample[], options: ResultOptions = {}): Result {
  const seconds = sortSeconds(plan, acknowledgedOnly(samples), options.lostSeconds)
  const { load } = seconds
  const isClientLost = options.isClientLost ?? false
  const { steady, steadyWindow, windows } = findSteadyState(plan, load)
  const focus = steady === null ? load : samplesOf(windows)
  const throttled = findThrottledSeconds(load)
  const { latency, unreadableHistograms } = mergeLatencies(focus)
  const compression = compressionOver(plan, load)
  const brokers = brokerCostsOver(load)
  const prometheus = prometheusOver(plan, load)
  const connections = connectionsOver(plan, seconds)
  const catchUps = catchUpsOver(plan, seconds.all)
  const resent = resentOver(samples)
  const transactions = transactionsOver(load)
  const framing = framingOver(plan, samples, focus)
  return {
    schemaVersion: 1,
    steady,
    steadyWindow,
    wholeRun: figuresOver(load),
    ackedRatio: ackedRatioOver(focus),
    latency,
    accounting: accountForRecords(plan, seconds, {
      isClientLost,
      isCutShort: isClientLost || (options.isCutShort ?? hasNoDrain(seconds)),
    }),
    diagnosis: diagnose(limiterSigns(plan, focus, windows, throttled), { unreadableHistograms, resent }),
    throttle: summariseThrottle(load, throttled),
    requestsPerSec: requestsPerSecOver(focus),
    recordsPerBatch: recordsPerBatchOver(focus),
    ...(resent === null ? {} : { resent }),
    ...(transactions === null ? {} : { transactions }),
    ...(framing === null ? {} : { framing }),
    ...(compression === null ? {} : { compression }),
    ...(catchUps === null ? {} : { catchUps }),
    ...(brokers === null ? {} : { brokers }),
    ...(prometheus === null ? {} : { prometheus }),
    ...(connections === null ? {} : { connections }),
    partitionSkew: partitionSkewOver(plan, load),
    client: clientCostOver(load),
  }
}

function hasNoDrain({ all, load }: LoadSeconds): boolean {
  return all.length === load.length
}
