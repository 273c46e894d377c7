import fc from 'fast-check'
import { expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { type Scenario, scenario as schema } from '../../../src/contracts/scenario.ts'
import { planProblems } from '../../../src/planning/plan-problems.ts'
import { isFieldPlace } from '../../../src/renderer/features/sizing/field-table.ts'
import { dedicated, first } from '../capacity/known-files.ts'

const numbers = { brokers: 3, durationMs: 110_000, quotaWindowMs: 11_000, runId: 'run' }

/** Values that sizing accepts, and that a run may not have. */
const scenarios = fc
  .record({
    recordValueBytes: fc.integer({ min: 1, max: 2_000_000 }),
    recordKeyBytes: fc.integer({ min: 0, max: 1_000_000 }),
    keys: fc.constantFrom(
      { kind: 'none' },
      { kind: 'uniform', distinct: 1_000_000 },
      { kind: 'zipf', distinct: 300, exponent: 1 },
    ),
    clients: fc.integer({ min: 1, max: 100_000 }),
    synchronousSenders: fc.integer({ min: 1, max: 100_000 }),
    startDelayMs: fc.integer({ min: 1, max: 86_400_000 }),
  })
  .map(({ startDelayMs, ...producer }): Scenario => {
    const { producers, consumerGroups } = first.workload
    const workload = {
      ...first.workload,
      producers: producers.map((each) => ({ ...each, ...producer })),
      consumerGroups: consumerGroups.map((each) => ({ ...each, startDelayMs })),
    }
    return schema.parse({ ...first, workload })
  })

/** A value may fit only after another one was set: a longer key leaves less room. */
const mostRounds = 2

const fieldProblems = (scenario: Scenario) => planProblems(scenario, numbers).filter(({ place }) => isFieldPlace(place))

/** The scenario with every offered value set. */
function mended(scenario: Scenario): Scenario {
  const changed = fieldProblems(scenario).reduce<unknown>((before, { place, set }) => {
    expect(set?.place).toBe(place)
    return setScenarioField(before, place.replace(/\[(\d+)\]/g, '.$1'), set?.value)
  }, scenario)
  return schema.parse(changed)
}

it('every field that a run refuses and sizing accepts comes with a value, and the run takes those', () => {
  let refused = 0
  fc.assert(
    fc.property(scenarios, (scenario) => {
      expect(predict(scenario, dedicated).deployment.size).toBe(1)
      refused += fieldProblems(scenario).length
      let changed = scenario
      for (let round = 0; round < mostRounds; round += 1) changed = mended(changed)
      expect(fieldProblems(changed)).toEqual([])
    }),
    { numRuns: 200 },
  )
  expect(refused).toBeGreaterThan(200)
})
