import { describe, expect, it } from 'vitest'
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import { stepResultOf } from '../../../src/evidence/step-result.ts'
import { knownResult } from '../presentation/known-result.ts'
import { knownRecord } from '../presentation/known-run.ts'

const step = { stepId: 'load-1', label: 'the load', repeat: 2 }

function withResult(change: Partial<NonNullable<MeasuredRecord['result']>>): MeasuredRecord {
  return { ...knownRecord, result: { ...knownResult, ...change } }
}

describe('the result of a step', () => {
  it('has what its run offered, measured and concluded', () => {
    const { overlay, prediction } = knownRecord
    expect(stepResultOf(step, knownRecord)).toEqual({
      ...step,
      runId: knownRecord.id,
      endedAtEpochMs: knownRecord.endedAtEpochMs,
      offered: prediction.offered,
      expected: prediction.expected,
      steady: knownResult.steady,
      wholeRun: knownResult.wholeRun,
      doubt: knownResult.steadyWindow.doubt,
      ackedRatio: knownResult.ackedRatio,
      isSustained: false,
      verdict: overlay?.verdict,
      reason: overlay?.reason,
      marks: overlay?.marks,
      limiter: knownResult.diagnosis.limiter,
      responseP99Us: knownResult.latency.response?.p99Us,
    })
  })

  it.each([
    ['nothing', true],
    ['broker-throttle', false],
    ['client', false],
    ['consumer', false],
    ['unknown', false],
  ] as const)('is sustained if the limiter was %s: %j', (limiter, isSustained) => {
    const diagnosis = { ...knownResult.diagnosis, limiter }
    expect(stepResultOf(step, withResult({ diagnosis }))).toMatchObject({ isSustained, limiter })
  })

  it('keeps its place in the search', () => {
    expect(stepResultOf({ ...step, isClimb: true }, knownRecord)).toMatchObject({ isClimb: true })
    expect(stepResultOf({ ...step, isClimb: false }, knownRecord)).not.toHaveProperty('isClimb')
  })

  it('gives the reason for a missing verdict, and allows a missing end and response time', () => {
    const bare = { ...withResult({ latency: { ...knownResult.latency, response: null } }), overlay: null }
    expect(stepResultOf(step, { ...bare, endDetail: 'A broker was lost.', endedAtEpochMs: null })).toMatchObject({
      verdict: null,
      reason: 'A broker was lost.',
      marks: [],
      endedAtEpochMs: knownRecord.createdAtEpochMs,
      responseP99Us: null,
    })
    expect(stepResultOf(step, { ...bare, endDetail: null }).reason).toBe(
      'The run was not compared with its prediction.',
    )
  })

  it('does not exist for a run that measured nothing', () => {
    expect(() => stepResultOf(step, { ...knownRecord, result: null })).toThrow('measured nothing')
  })
})
