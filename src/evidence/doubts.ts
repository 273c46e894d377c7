/**
 * What makes a run prove nothing, whatever it measured. Each rule is one function; their order is the list.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import { limiterRecords } from '../contracts/limiters.ts'
import { leastSteadyWindows, wholeWindowsOf } from '../contracts/plan-windows.ts'
import { formatCount } from '../units/count.ts'
import { formatFactor, formatPercent } from '../units/ratio.ts'
import { asClause, type Judgement, notProven, type OverlayCase } from './judgement.ts'
import { judgeMetLoad } from './met-load-verdict.ts'
import { isRequestProfileUnlike } from './request-profile.ts'
import { shortfallsOf } from './shortfall.ts'

type Doubt = (overlayCase: OverlayCase) => Judgement | null

/**
 * In order: first what another run could not change, then whether there is anything to judge, then whether the cluster
 * was the limit, last whether the measurement is sound.
 */
const doubts: readonly Doubt[] = [
  infeasible,
  notEnforced,
  partial,
  planTooShort,
  clusterDegraded,
  clientBound,
  tooShort,
  accountingOpen,
  consumerBound,
  requestProfile,
  notSettled,
  tooNoisy,
]

/** The first doubt that applies; null where the run may be judged. */
export function findDoubt(overlayCase: OverlayCase): Judgement | null {
  for (const doubt of doubts) {
    const judgement = doubt(overlayCase)
    if (judgement !== null) return judgement
  }
  return null
}

function infeasible({ prediction }: OverlayCase): Judgement | null {
  if (prediction.isFeasible) return null
  const refusal = prediction.refusals[0]
  const why = refusal === undefined ? '' : `: ${asClause(refusal)}`
  return notProven('infeasible', `the deployment refuses this workload${why}`)
}

const endTexts = {
  'user-abort': 'the run was stopped by hand',
  'controller-lost': 'the runner lost Headroom',
  'runner-exited': 'the runner ended unexpectedly',
  'worker-crashed': 'a load worker crashed',
  'broker-lost': 'a broker was lost',
  'agent-lost': 'an agent was lost, and its share with it',
  'prepare-failed': 'the run could not be prepared',
  'app-killed': 'Headroom was ended during the run',
  'plan-complete': 'the run ended early',
} as const

/** A run that ended early is judged, and marked, if it has its windows. */
function partial({ status, endReason, result }: OverlayCase): Judgement | null {
  if (status === 'complete' || result.steadyWindow.doubt !== 'too-short') return null
  const windows = countText(result.steadyWindow.windows, 'quota window')
  return notProven(
    'partial-run',
    `${endTexts[endReason ?? 'plan-complete']} after ${windows}, before there was a result`,
  )
}

/** A plan shorter than eight windows proves nothing, whatever limited the rate. */
function planTooShort(overlayCase: OverlayCase): Judgement | null {
  return wholeWindowsOf(overlayCase.plan) < leastSteadyWindows ? tooShort(overlayCase) : null
}

/** Also too short: a run whose machine was too busy to measure enough windows. */
function tooShort({ result, plan }: OverlayCase): Judgement | null {
  const { doubt, windows } = result.steadyWindow
  if (result.steady !== null && doubt !== 'too-short') return null
  const each = formatCount(plan.quotaWindowMs / 1000)
  return notProven(
    'too-short',
    `the run was too short: it holds ${countText(windows, 'whole quota window')} of ${each} s after its burn-in`,
  )
}

function accountingOpen({ result }: OverlayCase): Judgement | null {
  if (result.accounting.isClosed) return null
  const gap = result.accounting.gaps[0]
  return notProven('accounting-open', `the accounting does not close${gap === undefined ? '' : `: ${asClause(gap)}`}`)
}

/** The target must enforce the limit that is predicted to bind; of several that tie, one is enough. */
export function notEnforced({ prediction, target }: Pick<OverlayCase, 'prediction' | 'target'>): Judgement | null {
  if (target.kind === 'embedded:simulated') {
    return notProven('dimension-not-enforced', 'simulated brokers limit nothing')
  }
  if (target.kind === 'embedded:kafka' && !target.isDeclaredCapacity) {
    return notProven(
      'dimension-not-enforced',
      'embedded brokers without quotas have none of the deployment’s limits: what they reach is what this machine reaches',
    )
  }
  const [first] = prediction.binding
  if (first === undefined || prediction.binding.some(({ dimension }) => target.enforces.includes(dimension)))
    return null
  return notProven(
    'dimension-not-enforced',
    `this target does not limit ${dimensionRecords[first.dimension].limitedThing}, which is what binds`,
  )
}

