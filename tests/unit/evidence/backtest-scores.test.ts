import { describe, expect, it } from 'vitest'
import type { BacktestedFirstSight, BacktestedPoint } from '../../../src/contracts/backtest.ts'
import { isInside, scoresOf } from '../../../src/evidence/backtest-scores.ts'

const sight = (error: number | null, isInside: boolean | null): BacktestedFirstSight => ({
  ...{ likely: 1, low: null, high: null, error, isInside },
  ...{ date: '2026-11-21', commit: null, basis: 'recorded', binding: null, changed: [], testsBands: false },
})

const unfitted = { parameters: 0, awaiting: 0 }

const point = (id: string, change: Partial<BacktestedPoint> = {}): BacktestedPoint => ({
  ...{ model: 'm', id, label: id, quantity: 'recordsPerSec', unit: 'records/s', published: 100 },
  publishedPayloadBytesPerSec: 100,
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
      unfitted,
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
      unfitted,
    )
    expect(firstSight).toMatchObject({ errors: 0, medianAbsError: null, bands: 0, bounds: 2, boundsReached: 1 })
  })
})

describe('scores of figures that were predicted blind', () => {
  const blind = (likely: number, change: Partial<BacktestedFirstSight> = {}): BacktestedFirstSight => {
    const [low, high] = [likely / 1.2, likely * 1.2]
    const band = { low, likely, high, error: likely / 100 - 1, isInside: low <= 100 && 100 <= high }
    return { ...sight(null, null), ...band, basis: 'blind', binding: 'cpu', ...change }
  }

  it('are apart from other first sights, by law with the worst named', () => {
    const { blind: scores, firstSight } = scoresOf(
      [
        point('near', { firstSight: blind(110), publication: 'two' }),
        point('low', { firstSight: blind(20), publication: 'two' }),
        point('other-law', { firstSight: blind(300, { binding: 'network-out' }), publication: 'three' }),
        point('bound', { firstSight: blind(120, { error: null, isInside: true }), censored: true, error: null }),
        point('earlier', { firstSight: sight(0.1, true) }),
      ],
      { parameters: 0, awaiting: 2 },
    )
    expect(firstSight).toMatchObject({ points: 1, unknownPoints: 0 })
    expect(scores).toMatchObject({ points: 4, publications: 3, errors: 3, bands: 3, inside: 1, bounds: 1, awaiting: 2 })
    expect(scores.laws).toEqual([
      {
        ...{ binding: 'cpu', figures: 2, publications: 1, inside: 1, medianAbsError: expect.closeTo(0.45, 9) },
        rmsLogError: expect.closeTo(Math.sqrt((Math.log(1.1) ** 2 + Math.log(0.2) ** 2) / 2), 9),
        worst: { id: 'low', error: expect.closeTo(-0.8, 9) },
      },
      expect.objectContaining({ binding: 'network-out', figures: 1, inside: 0 }),
    ])
  })

  it('are compared with one width for all and with no model, over the same figures', () => {
    const { intervals } = scoresOf(
      [
        point('blind', { firstSight: blind(50), publication: 'new' }),
        point('earlier', { firstSight: { ...sight(-0.75, false), likely: 25 }, publication: 'old' }),
        point('fitted', { publishedPayloadBytesPerSec: 400, publication: 'older' }),
      ],
      unfitted,
    ).blind
    expect(intervals?.shown).toMatchObject({ figures: 1, inside: 0, medianAbsError: 0.5 })
    expect(intervals?.shown.intervalScore).toBeCloseTo(2 * Math.log(1.2) + 20 * Math.log(100 / 60), 9)
    // The earlier figure was 4 times what was predicted: 50 x 4 holds 100.
    expect(intervals?.oneWidth).toMatchObject({ inside: 1, medianWidthFactor: expect.closeTo(4, 9) })
    expect(intervals?.oneWidth.intervalScore).toBeCloseTo(2 * Math.log(4), 9)
    // The geometric mean of the others, 100 and 400.
    expect(intervals?.noModel).toMatchObject({ inside: 1, medianAbsError: expect.closeTo(1, 9) })
  })

  it('are apart from those that test the bands by law, of which no null model is made either', () => {
    const earlier = point('earlier', { firstSight: { ...sight(-0.75, false), likely: 25 }, publication: 'old' })
    const fitted = point('fitted', { publishedPayloadBytesPerSec: 400, publication: 'older' })
    const before = [point('before', { firstSight: blind(50), publication: 'new' }), earlier, fitted]
    const testing = [
      point('test', { firstSight: blind(110, { testsBands: true }), publication: 'newest' }),
      point('not-blind', { firstSight: { ...sight(9, false), testsBands: true }, publication: 'newest' }),
    ]
    const { bandsTest, ...scores } = scoresOf([...before, ...testing], unfitted)
    const alone = scoresOf(before, unfitted)
    expect({ blind: scores.blind, firstSight: scores.firstSight }).toEqual({
      blind: alone.blind,
      firstSight: alone.firstSight,
    })
    expect(bandsTest.blind).toMatchObject({ points: 1, inside: 1, intervals: { shown: { figures: 1, inside: 1 } } })
    expect(bandsTest.others).toMatchObject({ points: 1, inside: 0, medianAbsError: 9 })
    expect(alone.bandsTest.blind.points).toBe(0)
  })

  it('have no null model if no earlier prediction is known', () => {
    expect(scoresOf([point('blind', { firstSight: blind(50) })], unfitted).blind.intervals).toBeNull()
  })
})

