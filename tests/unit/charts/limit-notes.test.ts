import { describe, expect, it } from 'vitest'
import { limitNotes } from '../../../src/charts/limit-notes.ts'
import type { Forecast, LimitChange } from '../../../src/contracts/forecast.ts'
import { dayNumber } from '../capacity/forecast/forecast-cases.ts'
import { predictionOf } from '../evidence/overlay-case.ts'

function change(asOf: string, dimension: LimitChange['dimension'] = 'requests'): LimitChange {
  return { asOf, dimension, unit: '1/s', before: { perUnit: 1, max: null }, after: { perUnit: 2, max: null } }
}

/** The notes of a forecast of three years from 2026-12-01 on, in a plot of 600 pixels. */
function notesOf(limitChanges: readonly LimitChange[], limitsAsOf = '2019-01') {
  const forecast: Pick<Forecast, 'limitChanges' | 'deployment' | 'from' | 'to'> = {
    limitChanges: [...limitChanges],
    deployment: { ...predictionOf().deployment, limitsAsOf },
    from: '2026-12-01',
    to: '2029-12-01',
  }
  return limitNotes(forecast, 600)
}

describe('dated notes on changes of published limits', () => {
  it('put changes before the first day on that day, and later ones on theirs', () => {
    expect(notesOf([change('2028-12-15'), change('2026-03', 'ingress'), change('2024-12')])).toEqual([
      {
        day: dayNumber('2026-12-01'),
        label: 'new limits 2024-12, 2026-03',
        text: 'New limits 2024-12, 2026-03: requests, ingress.',
      },
      { day: dayNumber('2028-12-15'), label: 'new limits 2028-12-15', text: 'New limits 2028-12-15: requests.' },
    ])
  })

  it('leave out changes that the limits of the scenario already have', () => {
    const changes = [change('2028-12-15'), change('2026-03'), change('2024-12')]
    expect(notesOf(changes, '2026-03').map(({ label }) => label)).toEqual(['new limits 2028-12-15'])
    expect(notesOf(changes, '2024-12').map(({ label }) => label)).toEqual([
      'new limits 2026-03',
      'new limits 2028-12-15',
    ])
  })

  it('name a date once, the newest three in the label and all in the text', () => {
    const dates = ['2020-04', '2021-02', '2022-12', '2024-12']
    const [note] = notesOf(dates.flatMap((date) => [change(date), change(date, 'ingress')]))
    expect(note?.label).toBe('new limits … 2021-02, 2022-12, 2024-12')
    expect(note?.text).toBe('New limits 2020-04, 2021-02, 2022-12, 2024-12: requests, ingress.')
  })

  it('are one note if their labels would overlap, and none without changes or after the last day', () => {
    expect(notesOf([change('2028-01'), change('2028-02')])).toMatchObject([
      { day: dayNumber('2028-01-01'), label: 'new limits 2028-01, 2028-02' },
    ])
    expect(notesOf([])).toEqual([])
    expect(notesOf([change('2030-01')])).toEqual([])
  })
})
