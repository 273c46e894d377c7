import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Campaign, type CampaignMethod, campaign, campaignStep } from '../../../src/contracts/campaign.ts'
import { check } from '../../../src/contracts/parse.ts'
import { maxRunsOf } from '../../../src/planning/campaign-configurations.ts'
import { highestSustainedFactor, isStepSustained, nextStep } from '../../../src/planning/next-step.ts'
import { shuffled } from '../../../src/planning/shuffled.ts'
import type { StepOutcome } from '../../../src/planning/step-outcome.ts'
import { whitePaper } from '../capacity/known-files.ts'

const common = { kind: 'headroom.campaign', schemaVersion: 1, name: 'campaign', scenario: whitePaper } as const

function campaignOf(method: CampaignMethod, rest: Partial<Campaign> = {}): Campaign {
  return campaign.parse({ ...common, method, ...rest })
}

function sweepOf(path: string, values: Extract<CampaignMethod, { kind: 'sweep' }>['fields'][number]['values']) {
  return campaignOf({ kind: 'sweep', fields: [{ path, values }] })
}

/** Runs a campaign to its end; a step is sustained where its load is at most `capacityFactor` of the scenario's. */
function runAll(given: Campaign, capacityFactor: number): StepOutcome[] {
  const results: StepOutcome[] = []
  for (let step = nextStep(given, results); step !== null; step = nextStep(given, results)) {
    const factor = (step.scenario.workload.producers[0]?.peakRecordsPerSec ?? 0) / 240_000
    results.push({ stepId: step.stepId, isSustained: factor <= capacityFactor })
    if (results.length > 500) throw new Error('the campaign does not end')
  }
  return results
}

/** All problems of a campaign file. */
function problemsOf(value: object): string[] {
  const outcome = check(campaign, { ...common, ...value })
  return outcome.ok ? [] : outcome.problems.map(({ place, message }) => `${place}: ${message}`)
}

