/**
 * Options of `predict`, `explain` and `compare` that request answers besides the prediction, such as the smallest size.
 */
import type { Problem } from '../contracts/app-error.ts'
import type { AskedSentences } from '../presentation/sizing/explained-document.ts'
import { parseDuration } from '../units/duration.ts'
import { splitNumber } from '../units/number-text.ts'
import { parseRatio, parseYearlyGrowth } from '../units/ratio.ts'
import type { Reading } from '../units/reading.ts'
import type { AnsweredScenario, Questions } from '../workbench/sizing/answer-scenario.ts'
import type { Given } from './command-line.ts'
import { usageError } from './usage-error.ts'

export const answerOptions = {
  'target-utilisation': {
    value: 'RATIO',
    text: 'Size the cluster so that no limit is used more than this, like 0.7 (default: 80 %).',
  },
  growth: { value: 'RATIO/year', text: 'Also show the size after growth of all rates, like 30%/year.' },
  years: { value: 'N', text: 'Years of growth (default: 1).' },
  outage: { value: 'TIME', text: 'Also show how long the backlog of an outage takes to drain, like 10min.' },
  survive: {
    value: 'broker|zone',
    text: 'Also show what the cluster carries without one broker, or without one zone.',
  },
} as const

/** True if any of these options was given. */
export function asksMore(given: Given): boolean {
  return Object.keys(answerOptions).some((name) => given.has(name))
}

/** The sentences that answer what these options and `--reverse` ask for. */
export function askedSentences(
  { most, sizes, catchUp, survival }: AnsweredScenario['sentences'],
  given: Given,
): AskedSentences {
  const asksSizes = given.has('target-utilisation') || given.has('growth')
  return { most: given.has('reverse') ? [most] : [], sizes: asksSizes ? sizes : [], catchUp, survival }
}

/** Parses these options. @throws AppError USAGE that lists every problem */
export function questionsOf(given: Given, command: string): Questions {
  const problems: Problem[] = []
  const read = (option: keyof typeof answerOptions, parse: (text: string) => Reading, max: number) => {
    const text = given.text(option)
    const reading = text === undefined ? null : parse(text)
    if (reading === null) return undefined
    if (reading.ok && reading.value > 0 && reading.value <= max) return reading.value
    const message = reading.ok ? `expected a value above 0 and at most ${max}` : reading.problem
    problems.push({ place: `--${option}`, message })
    return undefined
  }
  const targetUtilisation = read('target-utilisation', parseRatio, 1)
  const growthPerYear = read('growth', parseYearlyGrowth, 100)
  const years = read('years', parseNumber, 50)
  const outageMs = read('outage', parseDuration, maxOutageMs)
  const survive = given.text('survive')
  if (survive !== undefined && survive !== 'broker' && survive !== 'zone') {
    problems.push({ place: '--survive', message: `expected broker or zone (found ${survive})` })
  }
  if (given.has('years') && !given.has('growth')) {
    problems.push({ place: '--years', message: 'needs --growth too, like 30%/year' })
  }
  if (problems.length > 0) throw usageError(command, problems)
  return {
    ...(targetUtilisation === undefined ? {} : { targetUtilisation }),
    ...(growthPerYear === undefined ? {} : { growthPerYear }),
    ...(years === undefined ? {} : { years }),
    ...(outageMs === undefined ? {} : { outageMs }),
    ...(survive === 'broker' || survive === 'zone' ? { survive } : {}),
  }
}

/** A year of 365 days. */
const maxOutageMs = 3.1536e10

function parseNumber(text: string): Reading {
  const number = splitNumber(text)
  if (number?.rest === '') return { ok: true, value: number.value }
  return { ok: false, problem: `"${text}" is not a number.` }
}
