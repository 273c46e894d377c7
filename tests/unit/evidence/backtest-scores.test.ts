import { describe, expect, it } from 'vitest'
import type { BacktestedFirstSight, BacktestedPoint } from '../../../src/contracts/backtest.ts'
import { scoresOf } from '../../../src/evidence/backtest-scores.ts'

const sight = (error: number | null, isInside: boolean | null): BacktestedFirstSight => ({
  ...{ likely: 1, low: null, high: null, error, isInside },
  ...{ date: '2026-11-21', commit: null, basis: 'recorded', changed: null },
})

const point = (id: string, change: Partial<BacktestedPoint> = {}): BacktestedPoint => ({
  ...{ model: 'm', id, label: id, quantity: 'recordsPerSec', unit: 'records/s', published: 100 },
  ...{ predicted: { low: 80, likely: 100, high: 120 }, error: 0, leaveOneOutError: null, leaveOneOut: null },
  ...{ notIdentified: [], publication: 'one', firstSight: null, withoutPublication: null },
  ...{ censored: false, below: null, heldOut: 'seen', counted: true, reason: null, ...change },
})

describe('first-sight scores', () => {
  it('include every figure with a recorded first prediction, counted today or not', () => {
    const { firstSight } = scoresOf(
      [
        point('held', { firstSight: sight(0.1, true) }),
        point('missed', { firstSight: sight(-0.9, false), counted: false, publication: 'two' }),
        point('rounded', { firstSight: sight(0.2, null), publication: 'two' }),
        point('unknown'),
      ],
      0,
    )
    expect(firstSight).toEqual({
      ...{ points: 3, publications: 2, unknownPoints: 1, errors: 3, medianAbsError: 0.2 },
      ...{ bands: 2, inside: 1, bounds: 0, boundsReached: 0 },
    })
  })

  it('count lower bounds separately, because they have no error', () => {
    const bound = { censored: true, error: null, below: 'nothing' } as const
    const { firstSight } = scoresOf(
      [
        point('reached', { ...bound, firstSight: sight(null, true) }),
        point('missed', { ...bound, firstSight: sight(null, false) }),
      ],
      0,
    )
    expect(firstSight).toMatchObject({ errors: 0, medianAbsError: null, bands: 0, bounds: 2, boundsReached: 1 })
  })
})

describe('present scores', () => {
  it('count publications, and points inside a band whose width was chosen without their publication', () => {
    const without = (low: number) => ({ predicted: { low, likely: 105, high: 120 }, error: 0.05, notIdentified: [] })
    const { heldOut, publications } = scoresOf(
      [
        point('a', { withoutPublication: without(90) }),
        point('b', { publication: 'two', withoutPublication: without(101) }),
        point('c', { publication: 'two' }),
      ],
      0,
    )
    expect(publications).toBe(2)
    expect(heldOut.seen).toMatchObject({ countedPoints: 3, publications: 2, coverage: 1 })
    expect(heldOut.seen.withoutPublication).toEqual({ points: 2, inside: 1 })
  })

  it('count fitted figures that only their own publication identifies, without an error', () => {
    const fitted = { heldOut: null, leaveOneOutError: 0.1 } as const
    const open = { predicted: null, error: null, notIdentified: ['p'] }
    const told = { predicted: { low: 1, likely: 2, high: 3 }, error: -0.3, notIdentified: [] }
    const { withoutPublication } = scoresOf(
      [point('a', { ...fitted, withoutPublication: open }), point('b', { ...fitted, withoutPublication: told })],
      1,
    )
    expect(withoutPublication).toEqual({ points: 1, medianAbsError: 0.3, notIdentifiedPoints: 1 })
  })
})
