import { describe, expect, it } from 'vitest'
import { distanceText } from '../../../../src/evidence/verdict/load-signs.ts'

describe('the distance from the likely value', () => {
  it.each([
    [0.12, '12 % more than likely'],
    [-0.034, '3.4 % less than likely'],
    [0.0005, '0.1 % more than likely'],
    [-0.0005, '0.1 % less than likely'],
    [0.00049, 'as likely'],
    [-0.00049, 'as likely'],
    [0, 'as likely'],
    [null, 'as likely'],
  ])('of %s is "%s"', (relativeError, text) => {
    expect(distanceText(relativeError)).toBe(text)
  })
})
