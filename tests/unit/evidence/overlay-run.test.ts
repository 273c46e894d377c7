import { describe, expect, it } from 'vitest'
import type { Overlay } from '../../../src/contracts/verdict.ts'
import { overlayByCurrentRules, overlayRun, ruleVersionOf } from '../../../src/evidence/overlay-run.ts'
import { knownImport } from '../presentation/known-import.ts'
import { knownRecord } from '../presentation/known-run.ts'

describe('the verdict on a run', () => {
  it('is based on the result of samples, or on what tools printed if there are no samples', () => {
    expect(overlayRun(knownRecord)?.marks).toContain('declared capacity')
    expect(overlayRun(knownImport)).toEqual(knownImport.overlay)
  })

  it('is null without a prediction or a result', () => {
    expect(overlayRun({ ...knownImport, prediction: null })).toBeNull()
    expect(overlayRun({ ...knownRecord, result: null })).toBeNull()
    expect(overlayRun({ ...knownRecord, target: null })).toBeNull()
    expect(overlayRun({ ...knownRecord, plan: null })).toBeNull()
  })

  it('of tools on a known target depends on whether the target enforces the binding limit', () => {
    const { observations, prediction } = knownImport
    const target = { ...knownRecord.target, kind: 'embedded:simulated' as const }
    expect(overlayRun({ ...knownImport, target: null, observations, prediction })?.reasonCode).toBe('no-interval')
    expect(
      overlayRun({ ...knownRecord, observations, prediction: prediction ?? knownRecord.prediction, target }),
    ).toMatchObject({
      reasonCode: 'dimension-not-enforced',
      marks: ['imported'],
    })
  })

  it('is marked if the run is partial', () => {
    expect(overlayRun({ ...knownImport, status: 'partial' })).toMatchObject({
      reasonCode: 'partial-run',
      marks: ['imported', 'partial'],
    })
  })
})

describe('the verdict on a run of tools that Headroom started', () => {
  it('counts its windows, and counts none if their number is not known', () => {
    const { observations, prediction } = knownImport
    const target = {
      ...knownRecord.target,
      enforces: (prediction ?? knownRecord.prediction).binding.map((b) => b.dimension),
    }
    const withWindows = (windows: number | null) =>
      overlayRun({ ...knownImport, target, observations: { ...observations, windows } })
    expect(withWindows(null)?.reason).toContain('0 of the 8 whole quota windows')
    expect(withWindows(7)?.reason).toContain('7 of the 8 whole quota windows')
    expect(withWindows(8)?.reasonCode).toBe('no-interval')
  })
})

describe('the verdict by the rules of this version', () => {
  const overlay = overlayRun(knownRecord)
  if (overlay === null) throw new Error('the known run has no verdict')
  const { ruleVersion, ...rest } = overlay
  const older: Overlay = rest
  const judged = { ...knownRecord, overlay }

  it('is given of a run that older rules judged, and of no other', () => {
    expect(ruleVersion).toBe(4)
    expect([ruleVersionOf(overlay), ruleVersionOf(older)]).toEqual([4, 1])
    expect(overlayByCurrentRules(judged)).toBeNull()
    expect(overlayByCurrentRules({ ...judged, overlay: null })).toBeNull()
    expect(overlayByCurrentRules({ ...knownRecord, overlay: older })).toEqual(overlayRun(knownRecord))
    const { overlay: ofImport } = knownImport
    if (ofImport === null) throw new Error('the known import has no verdict')
    const { ruleVersion: _current, ...olderImport } = ofImport
    expect(overlayByCurrentRules({ ...knownImport, overlay: olderImport })).toEqual(ofImport)
    expect(overlayByCurrentRules({ ...knownImport, overlay: olderImport, offering: null })).toEqual(ofImport)
  })

  it('takes what the target enforces from the rules of today', () => {
    const [binding] = knownRecord.prediction.binding
    if (binding === undefined) throw new Error('nothing binds')
    const target = { ...knownRecord.target, enforces: [] }
    expect(overlayRun({ ...knownRecord, target })?.reasonCode).toBe('dimension-not-enforced')
    expect(overlayByCurrentRules({ ...knownRecord, target, overlay: older })).toEqual(overlayRun(knownRecord))
  })
})
