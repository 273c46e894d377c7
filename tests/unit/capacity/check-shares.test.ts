import { describe, expect, it } from 'vitest'
import { checkShares } from '../../../src/capacity/check-shares.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { atSize } from '../../../src/capacity/size-answers.ts'
import { dedicated, first, smallScenario } from './known-files.ts'

describe('the check of a prediction', () => {
  it('names every limit above the share also where the load is not carried', () => {
    const check = checkShares(predict(first, dedicated), 0.8)
    const above = check.limits.filter(({ isAbove }) => isAbove).map(({ constraint }) => constraint.dimension)
    expect(above).toEqual(['ingress', 'egress'])
    expect([check.isCarried, check.isPassed]).toEqual([false, false])
  })

  it('passes at the smallest size for that share, and not for a share below its fullest limit', () => {
    const prediction = predict(first, dedicated)
    const sized = predict(atSize(first, prediction.smallest?.size ?? 0), dedicated)
    expect(checkShares(sized, 0.8).isPassed).toBe(true)
    const fullest = Math.max(...checkShares(sized, 0.8).limits.map(({ constraint }) => constraint.utilisation))
    expect(checkShares(sized, fullest).isPassed, 'a limit at the share is not above it').toBe(true)
    expect(checkShares(sized, fullest * 0.999).isPassed).toBe(false)
  })

  it('fails where the deployment refuses the workload, though every limit is below the share', () => {
    const scenario = smallScenario({ deployment: { size: 9_999 } })
    const check = checkShares(predict(scenario, dedicated), 1)
    expect(check.limits.some(({ isAbove }) => isAbove)).toBe(false)
    expect([check.isCarried, check.isPassed]).toEqual([false, false])
  })

  it('takes consumers without a partition for waste, not for a limit', () => {
    const scenario = smallScenario({ topic: { partitions: 2 }, group: { members: 50 } })
    const check = checkShares(predict(scenario, dedicated), 0.8)
    expect(check.limits.map(({ constraint }) => constraint.dimension)).not.toContain('consumers-per-partition')
    expect(check.isPassed).toBe(true)
  })
})
