import { expect, it } from 'vitest'
import { latestOnly } from '../../../src/renderer/components/latest-only.ts'

it('takes up one value at a time, and of those that came meanwhile the last', async () => {
  const taken: number[] = []
  const ends: (() => void)[] = []
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const take = latestOnly((value: number) => {
    taken.push(value)
    return new Promise<void>((resolve) => ends.push(resolve))
  })
  for (const value of [1, 2, 3]) take(value)
  expect(taken).toEqual([1])
  ends.shift()?.()
  await settle()
  expect(taken).toEqual([1, 3])
  ends.shift()?.()
  await settle()
  take(4)
  expect(taken).toEqual([1, 3, 4])
})
