/**
 * The form of a forecast, as typed.
 */
import { observedGrowth } from '../../../capacity/forecast/observed-growth.ts'
import { type ForecastTerms, readForecastForm } from '../../../capacity/forecast/read-question.ts'
import type { GrowthRule } from '../../../contracts/growth.ts'
import type { Observation } from '../../../contracts/observation.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { formatDay } from '../../../units/calendar-day.ts'
import { type GrowthForm, readGrowth } from '../sizing/growth-answer.ts'

/** The fields of the view. They are kept when the view changes, because they are no part of a scenario. */
export interface ForecastForm {
  /** Growth of all rates. */
  readonly growth: string
  /** Further rules, separated by semicolons. */
  readonly more: string
  readonly horizon: string
  readonly from: string
  /** `id` of the observation that growth is taken from; empty for none. */
  readonly observationId: string
}

/** The initial fields: growth of 20 % a year, for three years from today. */
export const firstForecastForm: ForecastForm = {
  growth: '20 %/year',
  more: '',
  horizon: '',
  from: '',
  observationId: '',
}

/**
 * The fields that change when the growth of the sizing view changes, so that both views use the same growth. Null if
 * that growth is invalid.
 */
export function formWithGrowth(typed: GrowthForm): Pick<ForecastForm, 'growth' | 'observationId'> | null {
  const reading = readGrowth(typed)
  if (!reading.ok) return null
  if (reading.growth === null) return { growth: firstForecastForm.growth, observationId: '' }
  const percent = Number((reading.growth.growthPerYear * 100).toPrecision(12))
  return { growth: `${percent} %/year`, observationId: '' }
}

/** The terms, or null with the problem of each field. */
export interface ForecastFormReading {
  readonly terms: ForecastTerms | null
  readonly problems: Partial<Record<'growth' | 'more' | 'horizon' | 'from', string>>
}

/** The terms as calls of the workbench have them. */
export function questionOf({ rules, from, to }: ForecastTerms): { growth: GrowthRule[]; from: string; to: string } {
  return { growth: [...rules], from: formatDay(from), to: formatDay(to) }
}

/** Parses the form. The growth of an observation is replaced by what is typed. */
export function readForm(
  form: ForecastForm,
  scenario: Scenario,
  { observation, today }: { readonly observation: Observation | null; readonly today: number },
): ForecastFormReading {
  const growth = textsOf(form.growth)
  const more = textsOf(form.more)
  const observed = observation === null ? [] : observedGrowth(observation, scenario)
  const days = { horizon: typed(form.horizon), from: typed(form.from), today }
  const reading = readForecastForm({ growth: [...growth, ...more], observed, ...days }, scenario)
  if (reading.ok) return { terms: reading.terms, problems: {} }
  // A problem of growth does not name its field, so each of the two fields is parsed separately.
  const isWrong = (texts: readonly string[]) => {
    if (texts.length === 0 && observation !== null && observed.length === 0) return noGrowthText(observation)
    const own = readForecastForm({ growth: texts, observed, ...days }, scenario)
    return own.ok ? undefined : own.problems.find(({ place }) => place === 'growth')?.message
  }
  const at = (place: string) => reading.problems.find((problem) => problem.place === place)?.message
  const ofMore = more.length === 0 ? undefined : isWrong(more)
  const ofGrowth = growth.length === 0 && more.length > 0 ? undefined : isWrong(growth)
  // Rules of both fields may contradict each other, though each field alone is right.
  const ofBoth = ofMore === undefined && ofGrowth === undefined ? at('growth') : undefined
  const problems = { growth: ofGrowth, more: ofMore ?? ofBoth, horizon: at('horizon'), from: at('from') }
  return { terms: null, problems: onlyGiven(problems) }
}

/** Says that an observation has no growth, and what to do. */
function noGrowthText({ name }: Observation): string {
  return `${name} has no growth, which needs rates of at least three weeks. Type it, like 20 %/year.`
}

function textsOf(text: string): string[] {
  return text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function typed(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim()
}

function onlyGiven(problems: Record<string, string | undefined>): ForecastFormReading['problems'] {
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem !== undefined))
}
