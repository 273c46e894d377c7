import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Campaign, campaign, campaignStep, type StepResult } from '../../../src/contracts/campaign.ts'
import { highestSustainedFactor, nextStep } from '../../../src/planning/next-step.ts'
import { whitePaper } from '../capacity/known-files.ts'

function campaignOf(method: Campaign['method'], repeats = 1): Campaign {
  const common = { kind: 'headroom.campaign', schemaVersion: 1, id: 'c1', name: 'campaign' } as const
  return campaign.parse({ ...common, scenario: whitePaper, method, repeats })
}

/** Runs a campaign to its end; a step is sustained where its load is at most `capacityFactor` of the scenario's. */
function runAll(given: Campaign, capacityFactor: number): StepResult[] {
  const results: StepResult[] = []
  for (let step = nextStep(given, results); step !== null; step = nextStep(given, results)) {
    const factor = (step.scenario.workload.producers[0]?.peakRecordsPerSec ?? 0) / 240_000
    const isSustained = factor <= capacityFactor
    const ackedRatio = Math.min(1, capacityFactor / factor)
    results.push({ stepId: step.stepId, runId: `run-${results.length}`, ackedRatio, isSustained, steadyMean: null })
    if (results.length > 500) throw new Error('the campaign does not end')
  }
  return results
}

describe('campaigns', () => {
  it('single: the scenario as often as asked', () => {
    const given = campaignOf({ kind: 'single' }, 3)
    expect(runAll(given, 1).map((result) => result.stepId)).toEqual(['single', 'single', 'single'])
    expect(nextStep(given, [])).toMatchObject({ repeat: 1, scenario: whitePaper })
    expect(campaignStep.safeParse(nextStep(given, [])).success).toBe(true)
  })

  it('ladder: one factor after another, to the first that is not sustained', () => {
    const loadFactors = [0.25, 0.5, 0.75, 1]
    const results = runAll(campaignOf({ kind: 'ladder', loadFactors, stopsWhenSaturated: true }), 0.6)
    expect(results.map((result) => result.stepId)).toEqual(['load-0.25', 'load-0.5', 'load-0.75'])
    const whole = runAll(campaignOf({ kind: 'ladder', loadFactors, stopsWhenSaturated: false }), 0.6)
    expect(whole).toHaveLength(4)
  })

  it('repeats each step before the next and goes by the majority', () => {
    const given = campaignOf({ kind: 'ladder', loadFactors: [1, 2], stopsWhenSaturated: true }, 3)
    const result = (isSustained: boolean, index: number): StepResult => ({
      stepId: 'load-1',
      runId: `run-${index}`,
      ackedRatio: 1,
      isSustained,
      steadyMean: null,
    })
    expect(nextStep(given, [true, false].map(result))).toMatchObject({ stepId: 'load-1', repeat: 3 })
    expect(nextStep(given, [true, false, true].map(result))?.stepId).toBe('load-2')
    expect(nextStep(given, [false, false, true].map(result))).toBeNull()
  })

  it('saturation search: finds the highest sustained factor to within its tolerance', () => {
    const given = campaignOf({ kind: 'saturation-search', lowFactor: 0.1, highFactor: 2, toleranceRatio: 0.02 })
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1.99, noNaN: true }), (capacityFactor) => {
        const results = runAll(given, capacityFactor)
        const found = highestSustainedFactor(given, results) ?? 0
        expect(found).toBeLessThanOrEqual(capacityFactor)
        expect(found).toBeGreaterThanOrEqual(capacityFactor / 1.021)
        expect(results.length).toBeLessThan(14)
      }),
    )
  })

  it('saturation search: stops at once where even the lowest is too much, or the highest is not', () => {
    const given = campaignOf({ kind: 'saturation-search', lowFactor: 0.5, highFactor: 2, toleranceRatio: 0.02 })
    expect(runAll(given, 0.1).map((result) => result.stepId)).toEqual(['load-0.5'])
    expect(highestSustainedFactor(given, runAll(given, 0.1))).toBeNull()
    expect(runAll(given, 9).map((result) => result.stepId)).toEqual(['load-0.5', 'load-2'])
  })

  it('sweep: one field at each value, all of them', () => {
    const given = campaignOf({ kind: 'sweep', path: 'workload.topics.0.partitions', values: [1, 10, 100] })
    const seen: (number | undefined)[] = []
    const results: StepResult[] = []
    for (let step = nextStep(given, results); step !== null; step = nextStep(given, results)) {
      seen.push(step.scenario.workload.topics[0]?.partitions)
      results.push({ stepId: step.stepId, runId: 'r', ackedRatio: 1, isSustained: false, steadyMean: null })
    }
    expect(seen).toEqual([1, 10, 100])
    expect(results.map((result) => result.stepId)).toEqual(['value-1', 'value-2', 'value-3'])
  })

  it('sweep: a wrong value is refused with its place', () => {
    const given = campaignOf({ kind: 'sweep', path: 'workload.topics.0.partitions', values: [-1] })
    expect(() => nextStep(given, [])).toThrow('The step workload.topics.0.partitions = -1 has 1 problem.')
  })

  it('resuming is replaying: results in any order give the same next step', () => {
    const given = campaignOf({ kind: 'saturation-search', lowFactor: 0.1, highFactor: 2, toleranceRatio: 0.02 })
    const all = runAll(given, 0.7)
    for (let done = 0; done <= all.length; done++) {
      const before = all.slice(0, done)
      expect(nextStep(given, [...before].reverse())).toEqual(nextStep(given, before))
      expect(nextStep(given, before)?.stepId ?? null).toBe(all[done]?.stepId ?? null)
    }
  })
})
