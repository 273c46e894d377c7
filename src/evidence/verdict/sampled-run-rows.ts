/**
 * Rows of the decision table for doubts about the measurement: it was too short or incomplete, or something other than the
 * cluster limited the rate.
 */
import { limiterRecords } from '../../contracts/limiters.ts'
import { minSteadyWindows, wholeWindowsOf } from '../../contracts/plan-windows.ts'
import type { EndReason } from '../../contracts/run-record.ts'
import { counted, formatCount } from '../../units/count.ts'
import { formatFactor, formatPercent } from '../../units/ratio.ts'
import { isRequestProfileUnlike, maxRequestRatio } from '../request-profile.ts'
import { shortfallsOf } from '../shortfall.ts'
import type { SampledRun, VerdictFacts } from './facts.ts'
import { asClause, type SentenceValues, type VerdictRow } from './row.ts'

const endTexts: Readonly<Record<Exclude<EndReason, 'plan-complete'>, string>> = {
  'user-abort': 'the run was stopped by hand',
  'controller-lost': 'the runner lost its connection to Headroom',
  'runner-exited': 'the runner ended unexpectedly',
  'worker-crashed': 'a load worker crashed',
  'broker-lost': 'a broker was lost',
  'agent-lost': 'an agent and its share of the load were lost',
  'prepare-failed': 'the run could not be prepared',
  'app-killed': 'Headroom was closed or killed during the run',
}

/** For a partial run without a reason. Older versions recorded none. */
const unknownEndText = 'the run ended early'

/**
 * Consumers are behind if they read less than this share of what they should have read. A smaller shortfall may just
 * be records still in flight.
 */
const minReadFraction = 0.97

const tooShort = {
  verdict: 'not-proven',
  reasonCode: 'too-short',
  sentence: `the run was too short: {windows} of the ${minSteadyWindows} whole quota windows of {seconds} s that an interval needs.`,
} as const

/**
 * The first row of the whole table that matches decides. A limit of the client comes before a run that was too short, because
 * a longer run of the same clients would prove nothing either.
 */
export const sampledRunRows: readonly VerdictRow[] = [
  {
    id: 'cut-short',
    // A run that ended early but has enough quota windows is judged like a complete one, and labelled as partial.
    condition: 'The run ended early, with too few quota windows for a confidence interval.',
    verdict: 'not-proven',
    reasonCode: 'partial-run',
    sentence: '{end} after {windows}, too few for a result.',
    match: ({ run }) => {
      if (run === null || run.status === 'complete' || run.result.steadyWindow.doubt !== 'too-short') return null
      const { windows } = run.result.steadyWindow
      return { end: endTextOf(run.endReason), windows: counted(windows, 'quota window') }
    },
  },
  {
    id: 'plan-too-short',
    condition: `The plan has fewer than ${minSteadyWindows} whole quota windows after its burn-in.`,
    ...tooShort,
    match: ({ run }) => (run !== null && wholeWindowsOf(run.plan) < minSteadyWindows ? windowValues(run) : null),
  },
  {
    id: 'cluster-degraded',
    condition: 'Brokers refused writes because too few replicas were in sync.',
    verdict: 'not-proven',
    reasonCode: 'cluster-degraded',
    sentence: '{diagnosis}.',
    match: (facts) => (notProvenReasonOf(facts) === 'cluster-degraded' ? diagnosisValues(facts) : null),
  },
  {
    id: 'client-bound',
    // A producer that waits for responses is diagnosed as a limit of the load generator. If the prediction named that wait
    // as the binding limit, the wait belongs to the workload, and the rate is judged.
    condition:
      'The load generator or the network limited the rate, and the prediction did not name that limit. Does not apply if the rate is above its predicted band and no figure is below its own.',
    verdict: 'not-proven',
    reasonCode: 'client-bound',
    sentence: '{diagnosis}.',
    match: (facts) => {
      if (notProvenReasonOf(facts) !== 'client-bound' || isAbovePrediction(facts)) return null
      const { predictedBy } = limiterRecords[facts.result.diagnosis.limiter]
      const isPredicted = facts.prediction.binding.some(({ dimension }) => dimension === predictedBy)
      return isPredicted ? null : diagnosisValues(facts)
    },
  },
  {
    id: 'machine-under-quotas',
    condition:
      'On declared capacity, the rate stayed below the offered load although no quota throttled it. Does not apply if the rate is above its predicted band and no figure is below its own.',
    verdict: 'not-proven',
    reasonCode: 'client-bound',
    sentence:
      'the rate stayed below the offered load although no quota throttled it: the machine that ran the load was the limit.',
    match: (facts) => {
      const { isMachineLimitOnDeclaredCapacity } = limiterRecords[facts.result.diagnosis.limiter]
      return isOnDeclaredCapacity(facts) && isMachineLimitOnDeclaredCapacity && !isAbovePrediction(facts) ? {} : null
    },
  },
  {
    id: 'senders-waited',
    // Embedded brokers imitate only the quotas of the deployment. How fast they acknowledge depends on this machine.
    condition:
      'On declared capacity, synchronous senders sent less than the load of the scenario because they waited for acknowledgements. Does not apply if the rate is above its predicted band and no figure is below its own.',
    verdict: 'not-proven',
    reasonCode: 'dimension-not-enforced',
    sentence: '{diagnosis}; on declared capacity, how long an acknowledgement takes depends on this machine.',
    match: (facts) => {
      const isWaiting = facts.result.diagnosis.limiter === 'synchronous-senders'
      return isOnDeclaredCapacity(facts) && isWaiting && !isAbovePrediction(facts) ? diagnosisValues(facts) : null
    },
  },
  {
    id: 'too-short',
    condition: 'Too few of the planned quota windows were measured.',
    ...tooShort,
    match: ({ run }) => {
      if (run === null || (run.result.steady !== null && run.result.steadyWindow.doubt !== 'too-short')) return null
      return windowValues(run)
    },
  },
  {
    id: 'accounting-open',
    condition: 'Not every record is accounted for.',
    verdict: 'not-proven',
    reasonCode: 'accounting-open',
    sentence: 'not every record is accounted for{gap}.',
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
    match: (facts) => (notProvenReasonOf(facts) === 'consumer-bound' ? diagnosisValues(facts) : null),
  },
  {
    id: 'consumers-behind',
    condition: `The whole interval of what the consumers read lies below ${formatPercent(minReadFraction)} of what they should have read (the bytes written x the predicted ratio of reads to writes), and throttling does not explain it.`,
    verdict: 'not-proven',
    reasonCode: 'consumer-bound',
    sentence:
      'the consumers read {share} of what they should have read, and throttling by brokers does not explain it.',
    match: ({ run, prediction }) => (run === null ? null : consumersBehindValues(run, prediction.expected)),
  },
  {
    id: 'other-requests',
    condition: `Requests limit the rate, and the requests per record of the run differ from the predicted ones by more than a factor of ${maxRequestRatio}.`,
    verdict: 'not-proven',
    reasonCode: 'request-profile-differs',
    sentence:
      'requests limit the rate, and the run sent {factor} as many requests per record as the workload’s clients would.',
    match: ({ run, prediction }) => {
      const ratio = run?.requestProfileRatio ?? null
      return ratio !== null && isRequestProfileUnlike(prediction, ratio) ? { factor: formatFactor(ratio) } : null
    },
  },
  {
    id: 'not-settled',
    condition: 'The rate, the backlog or the latency had not settled when the run ended.',
    verdict: 'not-proven',
    reasonCode: 'not-settled',
    sentence: 'the rate, the backlog or the latency had not settled when the run ended.',
    match: ({ run }) => (run?.result.steadyWindow.doubt === 'not-settled' ? {} : null),
  },
]

