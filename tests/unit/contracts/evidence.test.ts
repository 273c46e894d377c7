import { describe, expect, it } from 'vitest'
import { type FirstSight, firstSight, publishedPoint } from '../../../src/contracts/evidence.ts'
import { offering } from '../../../src/contracts/offering.ts'
import { dedicated } from '../capacity/known-files.ts'

const sight: FirstSight = { likely: 100, low: 80, high: 120, date: '2026-11-21', commit: 'c7c9f44', basis: 'recorded' }

const problemsOf = (change: Record<string, unknown>) => {
  const { error } = firstSight.safeParse({ ...sight, ...change })
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
}

describe('a prediction at first sight', () => {
  it('is a likely value with its band, or without one if the record has none', () => {
    expect(problemsOf({})).toEqual([])
    const { low: _low, high: _high, ...alone } = sight
    expect(firstSight.safeParse({ ...alone, basis: 'rounded' }).success).toBe(true)
  })

  it('has both ends of its band around its likely value', () => {
    expect(problemsOf({ low: undefined })).toEqual([
      'low: give both low and high, or neither if the record has no band',
    ])
    expect(problemsOf({ low: 101 })).toEqual(['low: expected at most likely, 100'])
    expect(problemsOf({ high: 99 })).toEqual(['high: expected at least likely, 100'])
  })

  it('has a day, a commit if there is one, and no unknown field', () => {
    expect(problemsOf({ date: 'yesterday' })[0]).toContain('expected a date like 2020-04')
    expect(problemsOf({ commit: 'HEAD' })[0]).toContain('7 to 40 digits')
    expect(problemsOf({ error: 0.1 })[0]).toContain('Unrecognized key')
    expect(problemsOf({ changed: ['x'.repeat(501)] })[0]).toContain('500')
  })
})

describe('a prediction that was made blind', () => {
  const blind = { basis: 'blind', binding: 'cpu' }

  it('has its band, its commit and what bound it', () => {
    expect(problemsOf(blind)).toEqual([])
    const lacking = problemsOf({ ...blind, low: undefined, high: undefined, commit: undefined, binding: undefined })
    const required = 'required of a prediction whose basis is "blind"'
    expect(lacking).toEqual([`low: ${required}`, `high: ${required}`, `commit: ${required}`, `binding: ${required}`])
    expect(problemsOf({ ...blind, binding: 'luck' })[0]).toContain('offered-load')
  })
})

describe('a point that awaits its figure', () => {
  const awaiting = (change: Record<string, unknown>) => {
    const [{ value: _figure, ...point } = { value: 0 }] = dedicated.evidence.points
    const points = [{ ...point, heldOut: 'unseen', ...change }]
    const { error } = offering.safeParse({ ...dedicated, evidence: { ...dedicated.evidence, points } })
    return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  }

  it('is held out as unseen, and predicted before or not yet', () => {
    expect(awaiting({})).toEqual([])
    expect(awaiting({ firstSight: { ...sight, basis: 'blind', binding: 'ingress' } })).toEqual([])
    expect(awaiting({ firstSight: sight })).toEqual([])
    const refused = 'evidence.points.0.value: expected a number: only a point that is "unseen" and predicted before'
    const replayed = { firstSight: { ...sight, basis: 'replayed' } }
    for (const change of [{ heldOut: 'seen' }, { heldOut: undefined }, replayed]) {
      expect(awaiting(change)).toEqual([expect.stringContaining(refused)])
    }
  })
})

describe('a published figure', () => {
  const withSight = (more: Record<string, unknown>) => {
    const [point] = dedicated.evidence.points
    const points = [{ ...point, firstSight: { ...sight, changed: ['A law.'] }, ...more }]
    return offering.safeParse({ ...dedicated, evidence: { ...dedicated.evidence, points } }).error?.issues ?? []
  }

  it('is no longer unseen once something was changed in view of it', () => {
    expect(withSight({ heldOut: 'seen' })).toEqual([])
    expect(withSight({ heldOut: 'unseen' }).map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['evidence.points.0.heldOut', expect.stringContaining('expected "seen"')],
    ])
  })

  it('may name its publication by an identifier', () => {
    const [point] = dedicated.evidence.points
    expect(publishedPoint.safeParse(point).success).toBe(true)
    expect(publishedPoint.safeParse({ ...point, publication: 'two words' }).success).toBe(false)
  })

  it('names the figure of more or other clients by the id of a point', () => {
    const [point] = dedicated.evidence.points
    const limited = (slowerThan: string | undefined) =>
      withSight({
        limitedByClient: { clients: 'producers', grade: 'more-clients', reason: 'Two carry twice.', slowerThan },
      })
    expect([limited(undefined), limited(point?.id)]).toEqual([[], []])
    expect(limited('nothing').map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['evidence.points.0.limitedByClient', 'no point is named "nothing"'],
    ])
  })
})
