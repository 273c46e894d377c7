import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { checkScale } from '../../../src/planning/smallest-scale.ts'
import { propertyRuns, propertyTimeoutMs } from '../capacity/property-runs.ts'
import { logarithmic } from '../capacity/random-numbers.ts'
import { type Case, cases } from '../capacity/random-scenarios.ts'
import { refusal } from '../refusal.ts'

const refusals = ['20 requests/s do not fit.']

/** The scale that the remedy names, when the workload is taken from `smallest` on. */
function namedScale(scale: number, smallest: number): string {
  const { remedy } = refusal(() => checkScale(scale, refusals, (other) => other >= smallest))
  return remedy ?? ''
}

function refusalsAt({ scenario, offering }: Case, scale: number): readonly string[] {
  return solve(scaleScenario(scenario, scale), offering, { capacityScale: scale, allowsBurst: false, brokers: 3 })
    .refusals
}

describe('a scale at which the workload is refused', () => {
  it('is refused with its reasons if the full-size cluster accepts the load', () => {
    const error = refusal(() => checkScale(0.001, refusals, (scale) => scale >= 0.02))
    expect(error.code).toBe('PLAN_IMPOSSIBLE')
    expect(error.message).toContain('At scale 0.001 the limits are too small')
    expect(error.problems).toEqual([{ place: 'scale 0.001', message: refusals[0] }])
  })

  it('has a remedy with the smallest scale that works, rounded up to two digits', () => {
    expect(namedScale(0.001, 0.02)).toBe('Use a scale of 0.02 or more.')
    expect(namedScale(0.019, 0.02)).toBe('Use a scale of 0.02 or more.')
    expect(namedScale(0.001, 0.0201)).toBe('Use a scale of 0.021 or more.')
    expect(namedScale(0.000_001, 0.000_001_04)).toBe('Use a scale of 0.0000011 or more.')
    expect(namedScale(0.5, 1)).toBe('Use a scale of 1 or more.')
  })

  it('is not reported if the full-size load is refused too, or if nothing is refused', () => {
    expect(() => checkScale(0.001, refusals, () => false)).not.toThrow()
    expect(() => checkScale(0.001, [], () => true)).not.toThrow()
    expect(() => checkScale(1, refusals, () => true)).not.toThrow()
  })

  it(
    'of a random workload is answered with a scale that works, next to one that does not',
    () => {
      let answered = 0
      fc.assert(
        fc.property(cases, logarithmic(0.000_001, 0.1), (each, scale) => {
          const isTakenAt = (other: number) => refusalsAt(each, other).length === 0
          if (isTakenAt(scale) || !isTakenAt(1)) return
          answered += 1
          const { remedy } = refusal(() => checkScale(scale, refusalsAt(each, scale), isTakenAt))
          const named = Number(/scale of ([\d.]+) or more/.exec(remedy ?? '')?.[1])
          expect(isTakenAt(named)).toBe(true)
          // One in the second of two digits is at most a tenth.
          expect(isTakenAt(Math.max(scale, named * 0.9))).toBe(false)
        }),
        propertyRuns(1000),
      )
      expect(answered).toBeGreaterThan(5)
    },
    propertyTimeoutMs,
  )
})
