import { describe, expect, it } from 'vitest'
import { validationRequest } from '../../../src/contracts/validation-request.ts'
import { requestOfRun } from '../../../src/renderer/features/runs/run-request.ts'
import { emptySets, setsAmong, withRun } from '../../../src/renderer/features/runs/run-sets.ts'
import { emptyRequestForm, readRequestForm } from '../../../src/renderer/features/validation/request-form.ts'
import { draftValidation } from '../../../src/workbench/validation/draft-validation.ts'
import { firstRecord } from '../../../src/workbench/validation/first-record.ts'
import { knownRecord } from '../presentation/known-run.ts'
import { exampleOffering } from '../workbench/example-run.ts'
import { smallScenario } from '../workbench/small-scenario.ts'

function draft(request: Omit<Parameters<typeof draftValidation>[0]['request'], 'target'>) {
  return draftValidation({
    runId: 'run',
    request: validationRequest.parse({ ...request, target: { kind: 'embedded:kafka' } }),
    offering: exampleOffering,
    chosen: { kind: 'embedded:kafka', notice: null },
    scale: request.scale ?? 1,
    kafkaVersion: '4.3.1',
  })
}

describe('a repeated run', () => {
  it.each([{ scale: 0.05 }, { scale: 0.3, durationMs: 60_000, quotaWindowSeconds: 4, quotaFactor: 0.7 }, { scale: 1 }])(
    'offers the same load to the same quotas: %j',
    (how) => {
      const first = draft({ scenario: smallScenario, ...how })
      const { scenario, form } = requestOfRun(firstRecord('run', first, 1))
      expect(scenario.workload).toEqual(smallScenario.workload)
      // What the form had before. None of these values may remain.
      const left = { ...emptyRequestForm, quotaFactor: '9', quotaWindow: '30 s', scale: '7', usesExistingTopics: true }
      const reading = readRequestForm({ ...left, ...form }, scenario)
      if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
      const again = draft(reading.request)
      expect(again.target).toEqual(first.target)
      expect(again.plan).toEqual(first.plan)
      expect(again.scenario).toEqual(first.scenario)
    },
  )

  it('is restored too if its offering has no quotas', () => {
    expect(knownRecord.target.quotas).not.toBeNull()
    expect(requestOfRun(knownRecord).form).toMatchObject({ target: 'embedded:kafka', quotaFactor: '' })
  })
})

describe('the sets of marked runs', () => {
  it('have each run at most once', () => {
    const marked = withRun(withRun(emptySets, 'one', 'a', true), 'one', 'b', true)
    expect(marked).toEqual({ one: ['a', 'b'], other: [] })
    expect(withRun(marked, 'other', 'a', true)).toEqual({ one: ['b'], other: ['a'] })
    expect(withRun(marked, 'one', 'a', false)).toEqual({ one: ['b'], other: [] })
  })

  it('lose deleted runs', () => {
    const sets = { one: ['a', 'b'], other: ['c'] }
    expect(setsAmong(sets, [{ id: 'a' }, { id: 'c' }])).toEqual({ one: ['a'], other: ['c'] })
    expect(setsAmong(sets, [{ id: 'c' }, { id: 'b' }, { id: 'a' }])).toBe(sets)
  })
})
