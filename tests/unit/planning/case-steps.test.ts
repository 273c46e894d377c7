import { describe, expect, it } from 'vitest'
import { type Campaign, campaign } from '../../../src/contracts/campaign.ts'
import { check } from '../../../src/contracts/parse.ts'
import { knownConfigurations, maxRunsOf } from '../../../src/planning/campaign-configurations.ts'
import { peakOfCase } from '../../../src/planning/case-steps.ts'
import { nextStep } from '../../../src/planning/next-step.ts'
import { isOfOlderRule, resultsAsCountedToday } from '../../../src/planning/older-record.ts'
import { countedRuns, type StepOutcome } from '../../../src/planning/step-outcome.ts'
import { whitePaper } from '../capacity/known-files.ts'

const partitions = 'workload.topics.0.partitions'
const cases = [
  { id: 'few', label: 'few', set: { [partitions]: 3 } },
  { id: 'many', label: 'many', set: { [partitions]: 300 } },
]
const growth = { writers: [1, 2, 4, 8], recordsPerSecEach: 1000, flatRatio: 0.05 }

function campaignOf(method: object, rest: Partial<Campaign> = {}): Campaign {
  const common = { kind: 'headroom.campaign', schemaVersion: 1, name: 'c', scenario: whitePaper }
  return campaign.parse({ ...common, method: { kind: 'cases', cases, ...method }, ...rest })
}

/** Runs to the end; each writer writes 1000, up to what the number of partitions takes. */
function runAll(given: Campaign, capacityOf: (stepPartitions: number) => number): StepOutcome[] {
  const results: StepOutcome[] = []
  for (let step = nextStep(given, results); step !== null; step = nextStep(given, results)) {
    const { topics, producers } = step.scenario.workload
    const rate = Math.min(producers[0]?.peakRecordsPerSec ?? 0, capacityOf(topics[0]?.partitions ?? 0))
    const figures = { ingressWireBytesPerSec: rate, ingressPayloadBytesPerSec: rate }
    const wholeRun = { ...figures, egressWireBytesPerSec: 0, egressPayloadBytesPerSec: 0, recordsPerSec: rate }
    const { stepId, isClimb } = step
    results.push({ stepId, ...(isClimb === true ? { isClimb } : {}), isSustained: false, steady: null, wholeRun })
    if (results.length > 100) throw new Error('the campaign does not end')
  }
  return results
}

const figuresOfOne = { ingressWireBytesPerSec: 1, ingressPayloadBytesPerSec: 1 }

const idsOf = (results: readonly StepOutcome[]) => results.map(({ stepId }) => stepId)

