/**
 * The formulas that users see: whoever computes with the shown figures gets the shown result.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { catchUp } from '../../../src/capacity/catch-up.ts'
import { type DerivedLine, deriveAnswer, deriveLoad } from '../../../src/capacity/explain-load.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { cases } from './random-scenarios.ts'
import { arithmeticOf, type Range, standsFor } from './shown-arithmetic.ts'

describe('arithmeticOf()', () => {
  it('accepts what rounding explains, and nothing else', () => {
    expect(arithmeticOf('50 MB/s x 2 CKUs = 100 MB/s')).toMatchObject({ equations: 1, wrong: [] })
    expect(arithmeticOf('50 MB/s x 2 CKUs = 101 MB/s').wrong).toHaveLength(1)
    expect(arithmeticOf('125.5 MB/s offered x 0.797 = 100 MB/s').wrong).toEqual([])
    expect(arithmeticOf('125.5 MB/s offered x 0.79 = 100 MB/s').wrong).toHaveLength(1)
    expect(arithmeticOf('9.68 GB/s written / (60 MB/s x 200 eCKUs, at most 1.92 GB/s) = 504 %').wrong).toEqual([])
    expect(arithmeticOf('9.68 GB/s written / (60 MB/s x 20 eCKUs, at most 1.92 GB/s) = 504 %').wrong).toHaveLength(1)
    expect(arithmeticOf('1.2 TB x 1 service = 1.2 TB, over 3 brokers 400 GB each').wrong).toEqual([])
    expect(arithmeticOf('1.2 TB x 1 service = 1.2 TB, over 3 brokers 600 GB each').wrong).toHaveLength(1)
  })

  it('reads units, powers, brackets, remarks and names with digits', () => {
    const formula = 'C: 1 record / (0.65 us + 74 B x (0.37 + 4.2 for gzip) ns) = 1,009,000 records/s of one client'
    expect(arithmeticOf(formula)).toMatchObject({ equations: 1, wrong: [] })
    expect(arithmeticOf('100 records/s x 4 cores ^ 0.5 (of 9 / 3 hosts) = 200 records/s').wrong).toEqual([])
    const named = '10 MB/s into "a x 3 = 4" / 2 MB/s (5 % of it = 3) = 500 %'
    expect(arithmeticOf(named).wrong).toEqual([])
    expect(arithmeticOf('1 min 50 s / (3.5 - 1) = 44 s').wrong).toEqual([])
    expect(arithmeticOf('4.27 GB/s out / 15 MB/s / 32 topics = 9', { isRoundedUp: true }).wrong).toEqual([])
    expect(arithmeticOf('4.27 GB/s out / 15 MB/s / 32 topics = 11', { isRoundedUp: true }).wrong).toHaveLength(1)
  })
})

/** The figures at the end of the lines with this end of a name, added. */
function sumOf(lines: readonly DerivedLine[], name: string): Range {
  const found = lines.flatMap((line) => (line.name.endsWith(name) ? (arithmeticOf(line.formula).last ?? []) : []))
  return found.reduce((sum, { low, high }) => ({ low: sum.low + low, high: sum.high + high }), { low: 0, high: 0 })
}

describe('a formula', () => {
  const targets = fc.constantFrom(undefined, { capacityScale: 0.05, allowsBurst: false, brokers: 3 })

  it(
    'of a limit gives its utilisation and its capacity',
    () => {
      let equations = 0
      fc.assert(
        fc.property(cases, targets, ({ scenario, offering }, target) => {
          const { constraints, minimumPartitions, clientHosts } = predict(scenario, offering, target)
          for (const { formula, capacityFormula = '', utilisation, capacity } of constraints) {
            const [used, held] = [arithmeticOf(formula), arithmeticOf(capacityFormula)]
            equations += used.equations + held.equations
            expect([...used.wrong, ...held.wrong]).toEqual([])
            expect(used.last !== null && standsFor(used.last, utilisation), formula).toBe(true)
            expect(held.last !== null && standsFor(held.last, capacity), capacityFormula).toBe(true)
          }
          for (const { formula } of [...minimumPartitions, ...(clientHosts ? [clientHosts] : [])]) {
            expect(arithmeticOf(formula, { isRoundedUp: true }).wrong).toEqual([])
          }
        }),
        propertyRuns(200),
      )
      expect(equations).toBeGreaterThan(1000)
    },
    propertyTimeoutMs,
  )

  it(
    'of the offered load gives the rates of the answer, with transactions and with clients that wait too',
    () => {
      let equations = 0
      fc.assert(
        fc.property(cases, ({ scenario, offering }) => {
          const lines = [...deriveLoad(scenario, offering), ...deriveAnswer(scenario, offering)]
          for (const { name, formula } of lines) {
            const found = arithmeticOf(formula)
            equations += found.equations
            expect(found.wrong, name).toEqual([])
          }
          const { offered, achievable, headroom } = predict(scenario, offering)
          const isShown = (range: Range, value: number) => expect(standsFor(range, value), JSON.stringify(lines))
          isShown(sumOf(lines, ' writes'), offered.ingressWireBytesPerSec).toBe(true)
          isShown(
            sumOf(
              lines.filter(({ name }) => name.startsWith('Out of')),
              '',
            ),
            offered.egressWireBytesPerSec,
          ).toBe(true)
          if (headroom === 0 || headroom >= 1e12) return
          isShown(sumOf(lines, 'Achievable in'), achievable.ingressWireBytesPerSec.likely).toBe(true)
          isShown(sumOf(lines, 'Achievable out'), achievable.egressWireBytesPerSec.likely).toBe(true)
        }),
        propertyRuns(200),
      )
      expect(equations).toBeGreaterThan(500)
    },
    propertyTimeoutMs,
  )

  it('of an outage gives the time to catch up', () => {
    let equations = 0
    fc.assert(
      fc.property(cases, fc.constantFrom(30_000, 600_000, 86_400_000), ({ scenario, offering }, outageMs) => {
        const { cluster, consumers } = catchUp(scenario, offering, outageMs)
        for (const drain of [cluster, ...(consumers === null ? [] : [consumers])]) {
          const found = arithmeticOf(drain.formula)
          equations += found.equations
          expect(found.wrong).toEqual([])
        }
      }),
      propertyRuns(100),
    )
    expect(equations).toBeGreaterThan(10)
  })
})
