import { expect, it } from 'vitest'
import { median } from '../../../src/evidence/median.ts'

it('the median is the middle one of the sorted values, or the mean of the two middle ones', () => {
  const values = [9, 1, 5]
  expect(median(values)).toBe(5)
  expect(values).toEqual([9, 1, 5])
  expect(median([10, 2, 9, 1])).toBe(5.5)
  expect([median([7]), median([])]).toEqual([7, null])
})