describe('a band', () => {
  it('contains a value, ends included', () => {
    const band = { low: 80, high: 120 }
    expect([79.9, 80, 100, 120, 120.1].map((value) => isInside(band, value))).toEqual([false, true, true, true, false])
  })
})

describe('scores of figures that a model was fitted to', () => {
  const fitted = (id: string, [low, likely, high]: readonly [number, number, number], error: number) =>
    point(id, {
      ...{ heldOut: null, error, leaveOneOut: { low, likely, high }, leaveOneOutError: likely / 100 - 1 },
    })

  it('are medians of absolute errors, and the share and width of the bands of the model without the figure', () => {
    const points = [
      fitted('inside', [90, 110, 130], 0.02),
      fitted('above', [101, 120, 150], -0.05),
      fitted('below', [40, 80, 99], -0.3),
      // Refused: it has no width.
      fitted('refused', [0, 0, 0], -1),
    ]
    expect(scoresOf(points, { parameters: 3, awaiting: 0 })).toMatchObject({
      ...{ countedPoints: 4, parameters: 3, coverage: 0.25 },
      medianAbsError: expect.closeTo(0.175, 9),
      medianAbsErrorLeaveOneOut: expect.closeTo(0.2, 9),
      // Half widths over likely: 20 / 110, 24.5 / 120, 29.5 / 80.
      medianWidth: expect.closeTo(24.5 / 120, 9),
    })
  })

  it('leave out figures that are not counted, held out, or have no model without them', () => {
    const inside = fitted('a', [90, 110, 130], 0.02)
    const others = [
      { ...fitted('odd', [1, 2, 3], 9), counted: false },
      { ...fitted('held', [1, 2, 3], 9), heldOut: 'seen' as const },
    ]
    const alone = { ...fitted('alone', [1, 2, 3], 0.04), leaveOneOut: null, leaveOneOutError: null }
    expect(scoresOf([inside, ...others, alone], { parameters: 1, awaiting: 0 })).toMatchObject({
      ...{ countedPoints: 2, coverage: 1, medianAbsError: expect.closeTo(0.03, 9) },
      medianAbsErrorLeaveOneOut: expect.closeTo(0.1, 9),
      heldOut: { seen: { countedPoints: 1, medianAbsError: 9 }, unseen: { countedPoints: 0, coverage: null } },
    })
    expect(scoresOf([], unfitted)).toMatchObject({ coverage: null, medianWidth: null, medianAbsError: null })
  })

  it('count lower bounds by the part of the prediction that is below them', () => {
    const bound = (below: 'nothing' | 'likely' | 'band' | null) => point(String(below), { censored: true, below })
    const points = [bound('nothing'), bound('likely'), bound('band'), bound('band'), bound(null)]
    expect(scoresOf(points, unfitted)).toMatchObject({ censoredPredictedBelow: 3, censoredBandBelow: 2 })
  })

  it('of held-out figures count those inside the band, by whether the model was changed in view of them', () => {
    const held = (id: string, heldOut: 'seen' | 'unseen', published: number) => point(id, { heldOut, published })
    const { heldOut } = scoresOf([held('a', 'unseen', 121), held('b', 'unseen', 120), held('c', 'seen', 1)], unfitted)
    expect([heldOut.unseen, heldOut.seen].map(({ countedPoints, coverage }) => [countedPoints, coverage])).toEqual([
      [2, 0.5],
      [1, 0],
    ])
    const odd = { ...held('d', 'unseen', 100), counted: false }
    expect(scoresOf([odd], unfitted).heldOut.unseen.countedPoints).toBe(0)
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
      unfitted,
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
      { ...unfitted, parameters: 1 },
    )
    expect(withoutPublication).toEqual({ points: 1, medianAbsError: 0.3, notIdentifiedPoints: 1 })
  })
})
