import { describe, expect, it } from 'vitest'
import { residualOf, withResidual } from '../../../src/evidence/residual.ts'
import { dedicated } from '../capacity/known-files.ts'
import { hardware, table } from './known-offerings.ts'

const left = (...errors: (number | null)[]) =>
  errors.map((leaveOneOutError) => ({ leaveOneOutError, error: 0, heldOut: null, counted: true }))

const heldOut = (...errors: number[]) =>
  errors.map((error) => ({ leaveOneOutError: null, error, heldOut: 'seen' as const, counted: true }))

describe('the residual of a model', () => {
  it('is the smallest half width that contains 85 % of the figures that were left out: 6 of 7', () => {
    // 125 measured where 100 is predicted is an error of -20 % and lies 25 % above the prediction.
    expect(residualOf(left(3, -0.2, 0.03, 0, null, -0.01, 0.02, 0.01))).toBeCloseTo(0.25, 9)
    expect(residualOf(left(null))).toBeNull()
  })

  it('is chosen from figures of other clusters if ten of them were held out of every fit: 9 of 10', () => {
    const others = heldOut(0, 0, 0, 0, 0, 0, 0, 0, 0.25, 1)
    // 80 measured where 100 is predicted is an error of 25 % and lies 20 % below the prediction.
    expect(residualOf([...left(0.01, 0.01), ...others])).toBeCloseTo(0.2, 9)
    expect(residualOf([...left(0.01, 0.01), ...others.slice(1)])).toBeCloseTo(1 - 1 / 1.01, 9)
  })

  it('does not depend on a held-out figure that is not counted', () => {
    const others = heldOut(0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    const odd = heldOut(9, 9, 9, 9, 9).map((point) => ({ ...point, counted: false }))
    expect(residualOf([...others, ...odd])).toBe(0)
  })
})

describe('figures that were unseen when the model was made', () => {
  it('judge the band and do not choose its width', () => {
    const seen = heldOut(0, 0, 0, 0, 0, 0, 0, 0, 0.25, 1)
    const unseen = heldOut(9, 9, 9, 9, 9).map((point) => ({ ...point, heldOut: 'unseen' as const }))
    expect(residualOf([...seen, ...unseen])).toBe(residualOf(seen))
  })
})

describe('a changed residual', () => {
  it('sets the band of a model that has this parameter; a service with limits has none', () => {
    const found = [hardware, table].map((model) => withResidual(model, 0.4))
    const [ofHosts, ofTable] = found
    expect(ofHosts?.model === 'broker-hardware' && ofHosts.hardware.parameters.residual?.value).toBe(0.4)
    expect(ofTable?.model === 'measured-table' && ofTable.table.residual.value).toBe(0.4)
    expect(withResidual(dedicated, 0.4)).toBeNull()
  })
})
