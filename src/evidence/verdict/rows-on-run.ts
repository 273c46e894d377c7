/**
 * Rows on a sampled run: whether it is long enough, and whether it was the cluster that limited it.
 */
import { limiterRecords } from '../../contracts/limiters.ts'
import { leastSteadyWindows, wholeWindowsOf } from '../../contracts/plan-windows.ts'
import type { EndReason } from '../../contracts/run-record.ts'
import { formatCount } from '../../units/count.ts'
import { formatFactor, formatPercent } from '../../units/ratio.ts'
import { isRequestProfileUnlike } from '../request-profile.ts'
import { shortfallsOf } from '../shortfall.ts'
import type { SampledRun, VerdictFacts } from './facts.ts'
import { asClause, type SentenceValues, type VerdictRow } from './row.ts'

const endTexts: Readonly<Record<EndReason, string>> = {
  'user-abort': 'the run was stopped by hand',
  'controller-lost': 'the runner lost Headroom',
  'runner-exited': 'the runner ended unexpectedly',
  'worker-crashed': 'a load worker crashed',
  'broker-lost': 'a broker was lost',
  'agent-lost': 'an agent was lost, and its share with it',
  'prepare-failed': 'the run could not be prepared',
  'app-killed': 'Headroom was ended during the run',
  'plan-complete': 'the run ended early',
}

const tooShort = {
  verdict: 'not-proven',
  reasonCode: 'too-short',
  sentence: 'the run was too short: it holds {windows} of {seconds} s after its burn-in.',
} as const

/** In order: whether there is a result to judge, then whether the cluster was the limit. */
export const rowsOnRun: readonly VerdictRow[] = [
  {
    id: 'cut-short',
    // A run that ended early is judged, and marked, if it has its windows.
    condition: 'The run ended early, with fewer quota windows than an interval needs.',
    verdict: 'not-proven',
    reasonCode: 'partial-run',
    sentence: '{end} after {windows}, before there was a result.',
    match: ({ run }) => {
      if (run === null || run.status === 'complete' || run.result.steadyWindow.doubt !== 'too-short') return null
      const { windows } = run.result.steadyWindow
      return { end: endTexts[run.endReason ?? 'plan-complete'], windows: countText(windows, 'quota window') }
    },
  },
  {
    id: 'plan-too-short',
    condition: 'The plan has fewer than eight whole quota windows after its burn-in.',
    ...tooShort,
    match: ({ run }) => (run !== null && wholeWindowsOf(run.plan) < leastSteadyWindows ? lengthOf(run) : null),
  },
  {
    id: 'cluster-degraded',
    condition: 'Brokers refused writes because too few replicas were in sync.',
    verdict: 'not-proven',
    reasonCode: 'cluster-degraded',
    sentence: '{diagnosis}.',
    match: (facts) => (provesNothing(facts) === 'cluster-degraded' ? diagnosisOf(facts) : null),
  },
  {
    id: 'client-bound',
    // Where a pipeline of requests is predicted to bind, a long round trip is that limit.
    condition:
      'The load generator or the network limited the rate, no pipeline of requests was predicted to bind, and the rate is not above its band.',
    verdict: 'not-proven',
    reasonCode: 'client-bound',
    sentence: '{diagnosis}.',
    match: (facts) => {
      if (provesNothing(facts) !== 'client-bound' || isAboveAnyway(facts)) return null
      const { isPredictedBy } = limiterRecords[facts.result.diagnosis.limiter]
      const isPredicted = facts.prediction.binding.some(({ dimension }) => dimension === isPredictedBy)
      return isPredicted ? null : diagnosisOf(facts)
    },
  },
  {
    id: 'machine-under-quotas',
    condition: 'On declared capacity, the rate stayed below the load and no quota throttled it.',
    verdict: 'not-proven',
    reasonCode: 'client-bound',
    sentence: 'the rate stayed below the load although no quota held it: this machine was the limit.',
    match: (facts) => {
      const { isMachineUnderQuotas } = limiterRecords[facts.result.diagnosis.limiter]
      const isHere = facts.run !== null && facts.target?.isDeclaredCapacity === true
      return isHere && isMachineUnderQuotas && !isAboveAnyway(facts) ? {} : null
    },
  },
  {
    id: 'too-short',
    condition: 'Too few of the planned quota windows were measured.',
    ...tooShort,
    match: ({ run }) => {
      if (run === null || (run.result.steady !== null && run.result.steadyWindow.doubt !== 'too-short')) return null
      return lengthOf(run)
    },
  },
  {
    id: 'accounting-open',
    condition: 'The accounting of records does not close.',
    verdict: 'not-proven',
    reasonCode: 'accounting-open',
    sentence: 'the accounting does not close{gap}.',
    match: ({ run }) => {
      if (run === null || run.result.accounting.isClosed) return null
      const [gap] = run.result.accounting.gaps
      return { gap: gap === undefined ? '' : `: ${asClause(gap)}` }
    },
  },
  {
    id: 'consumers-limited',
    condition: 'The consumers limited the rate.',
    verdict: 'not-proven',
    reasonCode: 'consumer-bound',
    sentence: '{diagnosis}.',
    match: (facts) => (provesNothing(facts) === 'consumer-bound' ? diagnosisOf(facts) : null),
  },
  {
    id: 'consumers-behind',
    condition: 'The consumers read less than 97 % of what they had to, and throttling does not explain it.',
    verdict: 'not-proven',
    reasonCode: 'consumer-bound',
    sentence: 'the consumers read {share} of what they had to, and no broker throttle explains it.',
    match: ({ run, prediction }) => (run === null ? null : consumersBehind(run, prediction.expected)),
  },
  {
    id: 'other-requests',
    condition:
      'Requests are limited, and the run sent more than 1.5 times, or less than 1 / 1.5, of the predicted requests per record.',
    verdict: 'not-proven',
    reasonCode: 'request-profile-differs',
    sentence:
      'requests are limited, and the run sent {factor} the requests per record that the workload’s clients would.',
    match: ({ run, prediction }) => {
      const ratio = run?.requestProfileRatio ?? null
      return ratio !== null && isRequestProfileUnlike(prediction, ratio) ? { factor: formatFactor(ratio) } : null
    },
  },
  {
    id: 'not-settled',
    condition: 'The rate, the backlog or the latency still moved at the end.',
    verdict: 'not-proven',
    reasonCode: 'not-settled',
    sentence: 'the rate, the backlog or the latency still moved when the run ended.',
    match: ({ run }) => (run?.result.steadyWindow.doubt === 'not-settled' ? {} : null),
  },
]

