/**
 * The form of a forecast: the fields as typed, and the terms that they mean. Pure.
 */
import { observedGrowth } from '../../../capacity/forecast/observed-growth.ts'
import { type ForecastTerms, readForecastForm } from '../../../capacity/forecast/read-question.ts'
import type { GrowthRule } from '../../../contracts/growth.ts'
import type { Observation } from '../../../contracts/observation.ts'
import type { Scenario } from '../../../contracts/scenario.ts'
import { formatDay } from '../../../units/calendar-day.ts'
import { type GrowthForm, readGrowth } from '../sizing/growth-answer.ts'

/** The fields as typed. They are not part of a scenario, so the view keeps them. */
export interface ForecastForm {
  /** Growth of all rates. */
  readonly growth: string
  /** Further rules of growth, such as launches and seasons, separated by semicolons. */
  readonly more: string
  readonly horizon: string
  readonly from: string
  /** `id` of the observation whose growth is used; empty for none. */
  readonly observationId: string
  /** The growth that was typed before an observation was chosen. Left out: none was. */
  readonly growthAsTyped?: string
}

/**
 * The fields that change when an observation is chosen as the source of growth, or none (empty). The typed growth is kept
 * aside, because it would replace that of the observation, and comes back without one.
 */
export function formWithObservation(
  { growth, growthAsTyped = '' }: ForecastForm,
  observationId: string,
): Pick<ForecastForm, 'growth' | 'observationId' | 'growthAsTyped'> {
  const typed = growth.trim() === '' ? growthAsTyped : growth
  return observationId === ''
    ? { observationId, growth: typed, growthAsTyped: '' }
    : { observationId, growth: '', growthAsTyped: typed }
}

/** The initial fields: a growth of 20 % a year. Empty days mean three years from today. */
export const firstForecastForm: ForecastForm = {
  growth: '20 %/year',
  more: '',
  horizon: '',
  from: '',
  observationId: '',
}

/**
 * The fields that change when the user types another growth in the sizing view, so that both views use the same growth. Null
 * if that growth is invalid.
 */
export function formWithGrowth(typed: GrowthForm): Pick<ForecastForm, 'growth' | 'observationId'> | null {
  const reading = readGrowth(typed)
  if (!reading.ok) return null
  if (reading.growth === null) return { growth: firstForecastForm.growth, observationId: '' }
  const percent = Number((reading.growth.growthPerYear * 100).toPrecision(12))
  return { growth: `${percent} %/year`, observationId: '' }
}

/** The terms of the forecast (rules of growth and days), or null with the problem of each invalid field. */
export interface ForecastFormReading {
  readonly terms: ForecastTerms | null
  readonly problems: Partial<Record<'growth' | 'more' | 'horizon' | 'from', string>>
}

/** The terms in the form in which calls to the workbench have them. */
export function questionOf({ rules, from, to }: ForecastTerms): { growth: GrowthRule[]; from: string; to: string } {
  return { growth: [...rules], from: formatDay(from), to: formatDay(to) }
}

/** Parses the form. A typed growth replaces that of the observation. @param today days since 1 January 1970 */
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
  // A problem of growth does not say in which of its two fields it is, so each field is also parsed alone.
  const problemOfAlone = (texts: readonly string[]) => {
    if (texts.length === 0 && observation !== null && observed.length === 0) return noGrowthText(observation)
    const alone = readForecastForm({ growth: texts, observed, ...days }, scenario)
    return alone.ok ? undefined : alone.problems.find(({ place }) => place === 'growth')?.message
  }
  const problemAt = (place: string) => reading.problems.find((problem) => problem.place === place)?.message
  const ofMore = more.length === 0 ? undefined : problemOfAlone(more)
  const ofGrowth = growth.length === 0 && more.length > 0 ? undefined : problemOfAlone(growth)
  // Rules of the two fields may contradict each other although each field alone is valid.
  const ofBoth = ofMore === undefined && ofGrowth === undefined ? problemAt('growth') : undefined
  const problems = { growth: ofGrowth, more: ofMore ?? ofBoth, horizon: problemAt('horizon'), from: problemAt('from') }
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
