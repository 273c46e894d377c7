import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitMachine, type MachineRow } from '../../../src/evidence/machine-fit.ts'

/** A row whose prediction is proportional to the speed, as if nothing but the processors limited it. */
const row = (
  id: string,
  predictedPerSec: number,
  measuredPerSec: number,
  more: Partial<MachineRow> = {},
): MachineRow => ({
  id,
  measuredPerSec,
  relativeSpread: null,
  isLimit: true,
  predictedPerSecAt: (speed) => predictedPerSec * speed,
  ...more,
})

describe('the fitted speed of a machine', () => {
  it('is the geometric mean of measured / predicted, and each row is judged at the speed of the others', () => {
    const fit = fitMachine([row('a', 100, 10), row('b', 200, 20), row('c', 50, 20)])
    expect(fit?.speed).toBeCloseTo((0.1 * 0.1 * 0.4) ** (1 / 3))
    expect(fit?.rows.get('a')?.predictedPerSec).toBeCloseTo(100 * (fit?.speed ?? 0))
    // c is judged at the speed fitted to a and b, and a at the speed fitted to b and c.
    expect(fit?.rows.get('c')?.judged?.error).toBeCloseTo(3)
    expect(fit?.rows.get('a')?.judged?.error).toBeCloseTo(0.1 / Math.sqrt(0.1 * 0.4) - 1)
  })

  it('does not change a row that the network limits', () => {
    const waiting = row('far', 0, 400, { predictedPerSecAt: (speed) => Math.min(400, 800 * speed) })
    const fit = fitMachine([row('a', 100, 200), row('b', 200, 400), waiting])
    expect(fit?.rows.get('far')?.judged?.error).toBeCloseTo(0)
    expect(fit?.rows.get('far')?.predictedPerSec).toBe(400)
  })

  it('predicts noisy rows and rows that met their load without judging them, and needs two others', () => {
    const others = [row('noisy', 100, 90, { relativeSpread: 0.3 }), row('met', 100, 2, { isLimit: false })]
    const fit = fitMachine([row('a', 100, 10), row('b', 100, 10), ...others])
    expect(fit?.speed).toBeCloseTo(0.1)
    const judged = [...(fit?.rows ?? [])].flatMap(([id, each]) => (each.judged === null ? [] : [id]))
    expect(judged).toEqual(['a', 'b'])
    expect(fit?.rows.get('met')?.predictedPerSec).toBeCloseTo(10)
    expect(fitMachine([row('a', 100, 10), ...others])).toBeNull()
    expect(fitMachine([row('a', 100, 10), row('none', 100, 0), row('never', 0, 10)])).toBeNull()
  })

  it('is fitted to a row whose runs spread by 25 %, and to none that spreads more', () => {
    const judgedAt = (relativeSpread: number) =>
      fitMachine([row('a', 100, 10), row('b', 100, 10), row('c', 100, 90, { relativeSpread })])?.rows.get('c')?.judged
    expect(judgedAt(0.25)?.tolerance).toBe(0.5)
    expect(judgedAt(0.2501)).toBeNull()
  })

  it('comes with a tolerance of 15 %, or twice the spread of the runs if that is more', () => {
    const fit = fitMachine([row('a', 1, 1, { relativeSpread: 0.02 }), row('b', 1, 1, { relativeSpread: 0.2 })])
    expect(['a', 'b'].map((id) => fit?.rows.get(id)?.judged?.tolerance)).toEqual([0.15, 0.4])
  })

  it('is at least 1/32 and at most 32', () => {
    expect(fitMachine([row('a', 1, 1e6), row('b', 1, 1e6)])?.speed).toBeCloseTo(32)
    expect(fitMachine([row('a', 1e6, 1), row('b', 1e6, 1)])?.speed).toBeCloseTo(1 / 32)
    expect(fitMachine([row('a', 1, 32), row('b', 1, 32)])?.speed).toBeCloseTo(32, 9)
    expect(fitMachine([row('a', 32, 1), row('b', 32, 1)])?.speed).toBeCloseTo(1 / 32, 9)
  })

  it('leaves no error if the predictions differ from the measured rates by one factor', () => {
    const rates = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(rates, fc.double({ min: 0.04, max: 30, noNaN: true }), (predicted, speed) => {
        const fit = fitMachine(predicted.map((each, index) => row(String(index), each, each * speed)))
        expect((fit?.speed ?? 0) / speed).toBeCloseTo(1, 6)
        for (const { judged } of fit?.rows.values() ?? []) expect(Math.abs(judged?.error ?? 1)).toBeLessThan(1e-6)
      }),
    )
  })
})
