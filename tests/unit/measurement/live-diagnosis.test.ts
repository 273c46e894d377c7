import { describe, expect, it } from 'vitest'
import { liveDiagnosis } from '../../../src/measurement/live-diagnosis.ts'
import { simulateRun } from './simulated-run.ts'

describe('the diagnosis of a live run', () => {
  it('is null until a few seconds after the burn-in', () => {
    const { plan, samples } = simulateRun({ quotaPerSec: 600, burstPerSec: 3000 })
    const burnInSeconds = plan.burnInMs / 1000
    expect(liveDiagnosis(plan, samples.slice(0, burnInSeconds + 4))).toBeNull()
    expect(liveDiagnosis(plan, samples.slice(0, burnInSeconds + 5))).not.toBeNull()
  })

  it('names a quota that limits the load, and nothing if the load is met', () => {
    const held = simulateRun({ quotaPerSec: 600, burstPerSec: 3000 })
    expect(liveDiagnosis(held.plan, held.samples.slice(0, 60))?.limiter).toBe('broker-throttle')
    const met = simulateRun({})
    expect(liveDiagnosis(met.plan, met.samples.slice(0, 60))?.limiter).toBe('nothing')
  })
})
