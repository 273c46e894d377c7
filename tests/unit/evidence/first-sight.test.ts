import { describe, expect, it } from 'vitest'
import type { FirstSight } from '../../../src/contracts/evidence.ts'
import { awaitedFirstSight, firstSightOf } from '../../../src/evidence/first-sight.ts'
import { dedicated } from '../capacity/known-files.ts'

/** The first sight of a figure of 100, or of a lower bound of 100. */
function sightOf(sight: Partial<FirstSight> | undefined, isCensored = false) {
  const [template] = dedicated.evidence.points
  if (template === undefined) throw new Error('the white paper has figures')
  const { firstSight: _own, ...rest } = template
  const whole: FirstSight = { likely: 100, date: '2026-11-21', basis: 'recorded', ...sight }
  const point = { ...rest, value: 100, isCensored }
  return firstSightOf(sight === undefined ? point : { ...point, firstSight: whole })
}

describe('the first-sight prediction of a figure', () => {
  it('is null if none was recorded', () => {
    expect(sightOf(undefined)).toBeNull()
  })

  it('has what is recorded of it, and null for what is not', () => {
    expect(sightOf({ likely: 90 })).toEqual({
      ...{ likely: 90, low: null, high: null, error: expect.closeTo(-0.1, 9), isInside: null },
      ...{ date: '2026-11-21', commit: null, basis: 'recorded', binding: null, changed: [], testsBands: false },
    })
    const known = { low: 80, likely: 90, high: 95, commit: '4dd8655', changed: ['The cost of a request.'] }
    expect(sightOf(known)).toMatchObject(known)
  })

  it('tests bands by law for ever, also when they have been made from it since', () => {
    expect(sightOf({ testsBands: true })?.testsBands).toBe(true)
    expect(sightOf({ testedBands: true })?.testsBands).toBe(true)
  })

  it.each([
    [{ low: 100, high: 120 }, true],
    [{ low: 80, high: 100 }, true],
    [{ low: 80, high: 99.9 }, false],
    [{ low: 100.1, high: 120 }, false],
    [{ low: 80 }, null],
    [{ high: 120 }, null],
  ])('with the band %j contains the figure or not, ends included: %j', (band, isInside) => {
    expect(sightOf(band)?.isInside).toBe(isInside)
  })

  it.each([
    [{ low: 100.1, high: 120 }, true],
    [{ low: 80, high: 100 }, true],
    [{ low: 80, high: 99.9 }, false],
    [{}, null],
  ])('with the band %j reaches a lower bound or not: %j, and has no error', (band, isInside) => {
    expect(sightOf(band, true)).toMatchObject({ isInside, error: null })
  })
})

describe('the first-sight prediction of a point that awaits its figure', () => {
  it('is the recorded one, and null if none was recorded', () => {
    const [template] = dedicated.evidence.points
    if (template === undefined) throw new Error('the white paper has figures')
    const { firstSight: _own, ...point } = template
    expect(awaitedFirstSight(point)).toBeNull()
    const firstSight = { likely: 90, date: '2026-11-21', basis: 'blind' } as const
    expect(awaitedFirstSight({ ...point, firstSight })).toEqual({
      ...{ likely: 90, low: null, high: null, date: '2026-11-21', commit: null, binding: null },
    })
  })
})
