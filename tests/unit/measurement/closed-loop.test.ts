import { describe, expect, it } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import { closedLoopOver } from '../../../src/measurement/closed-loop.ts'
import { planOf, simulateRun } from './simulated-run.ts'

/** Two producers of 1,000 records/s each; the first has synchronous senders. */
function planWith(synchronousSenders: number | undefined): RunPlan {
  const plan = planOf({ producers: 2, durationSeconds: 40 })
  const producers = plan.producers.map((producer, index) =>
    index === 0 && synchronousSenders !== undefined ? { ...producer, synchronousSenders } : producer,
  )
  return { ...plan, producers }
}

describe('the synchronous senders of a run', () => {
  const { samples } = simulateRun({ producers: 2, durationSeconds: 40, clientPerSec: 250 })
  const focus = samples.filter(({ second }) => second >= 22 && second < 40)

  it('are measured against the schedule of their own producers', () => {
    const found = closedLoopOver(planWith(5), focus)
    expect(found?.metRatio).toBeCloseTo(0.25, 2)
    expect(found?.recordsPerSec).toBeCloseTo(250, 0)
    expect(found?.waitMs).toBeCloseTo(20, 1)
    expect(found?.senders).toBe(5)
  })

  it('are null in a plan without them, and before anything was acknowledged', () => {
    expect(closedLoopOver(planWith(undefined), focus)).toBeNull()
    expect(closedLoopOver(planWith(5), [])).toBeNull()
  })
})
