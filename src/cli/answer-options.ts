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

/** The options, as a command declares them. */
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

/** Returns the sentences that answer these options and `--reverse`. */
export function askedSentences(
  { most, sizes, catchUp, survival }: AnsweredScenario['sentences'],
  given: Given,
): AskedSentences {
  const asksSizes = given.has('target-utilisation') || given.has('growth')
  return { most: given.has('reverse') ? [most] : [], sizes: asksSizes ? sizes : [], catchUp, survival }
}

/** Parses these options. Every problem is added to `problems`. */
export function questionsOf(given: Given, problems: Problem[]): Questions {
  const read = (option: keyof typeof answerOptions, { parse, max, expected }: PositiveOption) => {
    const text = given.text(option)
    const reading = text === undefined ? null : parse(text)
    if (reading === null) return undefined
    if (reading.ok && reading.value > 0 && reading.value <= max) return reading.value
    const message = reading.ok ? `expected ${expected} (found ${text})` : reading.problem
    problems.push({ place: `--${option}`, message })
    return undefined
  }
  const targetUtilisation = read('target-utilisation', {
    parse: parseRatio,
    max: 1,
    expected: 'a ratio above 0 and at most 1, like 0.7 or 70%',
  })
  const growthPerYear = read('growth', {
    parse: parseYearlyGrowth,
    max: 100,
    expected: 'a growth above 0 and at most 10,000 % a year, like 30%/year',
  })
  const years = read('years', { parse: parseNumber, max: 50, expected: 'a number above 0 and at most 50' })
  const outageMs = read('outage', {
    parse: parseDuration,
    max: maxOutageMs,
    expected: 'a time above 0 and at most 365 days, like 10min',
  })
  const survive = given.text('survive')
  if (survive !== undefined && survive !== 'broker' && survive !== 'zone') {
    problems.push({ place: '--survive', message: `expected broker or zone (found ${survive})` })
  }
  if (given.has('years') && !given.has('growth')) {
    problems.push({ place: '--years', message: 'needs --growth too, like 30%/year' })
  }
  return {
    ...(targetUtilisation === undefined ? {} : { targetUtilisation }),
    ...(growthPerYear === undefined ? {} : { growthPerYear }),
    ...(years === undefined ? {} : { years }),
    ...(outageMs === undefined ? {} : { outageMs }),
    ...(survive === 'broker' || survive === 'zone' ? { survive } : {}),
  }
}

/** How to read an option whose value is above 0: its parser, its maximum, and the message for a value out of bounds. */
interface PositiveOption {
  readonly parse: (text: string) => Reading
  readonly max: number
  readonly expected: string
}

/** A year of 365 days. */
const maxOutageMs = 3.1536e10

function parseNumber(text: string): Reading {
  const number = splitNumber(text)
  if (number?.rest === '') return { ok: true, value: number.value }
  return { ok: false, problem: `"${text}" is not a number.` }
}
