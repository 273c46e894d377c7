import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitMachine, type MeasuredRow } from '../../../src/evidence/machine-factor.ts'

const row = (id: string, predicted: number, measured: number, relativeSpread: number | null = null): MeasuredRow => ({
  id,
  deployment: 'one',
  predicted,
  measured,
  relativeSpread,
})

describe('what a machine is to a deployment', () => {
  it('is the geometric mean of measured over predicted, each row judged by the others', () => {
    const fit = fitMachine([row('a', 100, 10), row('b', 200, 20), row('c', 50, 20)])
    expect(fit?.factor).toBeCloseTo((0.1 * 0.1 * 0.4) ** (1 / 3))
    // c against the factor of a and b, a against that of b and c.
    expect(fit?.shapes.get('c')?.error).toBeCloseTo(3)
    expect(fit?.shapes.get('a')?.error).toBeCloseTo(0.1 / Math.sqrt(0.1 * 0.4) - 1)
  })

  it('leaves out rows that are too noisy or were not measured, and needs two', () => {
    const fit = fitMachine([row('a', 100, 10), row('b', 100, 10), row('noisy', 100, 90, 0.3), row('none', 100, 0)])
    expect(fit?.factor).toBeCloseTo(0.1)
    expect([...(fit?.shapes.keys() ?? [])]).toEqual(['a', 'b'])
    expect(fitMachine([row('a', 100, 10), row('noisy', 100, 90, 0.3)])).toBeNull()
  })

  it('judges a row by those of its deployment alone: other hosts of a prediction are the same machine here', () => {
    const other = { ...row('other', 300, 10), deployment: 'another' }
    const fit = fitMachine([row('a', 100, 10), row('b', 200, 20), other])
    expect([...(fit?.shapes ?? [])].map(([id, { error }]) => [id, Math.abs(Math.round(error * 1e6))])).toEqual([
      ['a', 0],
      ['b', 0],
    ])
    expect(fit?.factor).toBeCloseTo(0.1)
    expect(fitMachine([row('a', 100, 10), other])).toBeNull()
  })

  it('tolerates 15 %, or twice the spread of the runs where that is more', () => {
    const fit = fitMachine([row('a', 1, 1, 0.02), row('b', 1, 1, 0.2)])
    expect([fit?.shapes.get('a')?.tolerance, fit?.shapes.get('b')?.tolerance]).toEqual([0.15, 0.4])
  })

  it('finds no error in any shape that is right, whatever the machine', () => {
    const rates = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(rates, fc.double({ min: 1e-4, max: 1e2, noNaN: true }), (predicted, factor) => {
        const fit = fitMachine(predicted.map((each, index) => row(String(index), each, each * factor)))
        expect(fit?.factor).toBeCloseTo(factor, 5)
        for (const { error } of fit?.shapes.values() ?? []) expect(Math.abs(error)).toBeLessThan(1e-9)
      }),
    )
  })
})
