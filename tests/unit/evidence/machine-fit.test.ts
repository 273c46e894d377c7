import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitMachine, type MachineRow } from '../../../src/evidence/machine-fit.ts'

/** A row whose prediction is in proportion to the speed, as where brokers alone have the processors. */
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
  takenAt: (speed) => predictedPerSec * speed,
  ...more,
})

describe('how fast a machine is', () => {
  it('is the geometric mean of measured over predicted, each row judged by the others', () => {
    const fit = fitMachine([row('a', 100, 10), row('b', 200, 20), row('c', 50, 20)])
    expect(fit?.speed).toBeCloseTo((0.1 * 0.1 * 0.4) ** (1 / 3))
    expect(fit?.rows.get('a')?.takenPerSec).toBeCloseTo(100 * (fit?.speed ?? 0))
    // c at the speed of a and b, a at that of b and c.
    expect(fit?.rows.get('c')?.judged?.error).toBeCloseTo(3)
    expect(fit?.rows.get('a')?.judged?.error).toBeCloseTo(0.1 / Math.sqrt(0.1 * 0.4) - 1)
  })

  it('lets a row that waits for a network stay where it is', () => {
    const waiting = row('far', 0, 400, { takenAt: (speed) => Math.min(400, 800 * speed) })
    const fit = fitMachine([row('a', 100, 200), row('b', 200, 400), waiting])
    expect(fit?.rows.get('far')?.judged?.error).toBeCloseTo(0)
    expect(fit?.rows.get('far')?.takenPerSec).toBe(400)
  })

  it('predicts rows that are too noisy or met their load, judges neither, and needs two sound ones', () => {
    const others = [row('noisy', 100, 90, { relativeSpread: 0.3 }), row('met', 100, 2, { isLimit: false })]
    const fit = fitMachine([row('a', 100, 10), row('b', 100, 10), ...others])
    expect(fit?.speed).toBeCloseTo(0.1)
    const judged = [...(fit?.rows ?? [])].flatMap(([id, each]) => (each.judged === null ? [] : [id]))
    expect(judged).toEqual(['a', 'b'])
    expect(fit?.rows.get('met')?.takenPerSec).toBeCloseTo(10)
    expect(fitMachine([row('a', 100, 10), ...others])).toBeNull()
    expect(fitMachine([row('a', 100, 10), row('none', 100, 0), row('never', 0, 10)])).toBeNull()
  })

  it('tolerates 15 %, or twice the spread of the runs where that is more', () => {
    const fit = fitMachine([row('a', 1, 1, { relativeSpread: 0.02 }), row('b', 1, 1, { relativeSpread: 0.2 })])
    expect(['a', 'b'].map((id) => fit?.rows.get(id)?.judged?.tolerance)).toEqual([0.15, 0.4])
  })

  it('ends at the fastest and the slowest machine that it knows', () => {
    expect(fitMachine([row('a', 1, 1e6), row('b', 1, 1e6)])?.speed).toBeCloseTo(32)
    expect(fitMachine([row('a', 1e6, 1), row('b', 1e6, 1)])?.speed).toBeCloseTo(1 / 32)
  })

  it('finds no error in any shape that is right, whatever the machine', () => {
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
