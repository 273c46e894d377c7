/**
 * Sizes: parses what people type to bytes, and formats bytes rounded (for display) or exactly (canonical).
 */
import {
  decimalCommaProblem,
  exactDigits,
  groupDigits,
  isDottedThousands,
  significantDigits,
  splitNumber,
} from './number-text.ts'
import { binaryPrefixes, decimalPrefixes, lookUp } from './prefixes.ts'
import { type Quantity, quantityText } from './quantity.ts'
import { quoted, type Reading, read, unread } from './reading.ts'

const unitPattern = /^([kmgtp]?)(i?)(b|byte|bytes)?$/i
const wordPattern = /^(kilo|mega|giga|tera|peta)bytes?$/i
const decimalUnits = ['PB', 'TB', 'GB', 'MB', 'kB', 'B'] as const
const decimalFactors = [1e15, 1e12, 1e9, 1e6, 1e3, 1] as const
const binaryUnits = ['PiB', 'TiB', 'GiB', 'MiB', 'KiB'] as const
const binaryFactors = [2 ** 50, 2 ** 40, 2 ** 30, 2 ** 20, 2 ** 10] as const

/** Bytes in a unit such as "MB", "KiB", "bytes" or "M"; undefined if the text is not such a unit. */
export function byteUnitFactor(unit: string): number | undefined {
  const word = wordPattern.exec(unit.trim())
  if (word) return lookUp(decimalPrefixes, (word[1] ?? '').charAt(0).toLowerCase())
  const match = unitPattern.exec(unit.trim())
  if (!match) return undefined
  const prefix = (match[1] ?? '').toLowerCase()
  return match[2] === '' ? lookUp(decimalPrefixes, prefix) : lookUp(binaryPrefixes, prefix)
}

/** Parses a size to bytes: "1.2 GiB", "512 B", "100 MB", "16k", or a number without a unit, which is in bytes. */
export function parseBytes(text: string): Reading {
  const number = splitNumber(text)
  const factor = number ? byteUnitFactor(number.rest) : undefined
  if (!number || factor === undefined) {
    const problem = `${quoted(text)} is not a size; write it like 512 B, 16 KiB, 100 MB or 1.2 GiB.`
    return unread(decimalCommaProblem(text) ?? problem)
  }
  if (number.rest === '' && isDottedThousands(text)) {
    return unread(`${quoted(text)} can mean thousands or decimals; write it with its unit, like 16,384 B or 16 KiB.`)
  }
  return read(number.value * factor)
}

/**
 * Parses a size as `parseBytes` does, but a number other than 0 needs a unit, for a size of which people think in megabytes:
 * 50 bytes would be taken without a word.
 */
export function parseBytesWithUnit(text: string): Reading {
  const reading = parseBytes(text)
  if (!reading.ok || reading.value === 0 || splitNumber(text)?.rest !== '') return reading
  return unread(`${quoted(text)} has no unit; write it like 50 MB, or 50 B for bytes.`)
}

/** A rounded size in decimal units, for display: "104 MB". */
export function formatBytes(bytes: number): string {
  return quantityText(bytesQuantity(bytes))
}

/** A rounded size in decimal units: "104" and "MB". */
export function bytesQuantity(bytes: number): Quantity {
  const index = decimalFactors.findIndex((factor) => Math.abs(bytes) >= factor * 0.9995)
  const at = index === -1 ? decimalFactors.length - 1 : index
  const factor = decimalFactors[at] ?? 1
  return {
    digits: factor === 1 ? singleBytes(bytes) : significantDigits(bytes / factor),
    unit: decimalUnits[at] ?? 'B',
  }
}

/** A rounded size in binary units, for display: "10.4 MiB". */
export function formatBinaryBytes(bytes: number): string {
  const index = binaryFactors.findIndex((factor) => Math.abs(bytes) >= factor * 0.9995)
  if (index === -1) return `${singleBytes(bytes)} B`
  return `${significantDigits(bytes / (binaryFactors[index] ?? 1))} ${binaryUnits[index] ?? 'B'}`
}

/** Bytes below one kB, also as a rate: "512", "85.3", "0.012". */
function singleBytes(bytes: number): string {
  return Math.abs(bytes) < 0.95 ? significantDigits(bytes) : groupDigits(bytes, 1)
}

/** The canonical form of a size. `parseBytes` parses it to exactly the same value. */
export function canonicalBytes(bytes: number): string {
  return `${exactInUnits(bytes, decimalFactors, decimalUnits)}`
}

/** The shorter exact form of a size, binary or decimal: 16,384 bytes are "16 KiB", 512,000 are "512 kB". */
export function shortestBytes(bytes: number): string {
  const decimal = canonicalBytes(bytes)
  const binary = formatBinaryBytes(bytes)
  const back = parseBytes(binary)
  return binary.length < decimal.length && back.ok && back.value === bytes ? binary : decimal
}

/** An exact number in the largest unit in which it is at least 1 and its text has at most nine characters. */
export function exactInUnits(value: number, factors: readonly number[], units: readonly string[]): string {
  for (const [index, factor] of factors.entries()) {
    const scaled = value / factor
    const text = exactDigits(scaled)
    if (scaled >= 1 && scaled * factor === value && text.length <= 9) return `${text} ${units[index] ?? ''}`
  }
  return `${exactDigits(value)} ${units.at(-1) ?? ''}`
}
