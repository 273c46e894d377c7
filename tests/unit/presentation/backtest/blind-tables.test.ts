import { describe, expect, it } from 'vitest'
import type { Backtest } from '../../../../src/contracts/backtest.ts'
import type { FirstSight, PublishedPoint } from '../../../../src/contracts/evidence.ts'
import { offering } from '../../../../src/contracts/offering.ts'
import { backtest } from '../../../../src/evidence/compute-backtest.ts'
import { backtestDocument } from '../../../../src/presentation/backtest/backtest-document.ts'
import { paintTerminal } from '../../../../src/presentation/painters/terminal-painter.ts'
import { dedicated } from '../../capacity/known-files.ts'

const band = { likely: 80e6, low: 60e6, high: 90e6, date: '2026-11-23', commit: 'c7c9f44' } as const
const blind: FirstSight = { ...band, basis: 'blind', binding: 'ingress' }

/** The white paper's points, with what is changed of the first ones. */
function withPoints(...changes: Partial<PublishedPoint>[]): Backtest {
  const points = dedicated.evidence.points.map((point, index) => ({ ...point, ...changes[index] }))
  return backtest([offering.parse({ ...dedicated, evidence: { ...dedicated.evidence, points } })])
}

const shown = (outcome: Backtest) => paintTerminal(backtestDocument(outcome), 240)

describe('points that await their figure', () => {
  const text = shown(withPoints({ value: undefined, isCensored: false, heldOut: 'unseen', firstSight: blind }))

  it('stand in a table of their own, with what was predicted', () => {
    expect(text.replace(/\s+/g, ' ')).toContain('1 prediction made before its figure awaits it.')
    expect(text).toMatch(/white-paper-2020-aws\)\s+Ingress\s+80\s+60–90\s+122\.9/)
  })

  it('that were not predicted yet say so', () => {
    const unpredicted = withPoints({ value: undefined, isCensored: false, heldOut: 'unseen' })
    expect(shown(unpredicted)).toMatch(/white-paper-2020-aws\)\s+Ingress\s+not yet\s+–/)
  })
})

describe('figures that were predicted blind', () => {
  const heldOut = 'unseen'
  const earlier: FirstSight = { ...band, basis: 'recorded' }
  const text = shown(
    withPoints(
      { isCensored: false, value: 100e6, heldOut, firstSight: blind, publication: 'one' },
      { value: 160e6, heldOut, firstSight: earlier, publication: 'two' },
      { publication: 'three' },
    ),
  )

  it('are the first headline, before other first sights', () => {
    expect(text).toMatch(
      /^Predicted blind, 1 figure of 1 publication: median error 20 % over 1, 0 of 1 inside the band\./,
    )
    expect(text.indexOf('Predicted blind')).toBeLessThan(text.indexOf('First sight, 1 figure'))
  })

  it('say whether their bands were tested by them, with how wide these were', () => {
    const tested: FirstSight = { ...blind, testsBands: true }
    const both = shown(
      withPoints(
        { isCensored: false, value: 85e6, heldOut, firstSight: tested, publication: 'one' },
        { value: 160e6, heldOut, firstSight: earlier, publication: 'two' },
        { value: 160e6, heldOut, firstSight: { ...earlier, testsBands: true }, publication: 'three' },
      ),
    ).replace(/\s+/g, ' ')
    expect(both).toContain(
      'Predicted blind with the bands by law, which were not made from them, 1 figure of 1 publication: median error 5.9 % over 1, 1 of 1 inside the band. Their median width is ÷/× 1.2.',
    )
    expect(both).toContain(
      'The same, not blind, 1 figure of 1 publication: median error 50 % over 1, 0 of 1 inside the band.',
    )
    expect(both).toContain('Predicted blind with the bands by law, by what bound the prediction')
  })

  it('have their errors by law, and their interval scores beside those of null models', () => {
    expect(text).toMatch(/Ingress\s+1\s+1\s+0 of 1\s+20 %\s+÷\/× 1\.25\s+white-paper-2020-aws\s+−20 %/)
    // ln(90 / 60) + 20 ln(100 / 90); the earlier figure was twice what was predicted, and 80 x 2 holds 100.
    expect(text).toMatch(/as predicted\s+1\s+0\s+÷\/× 1\.22\s+20 %\s+2\.51/)
    expect(text).toMatch(/one width for all\s+1\s+1\s+÷\/× 2\s+20 %\s+1\.39/)
    expect(text).toMatch(/no model\s+1\s+1\s/)
  })

  it('have first sight and today in one row', () => {
    expect(text).toMatch(/white-paper-2020-aws\)\s+100\s+80\s+60–90\s+−20 %\s+122\.9\s+\+22\.9 %/)
  })
})
