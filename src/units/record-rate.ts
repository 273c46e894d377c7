/**
 * Rates of records: parses what people type to records/s, and formats them rounded (for display) or exactly (canonical).
 */
import { roundNear } from './count.ts'
import {
  decimalCommaProblem,
  exactDigits,
  groupDigits,
  isDottedThousands,
  significantDigits,
  splitNumber,
} from './number-text.ts'
import { splitPer } from './per-time.ts'
import { countFactors, lookUp, timeUnitsMs } from './prefixes.ts'
import { type Quantity, quantityText } from './quantity.ts'
import { quoted, type Reading, read, unread } from './reading.ts'

/** Matches a factor and the noun that it counts: "M events", "k msg", "rps". */
const factorAndNoun = /^(.*?)\s*\b(?:records?|recs?|messages?|msgs?|events?|requests?|reqs?|r|m|q)?(ps)?$/i

/** Parses a rate to records/s: "60k/s", "60,000", "500 M events/day", "1.2 million msg/s". */
export function parseRecordRate(text: string): Reading {
  const number = splitNumber(text)
  const problem = `${quoted(text)} is not a rate of records; write it like 60,000 records/s, 60k/s or 500 M events/day.`
  if (!number) return unread(decimalCommaProblem(text) ?? problem)
  const { unit, per } = splitPer(number.rest)
  const factor = recordFactor(unit, per)
  const perMs = per === null ? 1000 : lookUp(timeUnitsMs, per)
  if (factor === undefined || perMs === undefined) return unread(problem)
  if (factor === 1 && isDottedThousands(text)) {
    const [many, few] = [groupDigits(number.value * 1000), significantDigits(number.value)]
    return unread(`${quoted(text)} can mean thousands or decimals; write ${many} records/s or ${few} records/s.`)
  }
  const value = factor === 1 ? number.value : roundNear(number.value * factor)
  return read(perMs === 1000 ? value : (value * 1000) / perMs)
}

/** A rounded rate for display: "60,000 records/s". */
export function formatRecordRate(recordsPerSec: number): string {
  return quantityText(recordRateQuantity(recordsPerSec))
}

/** A rounded rate: "60,000" and "records/s". */
export function recordRateQuantity(recordsPerSec: number): Quantity {
  return { digits: formatRate(recordsPerSec), unit: 'records/s' }
}

/** A rounded rate without its unit: a whole number from 100 on, and three significant figures below. */
export function formatRate(perSec: number): string {
  return perSec >= 100 ? groupDigits(perSec) : significantDigits(perSec)
}

/** The canonical form of a rate. `parseRecordRate` parses it to exactly the same value. */
export function canonicalRecordRate(recordsPerSec: number): string {
  const digits = exactDigits(recordsPerSec)
  return `${isDottedThousands(digits) ? `${digits}0` : digits} records/s`
}

/**
 * The factor before the noun: 10^6 for "M events", 1 for "events". Undefined if the text is neither, and for "rps" if a time
 * follows.
 */
function recordFactor(unit: string, per: string | null): number | undefined {
  const direct = lookUp(countFactors, unit.toLowerCase())
  if (direct !== undefined) return direct
  const match = factorAndNoun.exec(unit)
  if (match?.[2] !== undefined && per !== null) return undefined
  return match ? lookUp(countFactors, (match[1] ?? '').trim().toLowerCase()) : undefined
}
