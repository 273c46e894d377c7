/**
 * Ratios, growth rates, percentages and factors: parses what people type, and formats them rounded, for display.
 */
import { decimalCommaProblem, groupDigits, signedDigits, splitNumber } from './number-text.ts'
import { type Quantity, quantityText } from './quantity.ts'
import { quoted, type Reading, read, unread } from './reading.ts'

/** Parses a ratio: "0.7" or "70 %". */
export function parseRatio(text: string): Reading {
  const number = splitNumber(text)
  if (number?.rest === '') return read(number.value)
  if (number?.rest === '%') return read(number.value / 100)
  return unread(decimalCommaProblem(text) ?? `${quoted(text)} is not a ratio; write it like 0.7 or 70 %.`)
}

/**
 * Parses compressed bytes / uncompressed bytes: "0.33" or "33 %", and as people say it "3:1" or "3x", which are a third.
 */
export function parseCompressionRatio(text: string): Reading {
  const problem =
    decimalCommaProblem(text) ?? `${quoted(text)} is not a compression ratio; write it like 33 %, 0.33 or 3:1.`
  const [, times, one = '1'] = /^\s*(\d+(?:\.\d+)?)\s*(?:x|×|:\s*(\d+(?:\.\d+)?))\s*$/i.exec(text) ?? []
  if (times === undefined) {
    const ratio = parseRatio(text)
    return ratio.ok ? ratio : unread(problem)
  }
  const [less, more] = [Math.min(Number(times), Number(one)), Math.max(Number(times), Number(one))]
  return less > 0 ? read(Number((less / more).toPrecision(12))) : unread(problem)
}

/**
 * Parses a growth without its period: "30 %", or "0.3" as a share below 1. "30" is refused: it may mean percent or an
 * amount, and hardly 3,000 %.
 */
export function parseGrowth(text: string): Reading {
  const growth = parseRatio(text)
  if (growth.ok && (text.includes('%') || Math.abs(growth.value) < 1)) return growth
  return unread(`${quoted(text)} is not a growth: it has no unit; write it like 30 %.`)
}

/** Parses growth to a ratio per year: "30 %", "30%/year", "0.3 a year". */
export function parseYearlyGrowth(text: string): Reading {
  const growth = parseGrowth(text.replace(/\s*(?:\/\s*|per\s+|an?\s+)?(?:year|y|yr|a)\s*$/i, ''))
  return growth.ok ? growth : unread(`${quoted(text)} is not a growth; write it like 30 %/year or 0.3/year.`)
}

/** A ratio as rounded percent, for display: 0.04 is "4 %". Values below 10 % have one decimal unless they are whole. */
export function formatPercent(ratio: number): string {
  return quantityText(percentQuantity(ratio))
}

/** A ratio as rounded percent: "4" and "%". */
export function percentQuantity(ratio: number): Quantity {
  const percent = ratio * 100
  if (percent > 0 && percent < 0.05) return { digits: '< 0.1', unit: '%' }
  return { digits: groupDigits(percent, Math.abs(percent) < 9.95 ? 1 : 0), unit: '%' }
}

/** Formats a utilisation with enough decimals to distinguish it from the allowed share: "80.004 %". */
export function utilisationText(utilisation: number, share: number): string {
  const rounded = formatPercent(utilisation)
  if (rounded !== formatPercent(share) || utilisation === share) return rounded
  for (const decimals of [1, 3, 6]) {
    const text = groupDigits(utilisation * 100, decimals)
    if (text !== groupDigits(share * 100, decimals)) return `${text} %`
  }
  return rounded
}

/** A relative difference with its sign: "+1.2 %", "−0.9 %"; "0 %" if it is rounded to zero. */
export function formatSignedPercent(ratio: number): string {
  return `${signedDigits(ratio * 100)} %`
}

/** A rounded factor for display: "3.2 times". */
export function formatFactor(factor: number): string {
  return `${factorDigits(factor)} times`
}

/** Below this, two decimals cannot distinguish factors that differ by 5 %. */
const minWithTwoDecimals = 0.2

/** Maximum number of decimals of a factor. */
const maxDecimals = 6

/**
 * A rounded factor without "times": "3.2". It has a third decimal if it would otherwise be rounded to 1: "0.998". Small
 * factors have three significant figures: "0.0317".
 */
export function factorDigits(factor: number): string {
  if (factor > 0 && factor < minWithTwoDecimals) {
    const text = groupDigits(factor, Math.min(maxDecimals, 2 - Math.floor(Math.log10(factor))))
    return text === '0' ? `less than ${1 / 10 ** maxDecimals}` : text
  }
  const digits = groupDigits(factor, factor < 10 ? 2 : factor < 100 ? 1 : 0)
  return digits === '1' ? groupDigits(factor, 3) : digits
}
