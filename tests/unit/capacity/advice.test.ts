import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { type Scenario, scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, exampleScenario } from './known-files.ts'

const payments = exampleScenario('payments')

/** The payments of the example at a peak, on one CKU. */
function atPeak(peakRecordsPerSec: number): Scenario {
  const changes: readonly (readonly [string, unknown])[] = [
    ['deployment.size', 1],
    ['deployment.zones', 'single'],
    ['workload.producers.0.peakRecordsPerSec', peakRecordsPerSec],
    ['workload.producers.0.averageRecordsPerSec', 1_000],
  ]
  return scenario.parse(
    changes.reduce<unknown>((changed, [path, value]) => setScenarioField(changed, path, value), payments),
  )
}

describe('advice', () => {
  it('says that nothing has to change if the size is enough and the load can grow', () => {
    const { advice, smallest } = predict(atPeak(2_000), dedicated)
    expect(smallest?.size).toBe(1)
    expect(advice.map(({ id }) => id)).toEqual(['nothing'])
  })

  it('names the larger size if a limit is above the target, although the load can grow by more than that', () => {
    const { advice, headroom, smallest } = predict(atPeak(2_950), dedicated)
    expect(headroom).toBeGreaterThan(1.25)
    expect(smallest?.size).toBe(2)
    expect(advice.map(({ id }) => id)).toEqual(['size', 'fewer-requests'])
    expect(advice[0]?.text).toBe(
      '2 CKUs carry the whole offered load with every limit at or below 80 %; the fullest limit is requests at 40 %.',
    )
  })
})