/** A cluster that refused writes for want of in-sync replicas was not the predicted one. */
function clusterDegraded({ result }: OverlayCase): Judgement | null {
  if (limiterRecords[result.diagnosis.limiter].provesNothing !== 'cluster-degraded') return null
  return notProven('cluster-degraded', result.diagnosis.sentence)
}

/** A saturated client proves nothing about the cluster, unless it got more than predicted. */
function clientBound(overlayCase: OverlayCase): Judgement | null {
  const { result, comparisons, target, prediction } = overlayCase
  const isAboveAnyway = comparisons[0]?.position === 'above' && shortfallsOf(overlayCase).length === 0
  if (isAboveAnyway) return null
  const { provesNothing, isPredictedBy, isMachineUnderQuotas } = limiterRecords[result.diagnosis.limiter]
  // Where a pipeline of requests is predicted to bind, a long round trip is that limit.
  const isPredicted = prediction.binding.some(({ dimension }) => dimension === isPredictedBy)
  if (provesNothing === 'client-bound' && !isPredicted) return notProven('client-bound', result.diagnosis.sentence)
  if (!target.isDeclaredCapacity || !isMachineUnderQuotas) return null
  return notProven(
    'client-bound',
    'the rate stayed below the load although no quota held it: this machine was the limit',
  )
}

/** Consumers that read less than the brokers offered them. */
function consumerBound({ result, prediction }: OverlayCase): Judgement | null {
  const { limiter, sentence } = result.diagnosis
  if (limiterRecords[limiter].provesNothing === 'consumer-bound') return notProven('consumer-bound', sentence)
  const { steady, throttle } = result
  const { ingressPayloadBytesPerSec: written, egressPayloadBytesPerSec: read } = prediction.expected
  if (steady === null || written.likely === 0 || read.likely === 0) return null
  const toRead = steady.ingressPayloadBytesPerSec.mean * (read.likely / written.likely)
  const readRatio = toRead === 0 ? 1 : steady.egressPayloadBytesPerSec.mean / toRead
  const isThrottled = throttle.consumerSecondsFraction > 0 && throttle.consumerSecondsFraction >= 1 - readRatio
  if (isThrottled || steady.egressPayloadBytesPerSec.high >= leastReadFraction * toRead) return null
  return notProven(
    'consumer-bound',
    `the consumers read ${formatPercent(readRatio)} of what they had to, and no broker throttle explains it`,
  )
}

/** Below this share of the written bytes consumers fell behind; above it, window edges explain the difference. */
const leastReadFraction = 0.97

function requestProfile({ prediction, requestProfileRatio }: OverlayCase): Judgement | null {
  if (requestProfileRatio === null || !isRequestProfileUnlike(prediction, requestProfileRatio)) return null
  return notProven(
    'request-profile-differs',
    `requests are limited, and the run sent ${formatFactor(requestProfileRatio)} the requests for a record that the workload's clients would`,
  )
}

function notSettled({ result }: OverlayCase): Judgement | null {
  if (result.steadyWindow.doubt !== 'not-settled') return null
  return notProven('not-settled', 'the rate, what was owed or the latency still moved when the run ended')
}

/**
 * Noise stands against a match with the band. It does not stand against an interval that lies beside the band as a whole,
 * nor against a load that was met: that rests on counted records.
 */
function tooNoisy(overlayCase: OverlayCase): Judgement | null {
  const { result, comparisons } = overlayCase
  const isBeside = comparisons[0]?.position === 'above' || comparisons[0]?.position === 'below'
  if (result.steadyWindow.doubt !== 'too-noisy' || isBeside || judgeMetLoad(overlayCase) !== null) return null
  const widths = comparisons.map(({ measured }) =>
    measured.mean > 0 ? (measured.high - measured.mean) / measured.mean : 0,
  )
  return notProven(
    'too-noisy',
    `the measurement is too noisy: its interval is ± ${formatPercent(Math.max(0, ...widths))} wide`,
  )
}

function countText(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`
}