describe('campaigns', () => {
  it('single: runs the scenario as many times as requested', () => {
    const given = campaignOf({ kind: 'single' }, { repeats: 3 })
    expect(runAll(given, 1).map((result) => result.stepId)).toEqual(['single', 'single', 'single'])
    expect(nextStep(given, [])).toMatchObject({ repeat: 1, scenario: whitePaper })
    expect(campaignStep.safeParse(nextStep(given, [])).success).toBe(true)
  })

  it.each([
    [[true, false], false],
    [[false, true, true], true],
    [[true, false, false], false],
    [[true, true, false, false], false],
    [[true, true, true, false], true],
    [[true], true],
  ])('count a step as sustained in more than half of its repeats: %j', (repeats, isSustained) => {
    const given = campaignOf({ kind: 'single' }, { repeats: repeats.length })
    const results = repeats.map((each) => ({ stepId: 'single', isSustained: each }))
    expect(isStepSustained(given, results, 'single')).toBe(isSustained)
    expect(isStepSustained(given, results.slice(1), 'single')).toBeNull()
  })

  it('ladder: runs one factor after another, up to the first that is not sustained', () => {
    const loadFactors = [0.25, 0.5, 0.75, 1]
    const results = runAll(campaignOf({ kind: 'ladder', loadFactors, stopsWhenSaturated: true }), 0.6)
    expect(results.map((result) => result.stepId)).toEqual(['load-0.25', 'load-0.5', 'load-0.75'])
    const whole = runAll(campaignOf({ kind: 'ladder', loadFactors, stopsWhenSaturated: false }), 0.6)
    expect(whole).toHaveLength(4)
  })

  it('repeats each step before the next, and decides by the majority', () => {
    const given = campaignOf({ kind: 'ladder', loadFactors: [1, 2], stopsWhenSaturated: true }, { repeats: 3 })
    const result = (isSustained: boolean): StepOutcome => ({ stepId: 'load-1', isSustained })
    expect(nextStep(given, [true, false].map(result))).toMatchObject({ stepId: 'load-1', repeat: 3 })
    expect(nextStep(given, [true, false, true].map(result))?.stepId).toBe('load-2')
    expect(nextStep(given, [false, false, true].map(result))).toBeNull()
  })

  it('saturation search: finds the highest sustained factor within its tolerance, in no more runs than predicted', () => {
    const given = campaignOf({ kind: 'saturation-search', lowFactor: 0.1, highFactor: 2, toleranceRatio: 0.02 })
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 1.99, noNaN: true }), (capacityFactor) => {
        const results = runAll(given, capacityFactor)
        const found = highestSustainedFactor(given, results) ?? 0
        expect(found).toBeLessThanOrEqual(capacityFactor)
        expect(found).toBeGreaterThanOrEqual(capacityFactor / 1.021)
        expect(results.length).toBeLessThanOrEqual(maxRunsOf(given))
      }),
    )
    expect(maxRunsOf(given)).toBe(12)
  })

  it('saturation search: stops at once if the lowest factor is not sustained, or if the highest is', () => {
    const given = campaignOf({ kind: 'saturation-search', lowFactor: 0.5, highFactor: 2, toleranceRatio: 0.02 })
    expect(runAll(given, 0.1).map((result) => result.stepId)).toEqual(['load-0.5'])
    expect(highestSustainedFactor(given, runAll(given, 0.1))).toBeNull()
    expect(runAll(given, 9).map((result) => result.stepId)).toEqual(['load-0.5', 'load-2'])
  })

  it('sweep: runs every value of one field', () => {
    const given = sweepOf('workload.topics.0.partitions', [1, 10, 100])
    const seen: (number | undefined)[] = []
    const results: StepOutcome[] = []
    for (let step = nextStep(given, results); step !== null; step = nextStep(given, results)) {
      seen.push(step.scenario.workload.topics[0]?.partitions)
      results.push({ stepId: step.stepId, isSustained: false })
    }
    expect(seen).toEqual([1, 10, 100])
    expect(results.map((result) => result.stepId)).toEqual(['value-1', 'value-2', 'value-3'])
    expect(nextStep(given, [])?.label).toBe('partitions = 1')
  })

  it('sweep: runs every combination of several fields, also with values as text', () => {
    const fields = [
      { path: 'workload.producers.0.acks', values: ['1', 'all'] },
      { path: 'workload.topics.0.partitions', values: '3..9:3' },
    ]
    const given = campaignOf({ kind: 'sweep', fields })
    const labels: string[] = []
    const results: StepOutcome[] = []
    for (let step = nextStep(given, results); step !== null; step = nextStep(given, results)) {
      labels.push(step.label)
      results.push({ stepId: step.stepId, isSustained: true })
    }
    expect(labels).toEqual(
      ['1', 'all'].flatMap((acks) => [3, 6, 9].map((partitions) => `acks = ${acks}, partitions = ${partitions}`)),
    )
  })

  it('sweep: a wrong value is refused with its place', () => {
    const given = sweepOf('workload.topics.0.partitions', [-1])
    expect(() => nextStep(given, [])).toThrow('The step workload.topics.0.partitions = -1 has 1 problem.')
  })

  it('in random order: runs every step once before any is repeated, in an order that depends on the seed', () => {
    const method: CampaignMethod = { kind: 'ladder', loadFactors: [1, 2, 3, 4, 5, 6, 7, 8], stopsWhenSaturated: false }
    const order = (orderSeed: number) =>
      runAll(campaignOf(method, { repeats: 2, orderSeed }), 1).map(({ stepId }) => stepId)
    const [first, second] = [order(7).slice(0, 8), order(7).slice(8)]
    expect([new Set(first).size, new Set(second).size]).toEqual([8, 8])
    expect(second).not.toEqual(first)
    expect(order(7)).toEqual([...first, ...second])
    expect(order(9)).not.toEqual(order(7))
    expect(first).not.toEqual(runAll(campaignOf(method), 1).map(({ stepId }) => stepId))
  })

  it('in random order: each round has the order of the next seed, so that a campaign that was kept goes on as it began', () => {
    const loadFactors = [1, 2, 3, 4, 5, 6, 7, 8]
    const given = campaignOf({ kind: 'ladder', loadFactors, stopsWhenSaturated: false }, { repeats: 3, orderSeed: 7 })
    const rounds = [7, 8, 9].flatMap((seed) => shuffled(loadFactors, seed))
    expect(runAll(given, 1).map(({ stepId }) => stepId)).toEqual(rounds.map((factor) => `load-${factor}`))
  })

  it('in random order: ends when every step has its repeats, and not before', () => {
    const given = campaignOf({ kind: 'ladder', loadFactors: [1, 2], stopsWhenSaturated: false }, { orderSeed: 7 })
    const results = [1, 2].map((factor) => ({ stepId: `load-${factor}`, isSustained: true }))
    expect(nextStep(given, results)).toBeNull()
    expect(nextStep(given, results.slice(1))?.stepId).toBe('load-1')
  })

  it('have no highest load if their steps have no load factor', () => {
    const given = campaignOf({ kind: 'single' })
    expect(highestSustainedFactor(given, [{ stepId: 'single', isSustained: true }])).toBeNull()
  })

  it('skips steps that the target refuses, and ends a search that cannot try its next load', () => {
    const loads: CampaignMethod = { kind: 'ladder', loadFactors: [1, 2, 3], stopsWhenSaturated: false }
    for (const rest of [{}, { orderSeed: 3 }]) {
      const given = campaignOf(loads, rest)
      const left = nextStep(given, [{ stepId: 'load-1', isSustained: true }], { notRun: ['load-3'] })
      expect(left?.stepId).toBe('load-2')
      expect(nextStep(given, [], { notRun: ['load-1', 'load-2', 'load-3'] })).toBeNull()
    }
    const again = campaignOf({ kind: 'single' }, { repeats: 3 })
    expect(nextStep(again, [{ stepId: 'single', isSustained: true }], { notRun: ['single'] })).toBeNull()
    const search = campaignOf({ kind: 'saturation-search', lowFactor: 0.5, highFactor: 2, toleranceRatio: 0.02 })
    expect(nextStep(search, [{ stepId: 'load-0.5', isSustained: true }], { notRun: ['load-2'] })).toBeNull()
  })

  it('resumes by replaying: results in any order give the same next step', () => {
    const search: CampaignMethod = { kind: 'saturation-search', lowFactor: 0.1, highFactor: 2, toleranceRatio: 0.02 }
    const ladder: CampaignMethod = { kind: 'ladder', loadFactors: [1, 2, 3, 4, 5], stopsWhenSaturated: false }
    for (const given of [campaignOf(search), campaignOf(ladder, { repeats: 2, orderSeed: 3 })]) {
      const all = runAll(given, 0.7)
      for (let done = 0; done <= all.length; done++) {
        const before = all.slice(0, done)
        expect(nextStep(given, [...before].reverse())).toEqual(nextStep(given, before))
        expect(nextStep(given, before)?.stepId ?? null).toBe(all[done]?.stepId ?? null)
      }
    }
  })
})

