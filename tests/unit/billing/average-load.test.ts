import fc from 'fast-check'
import { expect, it } from 'vitest'
import { averageLoad } from '../../../src/billing/average-load.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { storedBytes } from '../../../src/capacity/stored-bytes.ts'
import { propertyRuns, propertyTimeoutMs } from '../capacity/property-runs.ts'
import { cases } from '../capacity/random-scenarios.ts'

it(
  'keeps as many bytes as the prediction and the forecast of the scenario',
  () => {
    fc.assert(
      fc.property(cases, ({ scenario, offering }) => {
        const { topics } = averageLoad(scenario, offering)
        const billed = topics.reduce((total, topic) => total + topic.storedBytes, 0)
        const predicted = storedBytes(solve(scenario, offering).situation)
        expect(billed / predicted).toBeCloseTo(1, 9)
      }),
      propertyRuns(2_000),
    )
  },
  propertyTimeoutMs,
)
