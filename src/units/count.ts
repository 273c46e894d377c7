/**
 * Whole numbers of things: parses what people type, and formats them for display or in the canonical form.
 */
import { exactDigits, groupDigits, isDottedThousands, splitNumber } from './number-text.ts'
import { countFactors, lookUp } from './prefixes.ts'
import { quoted, type Reading, read, unread } from './reading.ts'

/**
 * Parses a whole number: "108", "3k", "1.5 million", "4,500".
 * @param words what is counted, which may follow the number in any case: "12 partitions", "3k records"
 */
export function parseCount(text: string, words: readonly string[] = []): Reading {
  const number = splitNumber(text)
  const factor = number ? lookUp(countFactors, withoutWord(number.rest.toLowerCase(), words)) : undefined
  if (!number || factor === undefined) {
    return unread(`${quoted(text)} is not a count; write it like 108, 4,500 or 3k.`)
  }
  if (factor === 1 && isDottedThousands(text)) {
    return unread(`${quoted(text)} can mean thousands or decimals; write a whole number, like 4,500 or 3k.`)
  }
  const value = factor === 1 ? number.value : roundNear(number.value * factor)
  if (!Number.isInteger(value)) return unread(`${quoted(text)} is not a whole number.`)
  // Larger numbers are rounded when they are read.
  return Number.isSafeInteger(value) ? read(value) : unread(`${quoted(text)} is too large.`)
}

/** "k" of "k records" and "" of "records", if records are counted; any other text unchanged. */
function withoutWord(rest: string, words: readonly string[]): string {
  for (const word of words) {
    const counted = word.toLowerCase()
    if (rest === counted) return ''
    if (rest.endsWith(` ${counted}`)) return rest.slice(0, -counted.length).trim()
  }
  return rest
}

/** A whole number for display: "4,500". */
export function formatCount(count: number): string {
  return groupDigits(count)
}

/** A number of things: "1 run", "4,500 runs". `many` is needed if the plural is not `one` with an s. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** The canonical form of a number. `parseCount` parses it to exactly the same value. */
export function canonicalCount(count: number): string {
  return exactDigits(count)
}

/** Removes floating-point errors next to a whole number, so that 2.3 million is 2300000 and not 2299999.9999999995. */
export function roundNear(value: number): number {
  const rounded = Math.round(value)
  return Math.abs(value - rounded) < 1e-9 * Math.max(1, Math.abs(value)) ? rounded : value
}
