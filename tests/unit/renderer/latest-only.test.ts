import { expect, it } from 'vitest'
import { latestOnly } from '../../../src/renderer/components/latest-only.ts'

it('processes one value at a time, then only the latest of those that arrived meanwhile', async () => {
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
