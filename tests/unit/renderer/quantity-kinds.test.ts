import { describe, expect, it } from 'vitest'
import { quantityRules } from '../../../src/renderer/features/sizing/quantity-kinds.ts'

describe('a compression ratio', () => {
  const ratio = quantityRules['compression-ratio']

  it.each([
    ['3:1', '3:1'],
    ['2:1', '50 %'],
    ['33 %', '33 %'],
    ['2.75:1', '2.75:1'],
    ['0.123456', '12.3456 %'],
  ])('of %s is shown as %s, which is the same value', (typed, shown) => {
    const reading = ratio.parse(typed)
    expect(reading.ok ? ratio.canonical(reading.value) : null).toBe(shown)
    expect(ratio.parse(shown)).toEqual(reading)
  })
})
