import { expect, test } from 'vitest'
import { Turns } from '../../../src/workbench/fleets/turns.ts'

test('so many begin at once, the others in their order as those before them leave', () => {
  const turns = new Turns(2)
  const begun: number[] = []
  for (const each of [1, 2, 3, 4]) turns.enter(() => begun.push(each))
  expect(begun).toEqual([1, 2])
  turns.leave()
  expect(begun).toEqual([1, 2, 3])
  turns.leave()
  turns.leave()
  turns.leave()
  turns.enter(() => begun.push(5))
  expect(begun).toEqual([1, 2, 3, 4, 5])
})
