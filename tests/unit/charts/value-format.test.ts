import { expect, it } from 'vitest'
import { formatRateBeside, rateOfUnitBeside } from '../../../src/charts/value-format.ts'
import { formatByteRate } from '../../../src/units/byte-rate.ts'

it('writes a rate in the unit of the rate beside it', () => {
  expect(formatRateBeside(868_900, 2.5e6)).toBe('0.87 MB/s')
  expect(formatRateBeside(2.51e6, 2.5e6)).toBe(formatByteRate(2.51e6))
  expect(formatRateBeside(99.1e6, 100e6)).toBe(formatByteRate(99.1e6))
})

it('writes a rate in its own unit if the unit beside it is far larger or smaller', () => {
  expect(formatRateBeside(4_000, 2.5e6)).toBe('4 kB/s')
  expect(formatRateBeside(868_900, 0)).toBe(formatByteRate(868_900))
  expect(formatRateBeside(0, 2.5e6)).toBe(formatByteRate(0))
})

it('names the rate whose unit an interval gets, so that it has the unit of the value above it', () => {
  expect(rateOfUnitBeside(765_500, 1.79e6)).toBe(1.79e6)
  expect(rateOfUnitBeside(2.51e6, 1.79e6)).toBe(2.51e6)
  expect(rateOfUnitBeside(4_000, 2.5e6)).toBe(4_000)
})
