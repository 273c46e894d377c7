import { describe, expect, it } from 'vitest'
import { verdictSoFar } from '../../../src/evidence/verdict-so-far.ts'
import { withResult } from '../../../src/workbench/validation/run-end.ts'
import { exampleSample, runningRecord } from '../workbench/example-run.ts'

const run = runningRecord('r1')
const secondsOf = (count: number) => Array.from({ length: count }, (_, second) => exampleSample(run, second))

describe('the verdict so far', () => {
  it('is null before two quota windows after the burn-in are covered', () => {
    expect(verdictSoFar(run, [])).toBeNull()
    expect(verdictSoFar(run, secondsOf(42))).toBeNull()
    expect(verdictSoFar(run, secondsOf(43))?.windows).toBe(2)
  })

  it('is that of the whole run if the rest is like what was measured, though windows are too few', () => {
    const whole = withResult({ ...run, status: 'complete', endReason: 'plan-complete' }, secondsOf(110))
    const soFar = verdictSoFar(run, secondsOf(66))
    expect(soFar).toEqual({ verdict: whole.overlay?.verdict, reason: whole.overlay?.reason, windows: 4 })
    expect(whole.overlay?.reasonCode).not.toBe('too-short')
  })
})
