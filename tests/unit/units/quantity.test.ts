import { expect, it } from 'vitest'
import { byteRateQuantity } from '../../../src/units/byte-rate.ts'
import { joinBounds, quantityText, withoutUnit } from '../../../src/units/quantity.ts'
import { recordRateQuantity } from '../../../src/units/record-rate.ts'

it('writes the unit of two bounds once, and a single bound if both read the same', () => {
  const rates = (low: number, high: number) => joinBounds(byteRateQuantity(low), byteRateQuantity(high))
  expect(rates(95e6, 106e6)).toBe('95–106 MB/s')
  expect(rates(998e3, 1.02e6)).toBe('998 kB/s–1.02 MB/s')
  expect(rates(9e6, 9.0001e6)).toBe('9 MB/s')
  expect(joinBounds(recordRateQuantity(950_000), recordRateQuantity(1.06e6))).toBe('950,000–1,060,000 records/s')
  expect(rates(0, 12e3)).toBe('0 B/s–12 kB/s')
})

it('writes no space after a number or a word that has no unit', () => {
  expect(quantityText(withoutUnit('none'))).toBe('none')
})
