import { expect, it } from 'vitest'
import { formatMoney, formatMoneyRange } from '../../../src/units/money.ts'

it.each([
  [2680.56, '2,680.56 USD'],
  [0, '0.00 USD'],
  [1234567.891, '1,234,567.89 USD'],
  [0.005, '0.01 USD'],
  [-0.001, '0.00 USD'],
  [-12.5, '-12.50 USD'],
])('%d is %s', (amount, text) => {
  expect(formatMoney(amount, 'USD')).toBe(text)
})

it('writes a range with one currency, and one amount where both are the same', () => {
  expect(formatMoneyRange({ low: 1277.5, high: 1642.5 }, 'USD')).toBe('1,277.50–1,642.50 USD')
  expect(formatMoneyRange({ low: 5, high: 5.001 }, 'EUR')).toBe('5.00 EUR')
})