function lengthOf({ result, plan }: SampledRun): SentenceValues {
  const windows = countText(result.steadyWindow.windows, 'whole quota window')
  return { windows, seconds: formatCount(plan.quotaWindowMs / 1000) }
}

function provesNothing({ result }: VerdictFacts) {
  return limiterRecords[result.diagnosis.limiter].provesNothing
}

function diagnosisOf({ result }: VerdictFacts): SentenceValues {
  return { diagnosis: asClause(result.diagnosis.sentence) }
}

/** A saturated client proves nothing about the cluster, unless it got more than predicted. */
function isAboveAnyway(facts: VerdictFacts): boolean {
  return facts.comparisons[0]?.position === 'above' && shortfallsOf(facts).length === 0
}

/** Below this share of the written bytes consumers fell behind; above it, window edges explain the difference. */
const leastReadFraction = 0.97

function consumersBehind(
  { result: { steady, throttle } }: SampledRun,
  expected: VerdictFacts['prediction']['expected'],
): SentenceValues | null {
  const { ingressPayloadBytesPerSec: written, egressPayloadBytesPerSec: read } = expected
  if (steady === null || written.likely === 0) return null
  const toRead = steady.ingressPayloadBytesPerSec.mean * (read.likely / written.likely)
  if (steady.egressPayloadBytesPerSec.high >= leastReadFraction * toRead) return null
  const readRatio = steady.egressPayloadBytesPerSec.mean / toRead
  return throttle.consumerSecondsFraction >= 1 - readRatio ? null : { share: formatPercent(readRatio) }
}

function countText(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`
}
