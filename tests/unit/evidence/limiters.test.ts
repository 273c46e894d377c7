import { describe, expect, it } from 'vitest'
import { limiterRecords, limiters } from '../../../src/contracts/limiters.ts'
import type { Overlay } from '../../../src/contracts/verdict.ts'
import { type OverlayInput, overlayResult } from '../../../src/evidence/overlay.ts'
import { caseOf, quotaTarget, serviceTarget, underQuota } from './overlay-case.ts'

/** A run that got what was predicted, with another limiter found. */
function heldBy(limiter: (typeof limiters)[number], change: Partial<OverlayInput> = {}): Overlay {
  const input = caseOf(underQuota)
  const result = { ...input.result, diagnosis: { limiter, sentence: 'It held the rate.', evidence: [] } }
  return overlayResult({ ...input, target: serviceTarget, result, ...change })
}

describe.each(limiters)('a run that ended at the limiter %s', (limiter) => {
  const record = limiterRecords[limiter]

  it('has the marks of its record', () => {
    expect(heldBy(limiter).marks).toEqual(record.marks)
  })

  it('is judged, or proves nothing, as its record says', () => {
    const { reasonCode, limitReached } = heldBy(limiter)
    expect(reasonCode).toBe(record.notProvenReason ?? (record.confirmedBy === 'quota' ? 'broker-quota' : 'within-band'))
    if (record.notProvenReason !== null) expect(limitReached).toBe(record.isLimitOfCluster)
  })

  it('is confirmed in the words of its record', () => {
    // Of a load that was met, the throttling is named that shows its limit.
    if (record.notProvenReason !== null || limiter === 'nothing') return
    const { reason } = heldBy(limiter)
    expect(reason.includes('it held the rate')).toBe(record.confirmedBy === 'diagnosis')
    expect(reason.includes('quota')).toBe(record.confirmedBy === 'quota')
  })

  it('measures this machine if quotas are the capacity and the limiter’s record says so', () => {
    const isClientBound = heldBy(limiter, { target: quotaTarget }).reasonCode === 'client-bound'
    expect(isClientBound).toBe(record.isMachineLimitOnDeclaredCapacity || record.notProvenReason === 'client-bound')
  })

  it('is judged if its dimension was predicted to bind', () => {
    const { predictedBy } = record
    if (predictedBy === null) return
    const { prediction } = caseOf(underQuota, { binding: [predictedBy] })
    const target = { ...serviceTarget, enforces: [predictedBy] }
    expect(heldBy(limiter, { prediction, target }).reasonCode).toBe('within-band')
  })
})
