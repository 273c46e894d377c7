import { describe, expect, it } from 'vitest'
import { planProblems } from '../../../src/planning/plan-problems.ts'
import { fieldPatterns } from '../../../src/renderer/features/sizing/field-table.ts'
import { placePattern } from '../../../src/renderer/features/sizing/scenario-path.ts'
import { shownPlace } from '../../../src/renderer/features/validation/shown-place.ts'
import { smallScenario } from '../capacity/known-files.ts'

const numbers = { brokers: 3, durationMs: 110_000, quotaWindowMs: 11_000, runId: 'r1' }
const impossible = {
  topics: planProblems(smallScenario({ topic: { count: 33 } }), numbers),
  rates: planProblems(smallScenario({ producer: { peakRecordsPerSec: 0.001 } }), numbers),
  numbers: planProblems(smallScenario({}), { ...numbers, brokers: 0, durationMs: 0, quotaWindowMs: 0 }),
}

describe('the place of a problem of a run', () => {
  it.each(Object.entries(impossible))('has the name of the form and no path: %s', (_kind, problems) => {
    expect(problems.length).toBeGreaterThan(0)
    for (const { place } of problems) expect(shownPlace(place).label).toMatch(/^[A-Z][a-z ]+$/)
  })

  it('leads to the first field of a list', () => {
    for (const list of ['topics', 'producers', 'consumerGroups']) {
      const { field } = shownPlace(`workload.${list}`)
      expect(fieldPatterns).toContain(placePattern(field ?? ''))
    }
  })

  it('is shown as it is if no form has it', () => {
    expect(shownPlace('10.0.0.5:7443')).toEqual({ label: '10.0.0.5:7443', field: null })
  })
})
