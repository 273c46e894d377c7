/**
 * Sentences on what a run did not prove. Every report has them, even if the verdict is good.
 */
import { dimensionName } from '../../contracts/dimensions.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { formatDuration } from '../../units/duration.ts'
import { formatFactor } from '../../units/ratio.ts'

/** From this ratio of their request rates on, the run loads brokers unlike the workload's own clients. A rule of thumb. */
const similarProfileFactor = 1.5

const doubtSentences = {
  'too-short': 'The run was too short for a steady state: it has fewer quota windows than an interval needs.',
  'too-noisy': 'The windows differed too much from each other for a sound interval.',
  'not-settled': 'The rate had not settled when the windows began.',
} as const

function targetSentences(record: MeasuredRecord): string[] {
  const { target, prediction } = record
  const enforced = new Set(target.enforces)
  // Physical and structural bounds hold on every target, so no target has to enforce them.
  const limits = prediction.constraints.filter(({ kind }) => kind !== 'physical' && kind !== 'structural')
  const missing = new Set(limits.map((entry) => entry.dimension).filter((name) => !enforced.has(name)))
  const names = [...missing].map((name) => dimensionName(name).toLowerCase())
  return [
    ...(target.kind === 'embedded:simulated' ? ['The brokers were simulated and have no limits of their own.'] : []),
    ...(target.isDeclaredCapacity
      ? [
          'The capacity was declared by quotas, so the run proves the method and the arithmetic, not a vendor’s cluster.',
        ]
      : []),
    ...(target.scale === 1
      ? []
      : [`Rates and byte limits were multiplied by ${target.scale}; the behaviour at full size was not measured.`]),
    ...(names.length === 0
      ? []
      : [`This target does not enforce these limits, so they were not tested: ${names.join(', ')}.`]),
  ]
}

function resultSentences(record: MeasuredRecord): string[] {
  const { result, overlay, plan } = record
  if (result === null) return ['Nothing was measured, so nothing was proven.']
  const { steadyWindow, accounting } = result
  const measuredMs = (steadyWindow.toSecond - steadyWindow.fromSecond) * 1_000
  const ratio = overlay?.requestProfileRatio ?? null
  const differsInRequests = ratio !== null && (ratio > similarProfileFactor || ratio * similarProfileFactor < 1)
  return [
    ...(overlay?.verdict === 'not-proven' ? [overlay.reason] : []),
    ...(overlay !== null && overlay.verdict === 'confirmed' && !overlay.limitReached
      ? ['The offered load was met, so the run does not show how far above it the limit is.']
      : []),
    ...(record.status === 'partial'
      ? [`The run stopped before its planned ${formatDuration(plan.durationMs)} were over.`]
      : []),
    ...(steadyWindow.doubt === null ? [] : [doubtSentences[steadyWindow.doubt]]),
    ...(measuredMs > 0
      ? [
          `The rate held for ${formatDuration(measuredMs)}; longer times, for example after burst credits are used up, were not measured.`,
        ]
      : []),
    ...(accounting.isClosed ? [] : ['Not every record is accounted for, so records may be missing from the figures.']),
    ...(differsInRequests && ratio !== null
      ? [`The run sent ${formatFactor(ratio)} the requests that the workload’s own clients would send.`]
      : []),
  ]
}

/** Sentences on what this run leaves open. Never empty. */
export function notProven(record: MeasuredRecord): string[] {
  return [
    ...resultSentences(record),
    ...targetSentences(record),
    `${latencySentence(record)} The loss of a broker or a zone was not tested.`,
  ]
}

function latencySentence({ prediction: { latency } }: MeasuredRecord): string {
  const isPredicted = latency?.produce != null
  return isPredicted
    ? 'Of the latency only the median of the response time is predicted.'
    : 'Latency was measured, but it is not predicted.'
}
