/**
 * The question of a forecast as people type it. All problems are found at once.
 */
import type { Problem } from '../../contracts/app-error.ts'
import { type GrowthRule, maxForecastYears, maxGrowthRules } from '../../contracts/growth.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { addMonths, parseCalendarSpan, parseDay } from '../../units/calendar-day.ts'
import { readGrowth } from './read-growth.ts'

/** The typed parts of the question. Parts that are left out have a default. */
export type ForecastForm = {
  /** One rule each. */
  readonly growth: readonly string[]
  /** Rules from an observation. Typed trends replace them: for all producers, or for one. */
  readonly observed?: readonly GrowthRule[]
  /** "3y". */
  readonly horizon?: string | undefined
  /** "2026-12-01". Left out: `today`. */
  readonly from?: string | undefined
  readonly today: number
}

/** The rules and days of a forecast. */
export type ForecastTerms = { readonly rules: readonly GrowthRule[]; readonly from: number; readonly to: number }

export type FormReading =
  | { readonly ok: true; readonly terms: ForecastTerms }
  | { readonly ok: false; readonly problems: readonly Problem[] }

const usualHorizon = '3y'
/** Bounds far beyond any plan. Every day between them has a text of ten characters. */
const [firstYear, lastYear] = ['2000-01-01', '2200-01-01']

/** The terms of a form, or every problem; `place` of a problem is the name of its field. */
export function readForecastForm(form: ForecastForm, { workload }: Scenario): FormReading {
  const problems: Problem[] = []
  const from = readFrom(form, problems)
  const to = readHorizon(form.horizon ?? usualHorizon, from, problems)
  const names = [...new Set(workload.producers.map(({ name }) => name))]
  const written = form.growth.flatMap((text) => {
    const reading = readGrowth(text, names)
    if (reading.ok) return [{ text, rule: reading.rule }]
    problems.push({ place: 'growth', message: reading.problem })
    return []
  })
  const typed = written.map(({ rule }) => rule)
  const rules = [...unreplaced(form.observed ?? [], typed), ...typed]
  problems.push(...rulesProblems(form, rules, from), ...givenTwice(written))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, terms: { rules, from, to } }
}

function readFrom({ from, today }: ForecastForm, problems: Problem[]): number {
  if (from === undefined) return today
  const day = parseDay(from)
  if (day.ok && from >= firstYear && from <= lastYear) return day.value
  const message = day.ok ? `expected a day from ${firstYear} to ${lastYear}` : day.problem
  problems.push({ place: 'from', message })
  return today
}

function readHorizon(text: string, from: number, problems: Problem[]): number {
  const span = parseCalendarSpan(text)
  const refuse = (message: string) => {
    problems.push({ place: 'horizon', message })
    return from
  }
  if (typeof span === 'string') return refuse(span)
  const isTooLong = span.months > maxForecastYears * 12 || span.days > maxForecastYears * 366
  const to = isTooLong ? Number.POSITIVE_INFINITY : addMonths(from, span.months) + span.days
  if (to <= from || to > addMonths(from, maxForecastYears * 12)) {
    return refuse(`expected 1 day to ${maxForecastYears} years (found ${text})`)
  }
  return to
}

function rulesProblems({ growth, observed }: ForecastForm, rules: readonly GrowthRule[], from: number): Problem[] {
  const problem = (message: string) => ({ place: 'growth', message })
  if (growth.length === 0 && (observed ?? []).length === 0) {
    return [problem('a forecast needs growth, like 20%/year')]
  }
  if (rules.length > maxGrowthRules) return [problem(`expected at most ${maxGrowthRules} rules`)]
  return rules.flatMap((rule) => {
    if (rule.kind !== 'launch') return []
    const day = parseDay(rule.from)
    if (!day.ok || day.value > from) return []
    return [
      problem(`the launch on ${rule.from} is not after the first day; the scenario’s rates hold on the first day`),
    ]
  })
}

type WrittenRule = { readonly text: string; readonly rule: GrowthRule }

/**
 * Problems of rules that are given twice: two compound growths of the same producer, which would be multiplied, and rules
 * that are repeated. Several amounts, launches and seasons are allowed if they differ.
 */
function givenTwice(written: readonly WrittenRule[]): Problem[] {
  const first = new Map<string, string>()
  return written.flatMap(({ text, rule }): Problem[] => {
    const { kind, producer } = rule
    const key = kind === 'compound' ? `${kind} ${producer ?? ''}` : JSON.stringify(rule)
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, text)
    if (earlier === undefined) return []
    if (kind !== 'compound') return [{ place: 'growth', message: `"${text}" is given twice; leave one out` }]
    const whose = producer === undefined ? 'all producers' : producer
    const message = `"${earlier}" and "${text}" are both the growth of ${whose}; leave one out, or write a range like 20%..30%/year`
    return [{ place: 'growth', message }]
  })
}

/** The observed rules that no typed trend replaces. */
function unreplaced(observed: readonly GrowthRule[], typed: readonly GrowthRule[]): GrowthRule[] {
  const trends = typed.filter(({ kind }) => kind === 'compound' || kind === 'linear')
  if (trends.some(({ producer }) => producer === undefined)) return []
  return observed.filter(({ producer }) => producer === undefined || !trends.some((each) => each.producer === producer))
}
