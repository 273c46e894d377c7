import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { failureSettings, shrinkCommand, shrinkVariable } from '../../ready/property-failures.ts'

/** What a property that 1000 numbers refute throws with these settings, and how often it was tried. */
function failWith(settings: fc.Parameters<unknown>) {
  let tries = 0
  const property = fc.property(fc.integer({ min: 0, max: 1e9 }), (number) => {
    tries += 1
    expect(number).toBeLessThan(1_000)
  })
  try {
    fc.assert(property, { seed: 7, ...settings })
  } catch (error) {
    return { message: String(error), tries }
  }
  throw new Error('expected the property to fail')
}

describe('a property that fails', () => {
  it('ends on its first failure, with seed, path and the command that looks for a smaller case', () => {
    const { message, tries } = failWith({ ...failureSettings({}), includeErrorInReport: true })
    const [, path = ''] = /path: "(\d+)"/.exec(message) ?? []
    // The path of a case that was not made smaller is the number of cases before it.
    expect(tries).toBe(Number(path) + 1)
    expect(message).toContain('seed: 7')
    expect(message).toMatch(/Counterexample: \[\d{4,}\]/)
    if (process.env[shrinkVariable] !== undefined) return
    expect(message).toContain(
      `${shrinkVariable}=120 npx vitest run --project unit tests/unit/house/property-failures.test.ts -t 'ends on its first failure, with seed`,
    )
  })

  it('shows the smallest case if that is asked for', () => {
    const asked = failureSettings({ [shrinkVariable]: '60' })
    const { message } = failWith(asked)
    expect(message).toContain('Counterexample: [1000]')
    expect(asked).toEqual({ endOnFailure: false, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true })
  })

  it('is not sought for a time that is none', () => {
    for (const asked of ['yes', '0', '1.5', '86401']) {
      expect(() => failureSettings({ [shrinkVariable]: asked })).toThrow(`got "${asked}"`)
    }
  })

  it('is named so that its title alone matches', () => {
    const place = { file: 'tests/integration/any.test.ts', test: 'block > reads 5 (or more) of it, if it can' }
    expect(shrinkCommand(-3, place, { HEADROOM_PROPERTY_TIMES: '10' })).toBe(
      "HEADROOM_PROPERTY_SEED=-3 HEADROOM_PROPERTY_TIMES=10 HEADROOM_PROPERTY_SHRINK=120 npx vitest run --project integration tests/integration/any.test.ts -t 'reads 5 \\(or more\\) of it, if it can'",
    )
  })
})
