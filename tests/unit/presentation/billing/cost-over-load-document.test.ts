import { describe, expect, it } from 'vitest'
import type { CostLine } from '../../../../src/contracts/cost-over-load.ts'
import { noCrossingSentence } from '../../../../src/presentation/billing/cost-over-load-document.ts'

function lineIn(currency: string | null): CostLine {
  const names = { offering: 'express', offeringName: 'Express' }
  return { ...names, currency, isComplete: currency !== null, points: [], steps: [] }
}

describe('the sentence on costs without a crossing', () => {
  it('says why offerings cannot be compared, or that none becomes cheaper', () => {
    expect(noCrossingSentence([lineIn('USD'), lineIn('USD')])).toBe(
      'None of these offerings becomes cheaper than another in this range.',
    )
    expect(noCrossingSentence([lineIn('USD'), lineIn('EUR')])).toMatch(/^The costs are in several currencies/)
    expect(noCrossingSentence([lineIn('USD'), lineIn(null)])).toMatch(/^Fewer than two of these offerings/)
  })
})