/** What a partial run ended by, as a clause. */
function endTextOf(reason: EndReason | null): string {
  return reason === null || reason === 'plan-complete' ? unknownEndText : endTexts[reason]
}

function windowValues({ result, plan }: SampledRun): SentenceValues {
  return { windows: formatCount(result.steadyWindow.windows), seconds: formatCount(plan.quotaWindowMs / 1000) }
}

/** The reason why a run with this limiter proves nothing. Undefined if the limiter does not make it doubtful. */
function notProvenReasonOf({ result }: VerdictFacts) {
  return limiterRecords[result.diagnosis.limiter].notProvenReason
}

function diagnosisValues({ result }: VerdictFacts): SentenceValues {
  return { diagnosis: asClause(result.diagnosis.sentence) }
}

/** True for a run of which Headroom has samples, on a cluster whose capacity is declared by quotas. */
function isOnDeclaredCapacity({ run, target }: VerdictFacts): boolean {
  return run !== null && target?.isDeclaredCapacity === true
}

/**
 * True if the rate is above its predicted band and no figure fell short of its own. The cluster is then faster than
 * predicted, even if the client was saturated.
 */
function isAbovePrediction(facts: VerdictFacts): boolean {
  // Comparisons of judged figures come first.
  const [rate] = facts.comparisons
  return rate?.position === 'above' && shortfallsOf(facts).length === 0
}

/** Null if consumers read what they should have read, or if throttling explains the shortfall. */
function consumersBehindValues(
  { result: { steady, throttle } }: SampledRun,
  expected: VerdictFacts['prediction']['expected'],
): SentenceValues | null {
  const { ingressPayloadBytesPerSec: expectedIngress, egressPayloadBytesPerSec: expectedEgress } = expected
  if (steady === null || expectedIngress.likely === 0) return null
  const toReadBytesPerSec = steady.ingressPayloadBytesPerSec.mean * (expectedEgress.likely / expectedIngress.likely)
  // The upper end of the interval, so that noise alone does not count as a shortfall.
  if (steady.egressPayloadBytesPerSec.high >= minReadFraction * toReadBytesPerSec) return null
  const readRatio = steady.egressPayloadBytesPerSec.mean / toReadBytesPerSec
  // Throttling explains a shortfall if the share of throttled seconds is at least the share of missing bytes.
  return throttle.consumerSecondsFraction >= 1 - readRatio ? null : { share: formatPercent(readRatio) }
}
