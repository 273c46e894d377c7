import { describe, expect, it } from 'vitest'
import { overlayRun } from '../../../src/evidence/overlay-run.ts'
import { knownImport } from '../reports/known-import.ts'
import { knownRecord } from '../reports/known-run.ts'

describe('the verdict on a run', () => {
  it('rests on its result where it has samples, and on what tools printed where it has outputs', () => {
    expect(overlayRun(knownRecord)?.marks).toContain('declared capacity')
    expect(overlayRun(knownImport)).toEqual(knownImport.overlay)
  })

  it('is not there without a prediction or a result', () => {
    expect(overlayRun({ ...knownImport, prediction: null })).toBeNull()
    expect(overlayRun({ ...knownRecord, result: null })).toBeNull()
  })

  it('asks of a run of tools on a known target whether that limits what binds', () => {
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

  it('is marked where the run is partial', () => {
    expect(overlayRun({ ...knownImport, status: 'partial' })).toMatchObject({
      reasonCode: 'partial-run',
      marks: ['imported', 'partial'],
    })
  })
})