describe('a campaign file', () => {
  it('is refused with all problems at once', () => {
    const method = {
      kind: 'ladder',
      loadFactors: [0.5, -1],
      stopsWhenSaturated: 'no',
    }
    const problems = problemsOf({ method, repeats: 0, colour: 'blue' })
    for (const place of ['method.loadFactors[1]', 'method.stopsWhenSaturated', 'repeats', 'colour']) {
      expect(problems.some((problem) => problem.startsWith(place))).toBe(true)
    }
  })

  it.each([
    [{ kind: 'ladder' }, 'method.loadFactors'],
    [{ kind: 'sweep', fields: [{ path: 'deployment.size', values: 3 }] }, 'a text like "3,6,12"'],
    [{ kind: 'saturation-search', lowFactor: 2, highFactor: 1 }, 'expected more than 2'],
    [{ kind: 'climb' }, 'method.kind'],
  ])('cannot have the method %j', (method, sentence) => {
    expect(problemsOf({ method }).join('\n')).toContain(sentence)
  })

  it('cannot have a random order if each step depends on the one before', () => {
    const search = { kind: 'saturation-search', lowFactor: 1, highFactor: 2 }
    expect(problemsOf({ method: search, orderSeed: 1 }).join()).toContain('orderSeed: expected no random order')
    expect(problemsOf({ method: { kind: 'ladder', loadFactors: [1] }, orderSeed: 1 }).join()).toContain(
      'set stopsWhenSaturated to false',
    )
  })
})
