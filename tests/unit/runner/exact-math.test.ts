import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactExp, exactLog, exactPower } from '../../../src/runner/worker/exact-math.ts'

const relative = 1e-14

function expectClose(found: number, wanted: number): void {
  expect(Math.abs(found - wanted)).toBeLessThanOrEqual(relative * Math.max(Math.abs(wanted), Number.MIN_VALUE))
}

describe('exact logarithm and powers', () => {
  test('agree with the built-in logarithm to 14 digits', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (x) => {
        expect(Math.abs(exactLog(x) - Math.log(x))).toBeLessThanOrEqual(relative * Math.max(1, Math.abs(Math.log(x))))
      }),
    )
    expect([exactLog(1), exactLog(0.5), exactLog(4)]).toEqual([0, -Math.LN2, 2 * Math.LN2])
  })

  test('agree with the built-in exponential function to 13 digits, and end in 0 and infinity', () => {
    fc.assert(
      fc.property(fc.double({ min: -700, max: 700, noNaN: true }), (x) => {
        expect(Math.abs(exactExp(x) / Math.exp(x) - 1)).toBeLessThan(1e-13)
      }),
    )
    expect([exactExp(0), exactExp(-1_000), exactExp(1_000)]).toEqual([1, 0, Number.POSITIVE_INFINITY])
  })

  test('raise to whole and fractional powers, and give the limits for a base of 0', () => {
    expectClose(exactPower(2, 10), 1024)
    expectClose(exactPower(10, -3), 0.001)
    expectClose(exactPower(2, 0.5), Math.SQRT2)
    expect([exactPower(0, 2), exactPower(0, -2)]).toEqual([0, Number.POSITIVE_INFINITY])
  })
})
