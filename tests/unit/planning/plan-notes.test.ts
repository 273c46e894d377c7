import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minSteadyWindows, wholeWindowsOf } from '../../../src/contracts/plan-windows.ts'
import { lengthNotes, timingNotes } from '../../../src/planning/plan-notes.ts'
import { planRun } from '../../../src/planning/plan-run.ts'
import { parseDuration } from '../../../src/units/duration.ts'
import { smallScenario } from '../capacity/known-files.ts'

const scenario = smallScenario({})
const options = { runId: 'r1', brokers: 3 }

describe('the plan of a load that is too short for its quota windows', () => {
  it('says before the start that it is too short for a verdict, and which length is enough', () => {
    expect(planRun(scenario, { ...options, durationMs: 60_000 }).notes).toEqual([
      'This load is too short for a verdict. In 1 min it has 3 whole quota windows of 11 s after its burn-in, and 8 are needed. Use at least 110s (1 min 50 s).',
    ])
  })

  it('counts one window, and none if the load ends within its burn-in', () => {
    const noteOf = (durationMs: number) => planRun(scenario, { ...options, durationMs }).notes.join()
    expect(noteOf(33_000)).toContain('it has 1 whole quota window of 11 s')
    expect(noteOf(10_000)).toContain('it has no whole quota window of 11 s')
    expect(noteOf(10_000)).toContain('Use at least 110s')
  })

  it('has no note for the usual length, or if no verdict is needed', () => {
    expect(planRun(scenario, options).notes).toEqual([])
    expect(planRun(scenario, { ...options, durationMs: 60_000, isJudged: false }).notes).toEqual([])
  })

  it('asks for a longer load if the last producer begins late', () => {
    const { plan } = planRun(scenario, { ...options, durationMs: 110_000 })
    const late = { ...plan, producers: plan.producers.map((each) => ({ ...each, startDelayMs: 30_000 })) }
    expect(lengthNotes(late)[0]).toContain('Use at least 118s')
  })

  it('names a length that is enough, and at most a second more than needed', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 60_000 }),
        fc.integer({ min: 0, max: 90_000 }),
        (window, startDelayMs) => {
          const short = planRun(scenario, { ...options, quotaWindowMs: window, durationMs: 1_000 }).plan
          const producers = short.producers.map((each) => ({ ...each, startDelayMs }))
          const said = /Use at least (\d+s)/.exec(lengthNotes({ ...short, producers }).join())?.[1] ?? ''
          const reading = parseDuration(said)
          const durationMs = reading.ok ? reading.value : 0
          const planned = (length: number) => ({
            ...planRun(scenario, { ...options, quotaWindowMs: window, durationMs: length }).plan,
            producers,
          })
          expect(wholeWindowsOf(planned(durationMs))).toBe(minSteadyWindows)
          expect(wholeWindowsOf(planned(durationMs - 1_000))).toBeLessThan(minSteadyWindows)
        },
      ),
    )
  })
})

describe('the note on timed records', () => {
  const producer = { clients: 1, peakRecordsPerSec: 50_000 }
  const { plan } = planRun(smallScenario({ producer }), options)

  it('depends on the offered rate', () => {
    expect(timingNotes(plan)).toEqual([
      'At this rate, one in 3 records of a producer is timed and stands for 3. All records are counted.',
    ])
  })

  it('depends on the highest rate of a ramp, as in the producer', () => {
    const ramp = { kind: 'ramp', fromFactor: 0.1, toFactor: 2 } as const
    expect(timingNotes({ ...plan, schedule: ramp })).toEqual([
      'At the rates of its ramp, one in 5 records of a producer is timed and stands for 5. All records are counted.',
    ])
    expect(timingNotes({ ...plan, schedule: { ...ramp, toFactor: 0.3 } })).toEqual([])
  })
})