describe('a campaign of cases', () => {
  it('runs each row with its fields, as many times as requested', () => {
    const both = { id: 'both', label: 'both', set: { [partitions]: 3, 'workload.producers.0.acks': '1' } }
    const given = campaignOf({ cases: [both, cases[1]] }, { repeats: 2 })
    expect(idsOf(runAll(given, () => 1e9))).toEqual(['both', 'both', 'many', 'many'])
    const { workload } = nextStep(given, [])?.scenario ?? {}
    expect([workload?.topics[0]?.partitions, workload?.producers[0]?.acks]).toEqual([3, '1'])
    expect(maxRunsOf(given)).toBe(4)
  })

  it('counts an older record by today’s rule: the first run of each grown step was the choosing run', () => {
    const given = campaignOf({ growth }, { repeats: 3 })
    const today = runAll(given, (count) => (count === 3 ? 2_000 : 1_000))
    const older = today.map(({ isClimb: _climb, ...result }) => result)
    expect([isOfOlderRule(given, older), isOfOlderRule(given, today), isOfOlderRule(given, [])]).toEqual([
      true,
      false,
      false,
    ])
    expect(resultsAsCountedToday(given, older)).toEqual(today)
    expect(resultsAsCountedToday(given, today)).toBe(today)
    const once = campaignOf({ growth })
    expect(isOfOlderRule(once, older)).toBe(false)
    expect(isOfOlderRule(campaignOf({}, { repeats: 3 }), older)).toBe(false)
  })

  it('grows each row until more producers add too little, and counts only the repeats of its peak', () => {
    const given = campaignOf({ growth }, { repeats: 3 })
    const results = runAll(given, (count) => (count === 3 ? 2_000 : 1_000))
    expect(idsOf(results)).toEqual([
      ...['few.1-writers', 'few.2-writers', 'few.4-writers', ...Array(3).fill('few.2-writers')],
      ...['many.1-writers', 'many.2-writers', ...Array(3).fill('many.1-writers')],
    ])
    expect(cases.map((each) => peakOfCase(given, each, results))).toEqual([
      { stepId: 'few.2-writers', writers: 2 },
      { stepId: 'many.1-writers', writers: 1 },
    ])
    expect(results.length).toBeLessThanOrEqual(maxRunsOf(given))
    expect(maxRunsOf(given)).toBe(14)
    expect(results.map(({ isClimb = false }) => isClimb)).toEqual([
      ...[true, true, true, false, false, false],
      ...[true, true, false, false, false],
    ])
    expect(countedRuns(results, 'few.2-writers')).toEqual(results.slice(3, 6))
    // Of other numbers of writers there is nothing else.
    expect(countedRuns(results, 'few.4-writers')).toEqual(results.slice(2, 3))
  })

  it('tries every number of producers if the rate never flattens, and does not change fixed rows', () => {
    const fixed = { id: 'idle', label: 'idle', set: {}, isFixed: true }
    const given = campaignOf({ cases: [cases[0], fixed], growth })
    expect(idsOf(runAll(given, () => 1e9))).toEqual([
      ...['few.1-writers', 'few.2-writers', 'few.4-writers', 'few.8-writers'],
      'idle',
    ])
  })

  it('runs a row below a peak after that peak is known, with its producers at a share of its rate', () => {
    const below = { id: 'below', label: 'below', set: { [partitions]: 300 }, below: { caseId: 'many', loadRatio: 0.8 } }
    const given = campaignOf({ cases: [below, cases[1]], growth }, { repeats: 2 })
    const results = runAll(given, () => 2_000)
    expect(idsOf(results)).toEqual([
      ...['many.1-writers', 'many.2-writers', 'many.4-writers'],
      ...['below', 'below', 'many.2-writers', 'many.2-writers'],
    ])
    expect(results[4]?.wholeRun?.recordsPerSec).toBeCloseTo(1_600)
    const last = nextStep(given, results.slice(0, 4))
    expect(last?.scenario.workload.producers[0]?.clients).toBe(2)
    // Before anything is known, the most that it can be: 8 writers of 1000 each.
    const foretold = knownConfigurations(given).find(({ stepId }) => stepId === 'below')
    expect(foretold?.scenario().workload.producers[0]?.peakRecordsPerSec).toBeCloseTo(6_400)
    expect(results.length).toBeLessThanOrEqual(maxRunsOf(given))
    const lost = { ...below, below: { caseId: 'nobody', loadRatio: 0.8 } }
    const outcome = check(campaign, { ...given, method: { kind: 'cases', cases: [lost], growth } })
    expect(outcome.ok ? [] : outcome.problems).toMatchObject([
      { message: 'expected a case that grows (found "nobody")' },
    ])
  })

  it('ends a climb before a refused number of producers, repeats its best step and goes on with the next row', () => {
    const given = campaignOf({ growth }, { repeats: 2 })
    const wholeRun = { recordsPerSec: 1_000 } as NonNullable<StepOutcome['wholeRun']>
    const climb: StepOutcome = { stepId: 'few.1-writers', isClimb: true, isSustained: false, steady: null, wholeRun }
    const { isClimb: _climb, ...one } = climb
    expect(nextStep(given, [climb])?.stepId).toBe('few.2-writers')
    expect(nextStep(given, [climb], { notRun: ['few.2-writers'] })?.stepId).toBe('few.1-writers')
    expect(nextStep(given, [climb, one, one], { notRun: ['few.2-writers'] })?.stepId).toBe('many.1-writers')
    expect(nextStep(given, [], { notRun: ['few.1-writers'] })?.stepId).toBe('many.1-writers')
  })

  it('in a random order climbs and runs every row before any peak is run again, the same after each replay', () => {
    const given = campaignOf({ growth: { ...growth, writers: [1, 2] } }, { repeats: 2, orderSeed: 3 })
    const results = runAll(given, () => 1e9)
    expect([...idsOf(results)].slice(0, 6).sort()).toEqual([
      ...['few.1-writers', 'few.2-writers', 'few.2-writers'],
      ...['many.1-writers', 'many.2-writers', 'many.2-writers'],
    ])
    expect([...idsOf(results)].slice(6).sort()).toEqual(['few.2-writers', 'many.2-writers'])
    for (let done = 0; done < results.length; done += 1) {
      expect(nextStep(given, results.slice(0, done))?.stepId).toBe(results[done]?.stepId)
    }
  })

  it('keeps cases of one cluster together in every round, and begins a round with the running cluster', () => {
    const rows = [1, 2, 3, 4, 5, 6].map((each) => ({ id: `row-${each}`, label: 'row', set: { [partitions]: each } }))
    const given = campaignOf({ cases: rows }, { repeats: 3, orderSeed: 2 })
    const clusterOf = ({ workload }: Campaign['scenario']) =>
      (workload.topics[0]?.partitions ?? 0) > 4 ? 'far' : 'near'
    const clusters: string[] = []
    const results: StepOutcome[] = []
    const wholeRun = { ...figuresOfOne, egressWireBytesPerSec: 0, egressPayloadBytesPerSec: 0, recordsPerSec: 1 }
    for (
      let step = nextStep(given, results, { clusterOf });
      step !== null;
      step = nextStep(given, results, { clusterOf })
    ) {
      clusters.push(clusterOf(step.scenario))
      results.push({ stepId: step.stepId, isSustained: false, steady: null, wholeRun })
    }
    const changes = clusters.flatMap((each, index) => (each === clusters[index - 1] ? [] : [each]))
    expect([clusters.length, changes.length]).toEqual([18, 4])
    expect(idsOf(results.slice(0, 6)).sort()).toEqual(rows.map(({ id }) => id))
    expect(idsOf(results.slice(0, 6))).not.toEqual(idsOf(results.slice(6, 12)))
  })

  it('refuses a repeated case, and numbers of producers that do not rise', () => {
    const common = { kind: 'headroom.campaign', schemaVersion: 1, name: 'c', scenario: whitePaper }
    const method = { kind: 'cases', cases: [cases[0], cases[0]], growth: { ...growth, writers: [2, 2] } }
    const outcome = check(campaign, { ...common, method })
    const problems = outcome.ok ? [] : outcome.problems.map(({ place, message }) => `${place}: ${message}`)
    expect(problems.join('\n')).toMatch(/rising numbers of writers/)
    const twice = check(campaign, { ...common, method: { kind: 'cases', cases: [cases[0], cases[0]] } })
    expect(twice.ok ? '' : twice.problems.map(({ message }) => message).join()).toMatch(
      /there is already a case named "few"/,
    )
  })
})
