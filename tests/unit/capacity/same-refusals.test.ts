import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roleOf } from '../../../src/capacity/constraint-model.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { smallestSize } from '../../../src/capacity/smallest-size.ts'
import { type Solution, solve } from '../../../src/capacity/solve.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { logarithmic } from './random-numbers.ts'
import { cases } from './random-scenarios.ts'

/** The refusals that no load changes: of the deployment, and of limits on counts. */
function refusalsOf({ refusals, models, offered, headroom }: Solution): string[] {
  const refused = models.filter((model) => roleOf(model) === 'veto' && model.demandAt(offered) > model.capacity)
  const ofCounts = refused.map(({ id }) => id)
  const isByLoad = headroom.factor === 0 && refused.length === 0
  const ofDeployment = refusals.slice(0, refusals.length - (isByLoad ? headroom.binding.length : refused.length))
  return [...ofDeployment, ...ofCounts]
}

describe('an embedded cluster', () => {
  const targets = fc.record({
    scale: fc.oneof(fc.constant(1), logarithmic(0.001, 1)),
    brokers: fc.integer({ min: 1, max: 5 }),
  })

  it(
    'refuses what the deployment refuses, at every scale and with any number of brokers',
    () => {
      let refused = 0
      fc.assert(
        fc.property(cases, targets, ({ scenario, offering }, { scale, brokers }) => {
          const predicted = refusalsOf(solve(scenario, offering))
          const context = { capacityScale: scale, allowsBurst: false, brokers }
          const validated = refusalsOf(solve(scaleScenario(scenario, scale), offering, context))
          if (predicted.length > 0) refused += 1
          expect(validated).toEqual(predicted)
        }),
        propertyRuns(300),
      )
      expect(refused).toBeGreaterThan(30)
    },
    propertyTimeoutMs,
  )

  it(
    'of another number of brokers does not change the smallest size of the deployment',
    () => {
      fc.assert(
        fc.property(cases, fc.integer({ min: 1, max: 5 }), ({ scenario, offering }, brokers) => {
          const sizeWith = (context: { readonly brokers?: number }) =>
            smallestSize(scenario, solve(scenario, offering, context).situation)?.size
          expect(sizeWith({ brokers })).toBe(sizeWith({}))
        }),
        propertyRuns(300),
      )
    },
    propertyTimeoutMs,
  )
})
