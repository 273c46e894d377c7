import { describe, expect, it } from 'vitest'
import { largestSize, selectLimitSet, soldSizeFrom, soldSizeUpTo } from '../../../../src/capacity/limit-set.ts'
import { offering } from '../../../../src/contracts/offering.ts'
import { check } from '../../../../src/contracts/parse.ts'
import { shippedOffering, smallScenario } from '../known-files.ts'
import { predictKnown } from './known-case.ts'

const premium = shippedOffering('azure-event-hubs-premium')
const sold = [1, 2, 4, 6, 8, 10, 12, 16]

describe('Sizes of Azure Event Hubs Premium', () => {
  it.each([3, 5, 7, 9, 11, 13, 14, 15])('refuse %i processing units, which are not sold', (size) => {
    expect(predictKnown(premium, { size, partitions: 10 }).refusals).toEqual([
      `${size} processing units cannot be bought: Azure Event Hubs Premium comes in ${sold.join(', ')} only.`,
    ])
  })

  it.each(sold)('take %i', (size) => {
    expect(predictKnown(premium, { size, partitions: 10 }).refusals).toEqual([])
  })

  it('are recommended as they are sold: the smallest whose limits are at most 80 % full', () => {
    // Of 5 MB/s a unit 4 are planned with.
    for (let megabytesPerSec = 1; megabytesPerSec <= 64; megabytesPerSec++) {
      const known = { ingressMegabytesPerSec: megabytesPerSec, partitions: 10, connections: 1 }
      const expected = sold.find((size) => megabytesPerSec / (5 * size) <= 0.8 + 1e-9)
      expect(predictKnown(premium, known).smallest?.size, `${megabytesPerSec} MB/s`).toBe(expected)
    }
    expect(predictKnown(premium, { ingressMegabytesPerSec: 65, partitions: 10, connections: 1 }).smallest).toBeNull()
  })
})

describe('A list of the sizes that are sold', () => {
  const set = selectLimitSet(premium, {})

  it('gives the next size up and down', () => {
    expect([1, 3, 7, 13, 16].map((size) => soldSizeFrom(set, size))).toEqual([1, 4, 8, 16, 16])
    expect([1, 3, 7, 15, 99].map((size) => soldSizeUpTo(set, size))).toEqual([1, 2, 6, 12, 16])
    expect(largestSize(set, smallScenario({}).deployment)).toBe(16)
  })

  it.each([
    ['not in order', [1, 4, 2, 16], 'expected ascending sizes, each once'],
    ['without the largest one', [1, 2, 4], 'expected sizes from 1 to 16, the smallest and the largest one'],
  ])('is refused %s', (_how, only, message) => {
    const [first] = premium.limitSets
    const wrong = { ...premium, limitSets: [{ ...first, sizes: { ...first?.sizes, only } }] }
    const found = check(offering, wrong)
    expect(found.ok ? '' : found.problems.map((problem) => problem.message).join()).toContain(message)
  })

  it('is refused beside multiples', () => {
    const [first] = premium.limitSets
    const wrong = { ...premium, limitSets: [{ ...first, sizes: { ...first?.sizes, multipleOf: 2 } }] }
    const found = check(offering, wrong)
    expect(found.ok ? '' : found.problems.map((problem) => problem.message).join()).toContain('not with multipleOf')
  })
})
