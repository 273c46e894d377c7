import { describe, expect, it } from 'vitest'
import type { Observation } from '../../../src/contracts/observation.ts'
import {
  firstForecastForm,
  formWithGrowth,
  formWithObservation,
  readForm,
} from '../../../src/renderer/features/forecast/forecast-form.ts'
import { dayNumber, scenarioWith } from '../capacity/forecast/forecast-cases.ts'
import { growingObservation } from '../presentation/known-observation.ts'

const scenario = scenarioWith(['orders'])
const context = { observation: null, today: dayNumber('2026-12-01') }

describe('the form of the forecast view', () => {
  it('asks for 20 % a year over three years until something is typed', () => {
    const { terms, problems } = readForm(firstForecastForm, scenario, context)
    expect(problems).toEqual({})
    expect(terms).toMatchObject({ from: context.today, to: dayNumber('2029-12-01') })
    expect(terms?.rules).toMatchObject([{ kind: 'compound', perPeriod: { likely: 0.2 } }])
  })

  it('has the growth that is typed in Sizing, and 20 % a year without one', () => {
    const growthOf = (growth: string) => {
      const changed = formWithGrowth({ growth, years: '' })
      const { terms } = readForm({ ...firstForecastForm, growth: '5 %/year', ...changed }, scenario, context)
      return terms?.rules
    }
    expect(growthOf('0.35 a year')).toMatchObject([{ kind: 'compound', perPeriod: { likely: 0.35 } }])
    expect(growthOf('')).toMatchObject([{ kind: 'compound', perPeriod: { likely: 0.2 } }])
    expect(growthOf('much')).toMatchObject([{ kind: 'compound', perPeriod: { likely: 0.05 } }])
  })

  it('takes launches, seasons and single producers from one field, separated by semicolons', () => {
    const more = 'x2 from 11-20 to 12-31; orders=30 %/year;'
    const { terms } = readForm({ ...firstForecastForm, more }, scenario, context)
    expect(terms?.rules.map(({ kind }) => kind)).toEqual(['compound', 'season', 'compound'])
  })

  it('says beside each field what it needs', () => {
    const form = { ...firstForecastForm, growth: '20', more: 'x2', horizon: 'far', from: 'soon' }
    const { terms, problems } = readForm(form, scenario, context)
    expect(terms).toBeNull()
    expect(Object.keys(problems).toSorted()).toEqual(['from', 'growth', 'horizon', 'more'])
    const alone = readForm({ ...firstForecastForm, more: 'x2' }, scenario, context)
    expect(Object.keys(alone.problems)).toEqual(['more'])
  })

  it('refuses a second growth of the same producers, also in the other field', () => {
    const { terms, problems } = readForm({ ...firstForecastForm, more: '30 %/year' }, scenario, context)
    expect(terms).toBeNull()
    expect(problems).toEqual({ more: expect.stringContaining('are both the growth of all producers') })
  })

  it('needs no growth of all rates beside a launch', () => {
    const form = { ...firstForecastForm, growth: '', more: 'x2 from 2027-06-01' }
    expect(readForm(form, scenario, context).terms?.rules).toHaveLength(1)
    expect(readForm({ ...form, more: '' }, scenario, context).problems.growth).toContain('needs growth')
  })

  it('keeps the typed growth aside while an observation has it, and brings it back', () => {
    const choose = (form: typeof firstForecastForm, id: string) => ({ ...form, ...formWithObservation(form, id) })
    const typed = { ...firstForecastForm, growth: '35 %/year' }
    const observed = choose(typed, 'one')
    expect(observed).toMatchObject({ observationId: 'one', growth: '' })
    expect(choose(choose(observed, 'other'), '')).toMatchObject({ observationId: '', growth: '35 %/year' })
    const typedSince = { ...observed, growth: '50 %/year' }
    expect(choose(choose(typedSince, 'other'), '').growth).toBe('50 %/year')
    expect(choose(typedSince, '').growth).toBe('50 %/year')
  })

  it('takes growth with its interval from an observation, and says if that has none', () => {
    const { observation } = growingObservation(70, 0.3)
    const form = { ...firstForecastForm, growth: '', observationId: 'observed' }
    const rulesOf = (observed: Observation) => readForm(form, scenario, { ...context, observation: observed })
    const growthPerYear = {
      ...{ value: 0.3, how: 'measured' as const, source: 'source-1', span: null, relativeError: null },
      interval: { low: 0.1, high: 0.5 },
    }
    const { terms } = rulesOf({ ...observation, topics: [], cluster: { growthPerYear } })
    expect(terms?.rules).toMatchObject([{ kind: 'compound', perPeriod: { low: 0.1, likely: 0.3, high: 0.5 } }])
    const { problems } = rulesOf({ ...observation, topics: [], cluster: {} })
    expect(problems.growth).toBe(
      `${observation.name} has no growth, which needs rates of at least three weeks. Type it, like 20 %/year.`,
    )
  })
})
