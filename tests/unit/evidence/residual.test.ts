import { describe, expect, it } from 'vitest'
import { residualOf } from '../../../src/evidence/residual.ts'

const left = (...errors: (number | null)[]) => errors.map((leaveOneOutError) => ({ leaveOneOutError }))

describe('the residual of a model', () => {
  it('is the smallest half-width that holds 85 % of the figures left out: 6 of 7', () => {
    // 125 measured where 100 is predicted is an error of -20 % and lies 25 % above the prediction.
    expect(residualOf(left(0, 0.01, -0.01, 0.02, null, 0.03, -0.2, 3))).toBeCloseTo(0.25, 9)
    expect(residualOf(left(null))).toBeNull()
  })
})
