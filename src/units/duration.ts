/**
 * Durations: parses what people type to ms, and formats ms rounded (for display) or exactly (canonical).
 */
import { decimalCommaProblem, exactDigits, groupDigits, significantDigits, splitNumber } from './number-text.ts'
import { lookUp, timeUnitsMs } from './prefixes.ts'
import { type Quantity, quantityText } from './quantity.ts'
import { quoted, type Reading, read, unread } from './reading.ts'

const expected = 'write it like 500 ms, 110 s, 2 min, 1 h 30 min or 7 days'
const parts = [
  { ms: 86_400_000, one: 'day', many: 'days' },
  { ms: 3_600_000, one: 'h', many: 'h' },
  { ms: 60_000, one: 'min', many: 'min' },
  { ms: 1_000, one: 's', many: 's' },
  { ms: 1, one: 'ms', many: 'ms' },
] as const

/**
 * Parses a duration to ms: "110s", "2 min", "11 h", "7 days", "1 h 30 min". Of several units each is smaller than the one
 * before: a text such as "1s1s" is more likely two texts than two seconds.
 */
export function parseDuration(text: string): Reading {
  const unlike = (problem: string) => unread(`${quoted(text)} ${problem}; ${expected}.`)
  let rest = text.trim()
  let totalMs = 0
  let lastUnitMs = Number.POSITIVE_INFINITY
  if (/^\+?0+$/.test(rest)) return read(0)
  do {
    const number = splitNumber(rest)
    if (!number) return unread(decimalCommaProblem(rest) ?? `${quoted(text)} is not a duration; ${expected}.`)
    const unit = /^([a-zµμ]+)\s*(?:(?:,|and\b)\s*(?=\S))?/i.exec(number.rest)
    if (!unit) return unlike('has no unit of time')
    const unitMs = lookUp(timeUnitsMs, (unit[1] ?? '').toLowerCase())
    if (unitMs === undefined) return unlike('is not a duration')
    if (unitMs >= lastUnitMs) return unlike('has a unit of time twice, or after a smaller one')
    totalMs += number.value * unitMs
    lastUnitMs = unitMs
    rest = number.rest.slice(unit[0].length)
  } while (rest !== '')
  return read(totalMs)
}

/** A rounded duration in its two largest units, for display: "1 min 50 s", "22 s", "7 days". */
export function formatDuration(durationMs: number): string {
  if (durationMs === 0) return '0 s'
  if (durationMs < 1000)
    return durationMs < 1 ? formatMicroseconds(durationMs * 1000) : `${significantDigits(durationMs)} ms`
  if (durationMs < 10_000) return `${groupDigits(durationMs / 1000, 1)} s`
  const seconds = Math.round(durationMs / 1000) * 1000
  const first = parts.findIndex((part) => seconds >= part.ms)
  const large = parts[first] ?? parts[3]
  const small = parts[first + 1]
  const unitMs = small && small.ms >= 1000 ? small.ms : large.ms
  const rounded = Math.round(seconds / unitMs) * unitMs
  return joinParts(rounded)
}

/** A rounded latency, given in microseconds, for display: "340 µs", "16.9 ms", "1.85 s". */
export function formatMicroseconds(us: number): string {
  return quantityText(latencyQuantity(us))
}

/** A rounded latency, given in microseconds: "16.9" and "ms". */
export function latencyQuantity(us: number): Quantity {
  if (us < 999.5) return { digits: us < 10 ? significantDigits(us) : groupDigits(us), unit: 'µs' }
  return us < 999_500
    ? { digits: significantDigits(us / 1e3), unit: 'ms' }
    : { digits: significantDigits(us / 1e6), unit: 's' }
}

/** The canonical form of a duration. `parseDuration` parses it to exactly the same value. */
export function canonicalDuration(durationMs: number): string {
  if (!Number.isSafeInteger(durationMs)) return `${exactDigits(durationMs)} ms`
  return joinParts(durationMs)
}

function joinParts(wholeMs: number): string {
  const texts: string[] = []
  let rest = wholeMs
  for (const part of parts) {
    const count = Math.floor(rest / part.ms)
    if (count === 0) continue
    texts.push(`${groupDigits(count)} ${count === 1 ? part.one : part.many}`)
    rest -= count * part.ms
  }
  return texts.length === 0 ? '0 s' : texts.join(' ')
}
