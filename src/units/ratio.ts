import { groupDigits, signedDigits, splitNumber } from './number-text.ts'
import { quoted, type Reading, read, unread } from './reading.ts'

/** Reads a ratio: "0.7" or "70 %". */
export function parseRatio(text: string): Reading {
  const number = splitNumber(text)
  if (number?.rest === '') return read(number.value)
  if (number?.rest === '%') return read(number.value / 100)
  return unread(`${quoted(text)} is not a ratio; write it like 0.7 or 70 %.`)
}

/** Reads growth as a ratio a year: "30 %", "30%/year", "0.3 a year". */
export function parseYearlyGrowth(text: string): Reading {
  const growth = parseRatio(text.replace(/\s*(?:\/\s*|per\s+|an?\s+)?(?:year|y|yr|a)\s*$/i, ''))
  return growth.ok ? growth : unread(`${quoted(text)} is not a growth; write it like 30 %/year or 0.3/year.`)
}

/** A ratio as percent, for text only: 0.04 is "4 %". Below 10 % with one decimal where it is not whole. */
export function formatPercent(ratio: number): string {
  const percent = ratio * 100
  if (percent > 0 && percent < 0.05) return '< 0.1 %'
  return `${groupDigits(percent, Math.abs(percent) < 9.95 ? 1 : 0)} %`
}

/** A relative difference with its sign: "+1.2 %", "−0.9 %"; "0 %" where it rounds to nothing. */
export function formatSignedPercent(ratio: number): string {
  return `${signedDigits(ratio * 100)} %`
}

/** A factor to read: "3.2 times". */
export function formatFactor(factor: number): string {
  return `${factorDigits(factor)} times`
}

/** The number of a factor: "3.2"; with a third decimal if it would read as 1: "0.998". */
export function factorDigits(factor: number): string {
  const digits = groupDigits(factor, factor < 10 ? 2 : factor < 100 ? 1 : 0)
  return digits === '1' ? groupDigits(factor, 3) : digits
}
