/**
 * What a run did not prove: said in every report, also where the verdict is good.
 */
import { dimensionName } from '../../contracts/dimensions.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { formatDuration } from '../../units/duration.ts'
import { formatFactor } from '../../units/ratio.ts'

/** Request profiles that differ by more do not load a broker alike. */
const likeProfileFactor = 1.5

const doubtSentences = {
  'too-short': 'The run was too short for a steady state: fewer quota windows than an interval needs.',
  'too-noisy': 'The windows differed too much from each other for a sound interval.',
  'not-settled': 'The rate had not settled when the windows began.',
} as const

function aboutTarget(record: MeasuredRecord): string[] {
  const { target, prediction } = record
  const enforced = new Set(target.enforces)
  // Physical and structural bounds are no target's to limit: they hold everywhere.
  const limits = prediction.constraints.filter(({ kind }) => kind !== 'physical' && kind !== 'structural')
  const missing = new Set(limits.map((entry) => entry.dimension).filter((name) => !enforced.has(name)))
  const names = [...missing].map((name) => dimensionName(name).toLowerCase())
  return [
    ...(target.kind === 'embedded:simulated' ? ['The brokers were simulated: they have no limits of their own.'] : []),
    ...(target.isDeclaredCapacity
      ? ['The capacity was declared by quotas: the run proves the method and the arithmetic, not a vendor’s cluster.']
      : []),
    ...(target.scale === 1
      ? []
      : [`Rates and byte limits were multiplied by ${target.scale}: the behaviour at full size was not measured.`]),
    ...(names.length === 0 ? [] : [`This target does not limit these, so they were not tested: ${names.join(', ')}.`]),
  ]
}

function aboutResult(record: MeasuredRecord): string[] {
  const { result, overlay, plan } = record
  if (result === null) return ['Nothing was measured, so nothing was proven.']
  const { steadyWindow, accounting } = result
  const measuredMs = (steadyWindow.toSecond - steadyWindow.fromSecond) * 1_000
  const ratio = overlay?.requestProfileRatio ?? null
  const isUnlike = ratio !== null && (ratio > likeProfileFactor || ratio * likeProfileFactor < 1)
  return [
    ...(overlay?.verdict === 'not-proven' ? [overlay.reason] : []),
    ...(overlay !== null && overlay.verdict === 'confirmed' && !overlay.limitReached
      ? ['The offered load was met, so how far the limit lies above it was not seen.']
      : []),
    ...(record.status === 'partial'
      ? [`The run stopped before its planned ${formatDuration(plan.durationMs)} were over.`]
      : []),
    ...(steadyWindow.doubt === null ? [] : [doubtSentences[steadyWindow.doubt]]),
    ...(measuredMs > 0
      ? [`The rate held for ${formatDuration(measuredMs)}; longer than that, as after burst credits, was not seen.`]
      : []),
    ...(accounting.isClosed ? [] : ['The accounting does not close, so records may be missing from the figures.']),
    ...(isUnlike && ratio !== null
      ? [`The run sent ${formatFactor(ratio)} the requests that the workload’s clients would send.`]
      : []),
  ]
}

/** Sentences on what this run leaves open; never empty. */
export function notProven(record: MeasuredRecord): string[] {
  return [
    ...aboutResult(record),
    ...aboutTarget(record),
    'Latency was measured and is not predicted. Losing a broker or a zone was not tried.',
  ]
}
