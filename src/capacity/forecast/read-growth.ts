/**
 * Growth as people type it: "20%/year", "10%..30%/year", "orders=+5 MB/s/year", "x1.5 from 2027-03-01",
 * "x2 from 11-20 to 12-31".
 */
import { type GrowthPeriod, type GrowthRange, type GrowthRule, maxGrowth, minGrowth } from '../../contracts/growth.ts'
import { parseByteRate } from '../../units/byte-rate.ts'
import { parseDay } from '../../units/calendar-day.ts'
import { splitNumber, withDecimalPoints } from '../../units/number-text.ts'
import { formatPercent, parseGrowth } from '../../units/ratio.ts'
import { parseRecordRate } from '../../units/record-rate.ts'

/** A rule, or why the text is not one. */
export type GrowthReading =
  | { readonly ok: true; readonly rule: GrowthRule }
  | { readonly ok: false; readonly problem: string }

const periodNames: Readonly<Record<string, GrowthPeriod>> = {
  y: 'year',
  yr: 'year',
  year: 'year',
  yearly: 'year',
  q: 'quarter',
  quarter: 'quarter',
  mo: 'month',
  month: 'month',
  monthly: 'month',
}

const expected = 'write it like 20%/year, +5 MB/s per year, x1.5 from 2027-03-01 or x2 from 11-20 to 12-31'
const perPeriod = /^(.*\S)\s*(?:\/|\bper\b|\ban?\b)\s*([a-z]+)$/i
const step = /^[x×]\s*(\S+?)\s*(?:@|\bfrom\b)\s*(\S+?)(?:\s*(?:\.\.|–|\bto\b)\s*(\S+))?$/i
const monthAndDay = /^\d{2}-\d{2}$/

/** Typed intervals cover nine of ten cases, like the bands of predictions. */
const typedCoverage = 0.9

/**
 * Reads one rule.
 *
 * @param producers names that may be before "="
 */
export function readGrowth(text: string, producers: readonly string[]): GrowthReading {
  const reading = readAsWritten(text, producers)
  if (reading.ok) return reading
  const withPoints = withDecimalPoints(text.trim())
  if (withPoints === null || !readAsWritten(withPoints, producers).ok) return reading
  return refused(`"${text.trim()}" has a decimal comma; write ${withPoints}`)
}

function readAsWritten(text: string, producers: readonly string[]): GrowthReading {
  const at = text.lastIndexOf('=')
  if (at === -1) return readRule(text.trim(), {})
  const producer = text.slice(0, at).trim()
  if (!producers.includes(producer)) {
    return refused(`the scenario has no producer "${producer}"; it has ${producers.join(', ')}`)
  }
  return readRule(text.slice(at + 1).trim(), { producer })
}

/** The producer that a rule is for. Left out: all producers. */
type Whose = { readonly producer?: string }

function readRule(text: string, whose: Whose): GrowthReading {
  return /^[x×]/i.test(text) ? readStep(text, whose) : readTrend(text, whose)
}

function readTrend(text: string, whose: Whose): GrowthReading {
  const found = perPeriod.exec(text)
  const [, amount = '', word = ''] = found ?? []
  const isRate = /\/\s*s$|ps$|per sec/i.test(text)
  if (found === null || (isRate && periodNames[word.toLowerCase()] === undefined)) {
    return refused(`"${text}" has no period: ${expected}`)
  }
  const period = periodNames[word.toLowerCase()]
  if (period === undefined) return refused(`"${text}": a period is /year, /quarter or /month (found /${word})`)
  return /^[+\-−]?[\d.,]+\s*(?:%|$)|\.\./.test(amount)
    ? readCompound(amount, period, whose)
    : readLinear(amount, period, whose)
}

function readCompound(text: string, period: GrowthPeriod, whose: Whose): GrowthReading {
  const ends = text.split('..').map((end) => end.trim())
  const isPercent = text.includes('%')
  const values = ends.map((end) => signedRatio(isPercent && !end.includes('%') ? `${end}%` : end))
  const ratios = values.filter((value) => value !== null)
  if (ratios.length < ends.length || ends.length > 3) return refused(`"${text}" is not a growth: ${expected}`)
  if (ratios.some((ratio) => ratio < minGrowth || ratio > maxGrowth)) {
    return refused(
      `"${text}": expected a growth from ${formatPercent(minGrowth)} to ${formatPercent(maxGrowth)} a ${period}`,
    )
  }
  const range = rangeOf(ratios)
  if (range.low > range.likely || range.likely > range.high) {
    return refused(`"${text}": a range must go upwards, like 10%..30%/year`)
  }
  return { ok: true, rule: { kind: 'compound', perPeriod: range, period, ...whose } }
}

function rangeOf(ratios: readonly number[]): GrowthRange {
  const [low = 0, high = low] = [ratios[0], ratios.at(-1)]
  const likely = ratios.length === 3 ? (ratios[1] ?? low) : (low + high) / 2
  return { low, likely, high, coverage: typedCoverage }
}

function readLinear(text: string, period: GrowthPeriod, whose: Whose): GrowthReading {
  const { sign, rest } = signOf(text)
  // "10k/s" are records, as in scenarios.
  const records = parseRecordRate(rest)
  if (records.ok) {
    return { ok: true, rule: { kind: 'linear', amount: sign * records.value, unit: 'records/s', period, ...whose } }
  }
  const bytes = parseByteRate(rest)
  if (!bytes.ok) return refused(`"${text}" is not a growth: ${expected}`)
  return { ok: true, rule: { kind: 'linear', amount: sign * bytes.value, unit: 'payload bytes/s', period, ...whose } }
}

function readStep(text: string, whose: Whose): GrowthReading {
  const [, factorText = '', from = '', to] = step.exec(text) ?? []
  const number = splitNumber(factorText)
  if (number === null || number.rest !== '' || from === '') return refused(`"${text}" is not a growth: ${expected}`)
  const factor = number.value
  if (factor < 0.01 || factor > 1000) return refused(`"${text}": expected a factor from 0.01 to 1,000`)
  if (to === undefined) {
    const day = parseDay(from)
    return day.ok ? { ok: true, rule: { kind: 'launch', factor, from, ...whose } } : refused(day.problem)
  }
  const wrong = [from, to].find((end) => !isDayOfYear(end))
  if (wrong !== undefined) return refused(`"${wrong}" is not a day of the year; write it like 11-20`)
  return { ok: true, rule: { kind: 'season', factor, from, to, ...whose } }
}

/** True for a month and a day that some year has: 2028 is a leap year. */
function isDayOfYear(text: string): boolean {
  return monthAndDay.test(text) && parseDay(`2028-${text}`).ok
}

function signedRatio(text: string): number | null {
  const { sign, rest } = signOf(text)
  const ratio = parseGrowth(rest)
  return ratio.ok ? sign * ratio.value : null
}

function signOf(text: string): { readonly sign: 1 | -1; readonly rest: string } {
  return /^[-−]/.test(text)
    ? { sign: -1, rest: text.slice(1).trim() }
    : { sign: 1, rest: text.replace(/^\+/, '').trim() }
}

function refused(problem: string): GrowthReading {
  return { ok: false, problem }
}
